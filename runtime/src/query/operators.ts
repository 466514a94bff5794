import type { Kind } from '../value/type.js'
import type { Operator } from '../shape/shape.js'

const EQUALITY = ['eq', 'not_eq'] as const
const ORDER = ['gt', 'not_gt', 'gte', 'not_gte', 'lt', 'not_lt', 'lte', 'not_lte'] as const
const TEXT = ['prefix', 'not_prefix', 'suffix', 'not_suffix', 'contains', 'not_contains'] as const

/** Every operator (rule 3.5). */
export const OPERATORS: readonly Operator[] = Object.freeze([...EQUALITY, ...ORDER, ...TEXT])

const NAMES: ReadonlySet<string> = new Set(OPERATORS)

/** The operator that holds for just the rows that this one does not hold for (rule 3.4). */
export function opposite(operator: Operator): Operator {
  const name = operator.startsWith('not_') ? operator.slice('not_'.length) : `not_${operator}`
  if (!isOperator(name)) throw new Error(`The operator "${operator}" has no opposite.`)
  return name
}

/** Whether a name is an operator's. */
export function isOperator(name: string): name is Operator {
  return NAMES.has(name)
}

/** The operators of a filter that declares none: what its kind of data can be compared by (rule 3.5). */
export function defaultOperators(kind: Kind, list: boolean): readonly Operator[] {
  if (list) return EQUALITY
  switch (kind) {
    case 'string':
      return [...EQUALITY, ...TEXT]
    case 'integer':
    case 'bigint':
    case 'float':
    case 'decimal':
    case 'date':
    case 'datetime':
      return [...EQUALITY, ...ORDER]
    case 'boolean':
    case 'uuid':
    case 'json':
    case 'bytes':
    case 'enum':
      return EQUALITY
  }
}

/**
 * The operators of a filter by the adapter (rule 3.5): the declared ones that fit its kind of data, or all those of
 * the kind. Only a text may be given an order, which is the store's.
 */
export function operatorsOf(
  declared: readonly Operator[] | undefined,
  kind: Kind,
  list: boolean,
): readonly Operator[] {
  const possible = kind === 'string' && !list ? OPERATORS : defaultOperators(kind, list)
  return declared?.filter((operator) => possible.includes(operator)) ?? defaultOperators(kind, list)
}

/** A group of filters: all of them hold, any of them, or none. */
export type GroupKind = 'and' | 'or' | 'not'

/** Whether a name is that of a group. */
export const isGroup = (name: string): name is GroupKind => name === 'and' || name === 'or' || name === 'not'
