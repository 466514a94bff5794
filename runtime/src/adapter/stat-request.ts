import type { Calculation } from '../vocabulary/calculations.js'

/** A request for one built-in calculation. With the column `total`, `count` counts rows. */
export interface StatRequest {
  readonly column: string
  readonly calculation: Calculation
  /** True if a real column is named `total`. Its distinct values are then counted as for any other column. */
  readonly distinct?: true
}
