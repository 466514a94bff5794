import type { Direction } from '../shape/shape.js'
import type { Scalar } from '../vocabulary/values/coerce.js'
import type { AttributeType } from '../vocabulary/values/type.js'

/** One key of a sort with cursors: a column of the resource itself. */
export interface CursorKey {
  readonly column: string
  readonly direction: Direction
  /** The type in the store: `nullable` if there may be a null. */
  readonly type: AttributeType
}

/** A place in a sort: at a record, by its values in the keys. Without values, it is the end of the collection. */
export interface Position {
  readonly values: readonly (Scalar | null)[]
  /** Whether a record exactly at this place is in the page, on either side of it. */
  readonly isInclusive: boolean
}

/** The checked plan of a page by cursors (rule 24.1). */
export interface CursorPlan {
  readonly keys: readonly CursorKey[]
  /** Identifies the query, so that cursors of other queries are refused. */
  readonly digest: string
  readonly after: Position | undefined
  readonly before: Position | undefined
}

/** A page that was read by cursors. */
export interface CursorPage {
  /** The cursor of each record, in the order of the records. */
  readonly cursors: readonly string[]
  /** The cursor for the page before; null if there are no more records. */
  readonly prev: string | null
  /** The cursor for the page after; null if there are no more records. */
  readonly next: string | null
  /**
   * The cursor at the end of the collection: a page after it begins at the first record, a page before it ends at the
   * last one.
   */
  readonly edge: string
  /** Whether a range has more records than the page. */
  readonly rangeTruncated: boolean
}
