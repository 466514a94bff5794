import { compareDecimals, decimalParts } from '../vocabulary/values/decimal.js'
import type { Operator } from '../vocabulary/operators.js'

/** The digits that MySQL and MariaDB support: 65 in total; after the point, 38 in MariaDB and 30 in MySQL. */
const DIGITS = 65
const PLACES = 38

/**
 * A decimal to compare with, in a form that MySQL and MariaDB parse correctly, although they clamp large numbers and
 * truncate long fractions. A value that no column can store is replaced by a value between the same two column values.
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

/** A comparison with a double. */
export interface DoubleComparison {
  readonly operator: Operator
  readonly value: string
}

/**
 * Converts a comparison with a decimal to a comparison with the nearest double, for a store that keeps decimals as
 * doubles. A decimal that is not a double lies between two doubles, so `gt` and `gte` have the same meaning for it.
 * Undefined if no double equals the decimal.
 */
export function nearestDouble(operator: Operator, text: string): DoubleComparison | undefined {
  const value = String(Number(text))
  // A number that exceeds the range of doubles is left to the store's comparison.
  const side = compareDecimals(value, text)
  if (side === undefined || side === 0) return { operator, value: text }
  switch (operator) {
    case 'gt':
    case 'gte':
      return { operator: side > 0 ? 'gte' : 'gt', value }
    case 'lt':
    case 'lte':
      return { operator: side > 0 ? 'lt' : 'lte', value }
    case 'eq':
      return undefined
    default:
      return { operator, value: text }
  }
}
