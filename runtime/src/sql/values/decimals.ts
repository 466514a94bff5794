import { decimalParts, plainDecimal } from '../../vocabulary/values/decimal.js'

/** A driver's decimal, as text without an exponent and without superfluous zeros. */
export const decimalOf = (value: unknown): string => plainDecimal(String(value)) ?? String(value)

/** The minimum number of significant digits of a quotient. */
const DIGITS = 20

/**
 * A sum divided by a count, as text. It has at least 20 significant digits, or more if the sum is longer, and is
 * rounded half up.
 */
export function decimalQuotient(sum: string, count: number): string {
  const { digits, scale } = decimalParts(sum) ?? { digits: 0n, scale: 0 }
  const size = String(digits < 0n ? -digits : digits).replace(/0+$/, '').length
  const precision = Math.max(DIGITS, size + Math.ceil(Math.log2(count)))
  // One extra digit determines the rounding.
  const shift = precision + String(count).length + 1
  const scaled = (digits < 0n ? -digits : digits) * 10n ** BigInt(shift)
  const quotient = scaled / BigInt(count)
  const text = roundedTo(quotient, precision, scaled % BigInt(count) !== 0n)
  return decimalOf(`${digits < 0n ? '-' : ''}${text.digits}e${text.exponent - shift - scale}`)
}

/** Rounds a decimal half up to a number of significant digits. */
export function toSignificant(text: string, precision: number): string {
  const { digits, scale } = decimalParts(text) ?? { digits: 0n, scale: 0 }
  const rounded = roundedTo(digits < 0n ? -digits : digits, precision, false)
  return decimalOf(`${digits < 0n ? '-' : ''}${rounded.digits}e${rounded.exponent - scale}`)
}

function roundedTo(
  digits: bigint,
  precision: number,
  hasRest: boolean,
): { readonly digits: string; readonly exponent: number } {
  const text = String(digits)
  const over = text.length - precision
  if (over <= 0) return { digits: text, exponent: 0 }
  const kept = BigInt(text.slice(0, precision))
  const rest = text.slice(precision)
  const isUp = rest.charCodeAt(0) >= '5'.charCodeAt(0) || (hasRest && rest.startsWith('5'))
  return { digits: String(isUp ? kept + 1n : kept), exponent: over }
}
