import type { Calculation } from '../vocabulary/calculations.js'

/** A request for one built-in calculation; the column `total` with `count` counts rows (rule 6.1). */
export interface StatRequest {
  readonly column: string
  readonly calculation: Calculation
  /** Set for a real column that is named `total`: its distinct values are counted, as those of any other column. */
  readonly distinct?: true
}
