import {
  type Calculation,
  comparesBy,
  defaultOperators,
  isCalculable,
  isSortable,
  type Operator,
  OPERATORS,
} from '@jsonapi-gen/runtime/vocabulary'
import type { ValueType } from './types.js'

/** A filter's default operators (rule 3.5): the operators of its kind that the store supports. */
export function operatorsOf({ kind, list, stored }: ValueType): readonly Operator[] {
  switch (stored) {
    case 'incomparable':
      return []
    case 'longText':
      return OPERATORS.filter((operator) => comparesBy(operator) === 'pattern')
    case 'inet':
    case 'bits':
      return defaultOperators(kind, list).filter((operator) => comparesBy(operator) === 'equality')
    case 'padded':
      return defaultOperators(kind, list).filter((operator) => !operator.endsWith('suffix'))
    case 'oid':
    case 'money':
    case undefined:
      return defaultOperators(kind, list)
  }
}

/** Whether the type's kind and the store allow sorting by its values (rule 4.2). */
export function isOrderable(type: ValueType): boolean {
  return isSortable(type) && isComparable(type)
}

/** Whether the type's kind and the store allow a calculation (rule 6.1). */
export function hasCalculation(type: ValueType, calculation: Calculation): boolean {
  if (!isCalculable(type, calculation) || !isComparable(type)) return false
  switch (calculation) {
    case 'count':
      return true
    case 'sum':
    case 'average':
      return type.stored !== 'oid' && type.stored !== 'money'
    case 'maximum':
    case 'minimum':
      return type.stored !== 'bits'
  }
}

/** Whether the store can compare values of the type. */
function isComparable({ stored }: ValueType): boolean {
  return stored !== 'incomparable' && stored !== 'longText'
}
