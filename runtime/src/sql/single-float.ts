/** The shortest decimal number that is the same four-byte float: 0.1 for 0.10000000149011612. */
export function shortestSingle(value: number): number {
  const single = Math.fround(value)
  if (!Number.isFinite(single)) return value
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const shorter = Number(single.toPrecision(digits))
    if (Math.fround(shorter) === single) return shorter
  }
  return Number(single.toPrecision(MOST_DIGITS))
}

/** The four-byte float that a number is compared with. An out-of-range number is unchanged. */
export const nearestSingle = (value: number): number => {
  const single = Math.fround(value)
  return Number.isFinite(single) ? single : value
}

/** Nine digits distinguish all floats of four bytes. */
const MOST_DIGITS = 9
