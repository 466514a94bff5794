import type { Operator } from '../vocabulary/operators.js'
import type { Calculation } from '../vocabulary/calculations.js'

/**
 * The store's limits for a column, if it can do less than the type of its attribute: an `inet` address, for example, is
 * not text.
 */
export interface StoredType {
  /** The name of the type in the store: `inet`. */
  readonly name: string
  /** The operators for the column; empty if the store cannot compare it. */
  readonly operators: readonly Operator[]
  readonly isSortable: boolean
  readonly calculations: readonly Calculation[]
  /** Whether the store accepts a value in the column, or in a comparison with it. */
  takes(value: unknown): boolean
}
