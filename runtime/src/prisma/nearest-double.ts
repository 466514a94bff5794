import type { Operator } from '../vocabulary/operators.js'
import { compareDecimals } from '../vocabulary/decimal.js'

/** A comparison with a double. */
export interface DoubleComparison {
  readonly operator: Operator
  readonly value: string
}

/**
 * A comparison with a decimal as one with the double next to it, for a store that keeps decimals as doubles. A decimal
 * that is not a double lies between two of them, so `gt` and `gte` mean the same for it. Undefined where no double is
 * equal to it.
 */
export function nearestDouble(operator: Operator, text: string): DoubleComparison | undefined {
  const value = String(Number(text))
  // Of one beyond the doubles nothing is known: the store compares it as it does.
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
