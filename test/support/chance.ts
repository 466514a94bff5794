import type { Parameters } from 'fast-check'
import { quickly } from './sample.js'

/** The parameters of a property's runs. */
export interface Chance {
  readonly seed: number
  readonly numRuns: number
}

/**
 * The number of runs of a property, and their seed. Every run of the tests has the same inputs, so that only a change
 * can cause a failure. `npm test` runs a tenth of them. `npm run fuzz` runs ten times as many, with different inputs.
 */
export function chance(runs: number): Chance & Parameters<unknown> {
  const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_101)
  return { seed, numRuns: quickly(runs) * Number(process.env['FUZZ_TIMES'] ?? 1) }
}
