/** Random numbers, which are the same for the same seed. */
export interface Dice {
  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number
  /** A fractional number from 0 up to, but not including, the bound. */
  upTo(bound: number): number
  /** One of the given values. */
  of<Value>(values: readonly Value[]): Value
}

/** A random generator with a seed (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return { below, upTo: (bound) => next() * bound, of: (values) => values[below(values.length)] as never }
}

/**
 * The seed for random moments and choices. It is the same in every run of the tests, and different in every soak.
 * `FUZZ_SEED` repeats a run.
 */
export const SEED: number = Number(
  process.env['FUZZ_SEED'] ?? (process.env['SOAK'] === '1' ? Date.now() % 2 ** 31 : 20_260_101),
)
