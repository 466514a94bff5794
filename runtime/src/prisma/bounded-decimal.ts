import { decimalParts } from '../value/decimal.js'

/** What MySQL and MariaDB hold: 65 digits, of which MariaDB has 38 behind the point, and MySQL 30. */
const DIGITS = 65
const PLACES = 38

/**
 * A decimal to compare with, as MySQL and MariaDB take it from a text: they clamp what is too great to 65 nines, turn over
 * at 81 digits below zero, and cut a long fraction off. What no column holds becomes something else that none holds, and
 * that stands between the same two values of a column: a great number is one above 65 nines, a long fraction ends in a
 * digit that is no zero.
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
