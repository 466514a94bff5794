import { decimalParts } from '../vocabulary/decimal.js'

/** What MySQL and MariaDB hold: 65 digits, of which MariaDB has 38 behind the point, and MySQL 30. */
const DIGITS = 65
const PLACES = 38

/**
 * A decimal to compare with, as MySQL and MariaDB read it from a text. They clamp what is too great to 65 nines,
 * overflow at 81 digits below zero, and cut a long fraction off. A value that no column can hold is replaced by
 * another such value that stands between the same two values of a column. A great number becomes one above 65 nines,
 * and a long fraction ends in a digit other than zero.
 */
export function boundedDecimal(text: string): string {
  const parts = decimalParts(text)
  if (!parts || parts.digits === 0n) return '0'
  const { digits, scale } = parts
  const sign = text.startsWith('-') ? '-' : ''
  const plain = String(digits < 0n ? -digits : digits)
  const all = scale < 0 ? plain + '0'.repeat(-scale) : plain.padStart(scale + 1, '0')
  const point = all.length - Math.max(scale, 0)
  const whole = all.slice(0, point)
  if (whole.length > DIGITS) return `${sign}${'9'.repeat(DIGITS)}.9`
  const fraction = all.slice(point)
  const places = Math.min(PLACES, DIGITS + 1 - whole.length)
  if (fraction.length <= places) return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
  const isCut = /[1-9]/.test(fraction.slice(places))
  const kept = fraction.slice(0, places)
  return `${sign}${whole}.${isCut ? kept.replace(/0$/, '1') : kept}`
}
