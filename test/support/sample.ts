import { inject } from 'vitest'

/** Whether everything is asked for, as `npm run soak` does: no samples, and larger counts. */
export const isSoak: boolean = process.env['SOAK'] === '1'

/**
 * A sample of the cases, in their order: one in so many. A soak has all of them. The seed of a run is the number of its day,
 * so that all cases have their turn within so many days. `npm test` says the seed at its end; `SAMPLE_SEED` repeats it.
 *
 * ```ts
 * test.each(oneIn(2, LIMITS))('with %i files open', async (limit) => …)
 * ```
 */
export function oneIn<Case>(many: number, cases: readonly Case[]): readonly Case[] {
  return isSoak ? cases : sampleOf(cases, many, inject('sampleSeed'))
}

/** The sample of a seed: as many seeds as there are samples, one after another, have every case once. */
export function sampleOf<Case>(cases: readonly Case[], many: number, seed: number): readonly Case[] {
  return cases.filter((_, index) => index % many === seed % many)
}
