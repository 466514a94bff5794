import { type AttributeType, isNumeric } from './values/type.js'

/** The built-in calculations of a stat. */
export const CALCULATIONS = ['count', 'sum', 'average', 'maximum', 'minimum'] as const

/** A built-in calculation. */
export type Calculation = (typeof CALCULATIONS)[number]

/**
 * Whether every store supports a calculation for a type. Numbers have sums. Types that all stores sort alike have a
 * maximum.
 */
export function isCalculable(type: Pick<AttributeType, 'kind' | 'list'>, calculation: Calculation): boolean {
  const { kind, list } = type
  if (list || kind === 'json') return false
  switch (calculation) {
    case 'count':
      return true
    case 'sum':
    case 'average':
      return isNumeric(type)
    case 'maximum':
    case 'minimum':
      return isNumeric(type) || kind === 'string' || kind === 'date' || kind === 'datetime'
  }
}
