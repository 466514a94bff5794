/** Compares two numbers exactly: one of a bigint or of a decimal is a text, because no number holds all of its digits. */
export function isMore(one: number | string, other: number | string): boolean {
  const [left, right] = scaled(one, other)
  return left > right
}

/** Whether two numbers are the same, however each is written: `1` and `"1"`, `0.5` and `"0.50"`. */
export function isSameNumber(one: number | string, other: number | string): boolean {
  const [left, right] = scaled(one, other)
  return left === right
}

/** Two numbers as whole ones, of the unit of the last digit that either has. */
function scaled(one: number | string, other: number | string): readonly [bigint, bigint] {
  const parts = [one, other].map(partsOf)
  const last = Math.min(...parts.map(({ exponent }) => exponent))
  const [left = 0n, right = 0n] = parts.map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - last))
  return [left, right]
}

function partsOf(number: number | string): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = '0', power = '0'] = String(number).toLowerCase().split('e')
  const [whole = '0', places = ''] = mantissa.split('.')
  const isNegative = whole.startsWith('-')
  const digits = BigInt(whole.replace(/^[+-]/, '') + places)
  return { digits: isNegative ? -digits : digits, exponent: Number(power) - places.length }
}
