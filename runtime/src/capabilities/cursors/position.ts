import type { Direction } from '../../shape/shape.js'
import type { Scalar } from '../../vocabulary/values/coerce.js'
import type { AttributeType } from '../../vocabulary/values/type.js'

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
