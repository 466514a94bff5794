import type { Direction } from '../shape/shape.js'
import type { Scalar } from '../vocabulary/coerce.js'
import type { AttributeType } from '../vocabulary/type.js'

/** One key of a sort that has cursors: a column of the resource's own. */
export interface CursorKey {
  readonly column: string
  readonly direction: Direction
  /** As the store has it: `nullable` if there may be a null. */
  readonly type: AttributeType
}

/** A place in a sort: on a record, by the values that it had in the keys. Without values, at the end of everything. */
export interface Position {
  readonly values: readonly (Scalar | null)[]
  /** Whether a record that stands there is on either side of it: it is both ahead of the place and behind it. */
  readonly isInclusive: boolean
}

/** What a page by cursors is read by, checked whole (rule 24.1). */
export interface CursorPlan {
  readonly keys: readonly CursorKey[]
  /** What tells the cursors of this query from those of others. */
  readonly digest: string
  readonly after: Position | undefined
  readonly before: Position | undefined
}

/** A page that was read by cursors. */
export interface CursorPage {
  /** The cursor of each record, in their order. */
  readonly cursors: readonly string[]
  /** The cursor to read on before; null where nothing is there. */
  readonly prev: string | null
  /** The cursor to read on after; null where nothing is there. */
  readonly next: string | null
  /** The cursor at the end of everything: what is after it begins at the first record, what is before it ends at the last. */
  readonly edge: string
  /** Whether a range has more records than the page. */
  readonly rangeTruncated: boolean
}
