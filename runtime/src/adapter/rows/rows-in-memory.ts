import { memberOf } from '../../base/cast.js'
import type { ConditionValue } from '../../vocabulary/values/condition-value.js'
import type { Comparison, Condition } from '../condition.js'
import type { StatRequest } from '../stat-request.js'
import type { Order } from '../window.js'

/**
 * Whether a row meets a condition, for stores that cannot search by themselves. A negation is the complement, so it
 * also matches null. Only the row's own columns are used, so a condition through a relation throws an Error.
 *
 * ```ts
 * const found = (rows: readonly object[], condition: Condition<readonly object[]>): readonly object[] =>
 *   rows.filter((row) => passes(condition, row, (scope) => scope.includes(row)));
 * ```
 *
 * A decimal that is stored as a string is compared as a string. Store it as a number if it has few enough digits.
 *
 * @param inScope returns whether the row is in a scope that is part of the condition
 */
export function passes<Scope>(
  condition: Condition<Scope>,
  row: object,
  inScope: (scope: Scope) => boolean,
): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.conditions.every((one) => passes(one, row, inScope))
    case 'or':
      return condition.conditions.some((one) => passes(one, row, inScope))
    case 'not':
      return !passes(condition.condition, row, inScope)
    case 'some':
      throw new Error(`In-memory rows cannot be filtered through "${condition.relation.name}".`)
    case 'compare':
    case 'among':
    case 'scope':
      if (condition.through && condition.through.length > 0) {
        throw new Error(`In-memory rows cannot be filtered through "${condition.through.join('.')}".`)
      }
  }
  switch (condition.kind) {
    case 'compare':
      return compares(condition, memberOf(row, condition.column))
    case 'among':
      return condition.keys.some((key) =>
        condition.columns.every((column, at) => isSame(memberOf(row, column), key[at])),
      )
    case 'scope':
      return inScope(condition.scope)
  }
}

/** Compares two rows by their own columns, for sorting. Null is greater than any value. */
export function compareRows(order: readonly Order[], one: object, other: object): number {
  for (const { column, direction } of order) {
    const side = compareValues(memberOf(one, column), memberOf(other, column))
    if (side !== 0) return direction === 'asc' ? side : -side
  }
  return 0
}

/**
 * A built-in calculation over rows. Nulls are ignored. The sum and the average of no values are 0. The calculation uses
 * numbers, so a store with decimals or bigints must calculate these itself.
 */
export function statOfRows({ column, calculation, distinct }: StatRequest, rows: readonly object[]): unknown {
  if (column === 'total' && calculation === 'count' && distinct !== true) return rows.length
  const values = rows.map((row) => memberOf(row, column)).filter((value) => !isNull(value))
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  const ordered = values.toSorted(compareValues)
  switch (calculation) {
    case 'count':
      return new Set(values.map(comparable)).size
    case 'sum':
      return sum
    case 'average':
      return values.length === 0 ? 0 : sum / values.length
    case 'minimum':
      return ordered[0] ?? null
    case 'maximum':
      return ordered.at(-1) ?? null
  }
}

function compares({ operator, value }: Comparison, actual: unknown): boolean {
  const isNegated = operator.startsWith('not_')
  const positive = isNegated ? operator.slice('not_'.length) : operator
  const wanted: readonly unknown[] = Array.isArray(value) ? value : [value]
  return wanted.some((one) => comparesOne(positive, actual, one)) !== isNegated
}

function comparesOne(operator: string, actual: unknown, given: unknown): boolean {
  const wanted = isJson(given) ? given.json : given
  if (isNull(actual) || isNull(wanted)) return operator === 'eq' && isNull(actual) && isNull(wanted)
  const side = compareValues(actual, wanted)
  const [text, part] = [String(actual).toLowerCase(), String(wanted).toLowerCase()]
  switch (operator) {
    case 'eq':
      return isSame(actual, wanted)
    case 'gt':
      return side > 0
    case 'gte':
      return side >= 0
    case 'lt':
      return side < 0
    case 'lte':
      return side <= 0
    case 'prefix':
      return text.startsWith(part)
    case 'suffix':
      return text.endsWith(part)
    case 'contains':
      return text.includes(part)
    default:
      throw new Error(`In-memory rows do not support the operator "${operator}".`)
  }
}

const isNull = (value: unknown): boolean => value === null || value === undefined

const isJson = (value: unknown): value is Extract<ConditionValue, { readonly json: unknown }> =>
  typeof value === 'object' && value !== null && 'json' in value

/** A moment becomes its milliseconds, JSON becomes its text; any other value stays as it is. */
function comparable(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

const isSame = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other)

function compareValues(one: unknown, other: unknown): number {
  if (isNull(one) || isNull(other)) return Number(isNull(one)) - Number(isNull(other))
  const [a, b] = [comparable(one), comparable(other)]
  if (a === b) return 0
  const isNumber = typeof a === 'number' || typeof a === 'bigint'
  return (isNumber ? Number(a) < Number(b) : String(a) < String(b)) ? -1 : 1
}
