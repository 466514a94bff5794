import type { Calculation } from '../vocabulary/calculations.js'

/** A request for one built-in calculation; the column `total` with `count` counts rows. */
export interface StatRequest {
  readonly column: string
  readonly calculation: Calculation
  /** Set for a real column named `total`, whose distinct values are counted as for any other column. */
  readonly distinct?: true
}
