import type { Operator } from '../vocabulary/operators.js'
import type { Calculation } from '../vocabulary/calculations.js'

/**
 * The store's limits for a column, if the store does not support everything that the attribute's type allows. For
 * example, an `inet` address is not text.
 */
export interface StoredType {
  /** The type's name in the store, such as `inet`. */
  readonly name: string
  /** The supported operators; empty if the store cannot compare the column. */
  readonly operators: readonly Operator[]
  readonly isSortable: boolean
  readonly calculations: readonly Calculation[]
  /** Whether the store accepts a value in the column, or in a comparison with it. */
  takes(value: unknown): boolean
}
