import type { Calculation } from '../vocabulary/calculations.js'

/** One built-in calculation to make; the column `total` with `count` counts rows (rule 6.1). */
export interface StatRequest {
  readonly column: string
  readonly calculation: Calculation
  /** Of a column that is called `total`: its distinct values are counted, as those of any other, and not the rows. */
  readonly distinct?: true
}
