import { inject } from 'vitest'

/** Whether the run is complete, as with `npm run soak`: without samples, and with larger counts. */
export const isSoak: boolean = process.env['SOAK'] === '1'

/** Whether the run is `npm test`, which draws a tenth of the random inputs. `npm run test:slow` draws all of them. */
export const isQuick: boolean = process.env['QUICK'] === '1'

/** The number of random inputs in this kind of run, given the number in a complete run. */
export const quickly = (count: number): number => (isQuick ? Math.ceil(count / 10) : count)

/**
 * A sample of the cases, in their order: one in `many`. A soak uses all cases. Every run of the tests uses the same
 * sample. `npm run fuzz` uses a different one and prints its seed, which `SAMPLE_SEED` repeats.
 *
 * ```ts
 * test.each(oneIn(2, LIMITS))('with %i files open', async (limit) => …)
 * ```
 */
export function oneIn<Case>(many: number, cases: readonly Case[]): readonly Case[] {
  return isSoak ? cases : sampleOf(cases, many, inject('sampleSeed'))
}

/** The sample for a seed. Every case is in exactly one of the samples for `many` consecutive seeds. */
export function sampleOf<Case>(cases: readonly Case[], many: number, seed: number): readonly Case[] {
  return cases.filter((_, index) => index % many === seed % many)
}
