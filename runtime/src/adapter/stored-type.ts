import type { Operator } from '../vocabulary/operators.js'
import type { Calculation } from '../vocabulary/calculations.js'

/** What a store can do with a column, where that is less than the type of its attribute can: an address is no text. */
export interface StoredType {
  /** What the store calls the type: `inet`. */
  readonly name: string
  /** Those that it compares the column by; none where it cannot compare it. */
  readonly operators: readonly Operator[]
  readonly isSortable: boolean
  readonly calculations: readonly Calculation[]
  /** Whether the store takes a value for the column, or to compare the column with. */
  takes(value: unknown): boolean
}
