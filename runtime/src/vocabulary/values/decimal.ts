const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/**
 * Whether a string is a decimal: `-0.10`, `1e30`. A number beyond the range of floats is rejected, because a store
 * would spend hours expanding `1e999999999`.
 */
export const isDecimal = (text: string): boolean =>
  /^-?(?:\d{1,400}(?:\.\d{1,400})?)(?:e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))

/**
 * Compares two numbers in decimal notation by all of their digits. The result is less than 0, 0 or greater than 0;
 * undefined if one of the strings is not a number.
 */
export function compareDecimals(one: string, other: string): number | undefined {
  const [a, b] = [decimalParts(one), decimalParts(other)]
  if (!a || !b) return undefined
  const scale = Math.max(a.scale, b.scale)
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * All digits of a number in decimal notation, and the number of digits after the point; undefined if the text is not a
 * number.
 */
export function decimalParts(text: string): { readonly digits: bigint; readonly scale: number } | undefined {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  return whole === undefined
    ? undefined
    : { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) }
}

/**
 * A number without an exponent and without superfluous zeros: `1.50` becomes `1.5`. Undefined if the text is not a
 * number.
 */
export function plainDecimal(text: string): string | undefined {
  const parts = decimalParts(text)
  if (!parts) return undefined
  const { digits, scale } = parts
  if (digits === 0n) return '0'
  const sign = digits < 0n ? '-' : ''
  const magnitude = String(digits < 0n ? -digits : digits) + '0'.repeat(Math.max(0, -scale))
  if (scale <= 0) return sign + magnitude
  const padded = magnitude.padStart(scale + 1, '0')
  const fraction = padded.slice(-scale).replace(/0+$/, '')
  return `${sign}${padded.slice(0, -scale)}${fraction && `.${fraction}`}`
}
