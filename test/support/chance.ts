import type { Parameters } from 'fast-check'
import { quickly } from './sample.js'

/** The parameters of a property's runs. */
export interface Chance {
  readonly seed: number
  readonly numRuns: number
}

/**
 * How often a property is run, and with which inputs: the same ones in every run of the tests, so that a change is judged
 * by what it did. `npm test` runs a tenth of them. `npm run fuzz` looks for more, with other inputs and ten times as many.
 */
export function chance(runs: number): Chance & Parameters<unknown> {
  const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_101)
  return { seed, numRuns: quickly(runs) * Number(process.env['FUZZ_TIMES'] ?? 1) }
}
