import type { ValueType } from './types.js'

/** Every filter operator (rule 3.5). */
export const OPERATORS = [
  'eq',
  'not_eq',
  'gt',
  'not_gt',
  'gte',
  'not_gte',
  'lt',
  'not_lt',
  'lte',
  'not_lte',
  'prefix',
  'not_prefix',
  'suffix',
  'not_suffix',
  'contains',
  'not_contains',
] as const

/** A filter operator. */
export type Operator = (typeof OPERATORS)[number]

const EQUALITY: readonly Operator[] = ['eq', 'not_eq']
const ORDER: readonly Operator[] = [
  'eq',
  'not_eq',
  'gt',
  'not_gt',
  'gte',
  'not_gte',
  'lt',
  'not_lt',
  'lte',
  'not_lte',
]
const NONE: readonly Operator[] = []
const PATTERNS: readonly Operator[] = [
  'prefix',
  'not_prefix',
  'suffix',
  'not_suffix',
  'contains',
  'not_contains',
]
const TEXT: readonly Operator[] = [...EQUALITY, ...PATTERNS]

/** The operators that a filter of the type has unless it names fewer (rule 3.5). */
export function operatorsOf({ base, list, stored }: ValueType): readonly Operator[] {
  if (stored === 'incomparable') return NONE
  if (stored === 'longText') return PATTERNS
  if (list || stored === 'inet' || stored === 'bits') return EQUALITY
  switch (base) {
    case 'string':
      return TEXT
    case 'integer':
    case 'bigint':
    case 'float':
    case 'decimal':
    case 'date':
    case 'datetime':
      return ORDER
    case 'boolean':
    case 'enum':
    case 'uuid':
    case 'json':
    case 'bytes':
      return EQUALITY
  }
}
