import { decimalParts } from '@jsonapi-gen/runtime/adapter'
import { plainDecimal } from '@jsonapi-gen/runtime/sql'

/** A decimal of a driver as a text without an exponent and without superfluous zeros. */
export const decimalOf = (value: unknown): string => plainDecimal(String(value)) ?? String(value)

/** How many significant digits a quotient has at least. */
const DIGITS = 20

/**
 * A sum divided by a count, as a text. It has 20 significant digits, or as many as the sum and the halves of the count need,
 * and is rounded half up.
 */
export function decimalQuotient(sum: string, count: number): string {
  const { digits, scale } = decimalParts(sum) ?? { digits: 0n, scale: 0 }
  const size = String(digits < 0n ? -digits : digits).replace(/0+$/, '').length
  const precision = Math.max(DIGITS, size + Math.ceil(Math.log2(count)))
  // One digit more than is kept decides how it is rounded.
  const shift = precision + String(count).length + 1
  const scaled = (digits < 0n ? -digits : digits) * 10n ** BigInt(shift)
  const quotient = scaled / BigInt(count)
  const text = roundedTo(quotient, precision, scaled % BigInt(count) !== 0n)
  return decimalOf(`${digits < 0n ? '-' : ''}${text.digits}e${text.exponent - shift - scale}`)
}

/** A decimal that is rounded to significant digits, half up. */
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
