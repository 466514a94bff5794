/** Random choices that depend only on the seed. */
export interface Dice {
  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number
  /** Returns true with a probability of one in the given number. */
  oneIn(count: number): boolean
  /** A random value from the list; undefined if the list is empty. */
  of<Value>(values: readonly Value[]): Value | undefined
  /** The same values in a random order. */
  shuffled<Value>(values: readonly Value[]): Value[]
}

/** A random generator with a seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    below,
    oneIn: (count) => below(count) === 0,
    of: (values) => values[below(values.length)],
    shuffled(values) {
      const left = [...values]
      for (let index = left.length - 1; index > 0; index--) {
        const other = below(index + 1)
        const [one, two] = [left[index], left[other]]
        if (one !== undefined && two !== undefined) [left[index], left[other]] = [two, one]
      }
      return left
    },
  }
}

/** A seed for the part of a run with that name. */
export function seedFor(seed: number, ...names: readonly (string | number)[]): number {
  let hash = seed | 0
  for (const character of names.join('\0')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) + 0x9e3779b9
  }
  return hash | 0
}
