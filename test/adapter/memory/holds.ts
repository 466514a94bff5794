import type {
  AdapterRelation,
  Comparison,
  Condition,
  ConditionValue,
  KeyValues,
} from '@jsonapi-gen/runtime/adapter'
import { comparable, compareValues, equal } from './values.js'
import type { MemoryRow, MemoryScope, MemoryStore } from './store.js'

/**
 * Returns whether a condition holds for a row (rules 3.4, 3.5). A negation is the complement, and includes
 * rows with null.
 */
export function holds(
  condition: Condition<MemoryScope>,
  row: MemoryRow,
  model: string,
  store: MemoryStore,
): boolean {
  switch (condition.kind) {
    case 'compare':
      return compares(condition, row, model, store)
    case 'among': {
      const found = related(row, condition.through, model, store)
      const has = (key: KeyValues): boolean =>
        condition.columns.every((column, index) => equal(found?.[column], key[index]))
      return found !== undefined && condition.keys.some(has)
    }
    case 'some': {
      const found = related(row, condition.through, model, store)
      const { relation } = condition
      const target = String(relation.target.model)
      return (
        found !== undefined &&
        linked(found, relation, store).some((child) => holds(condition.condition, child, target, store))
      )
    }
    case 'and':
      return condition.conditions.every((member) => holds(member, row, model, store))
    case 'or':
      return condition.conditions.some((member) => holds(member, row, model, store))
    case 'not':
      return !holds(condition.condition, row, model, store)
    case 'scope': {
      const found = related(row, condition.through ?? [], model, store)
      return found !== undefined && condition.scope.conditions.every((member) => member(found))
    }
  }
}

/** The rows in a to-many relationship. */
function linked(
  row: MemoryRow,
  { target: { model }, pairs, join }: AdapterRelation,
  store: MemoryStore,
): readonly MemoryRow[] {
  const target = String(model)
  const isOurs = (columns: readonly string[]) => (holder: MemoryRow) =>
    pairs.owner.every((column, index) => equal(holder[columns[index] ?? ''], row[column]))
  const belongs = (child: MemoryRow): boolean =>
    join
      ? store.relation(target, join.relation).rows(child).some(isOurs(join.key))
      : isOurs(pairs.target)(child)
  return store.rows(target).filter(belongs)
}

function compares(
  { operator, through, ...comparison }: Comparison,
  row: MemoryRow,
  model: string,
  store: MemoryStore,
): boolean {
  const isNegated = operator.startsWith('not_')
  const positive = isNegated ? operator.slice('not_'.length) : operator
  const found = related(row, through, model, store)
  const result = found !== undefined && anyOf(positive, found[comparison.column], comparison.value)
  return isNegated ? !result : result
}

/** The record at the end of a path of to-one relationships. */
export function related(
  row: MemoryRow,
  [name, ...rest]: readonly string[],
  model: string,
  store: MemoryStore,
): MemoryRow | undefined {
  if (name === undefined) return row
  const relation = store.relation(model, name)
  const [next] = relation.rows(row)
  return next && related(next, rest, relation.model, store)
}

function anyOf(operator: string, actual: unknown, value: ConditionValue): boolean {
  return Array.isArray(value)
    ? value.some((member: ConditionValue) => one(operator, actual, member))
    : one(operator, actual, value)
}

function one(operator: string, actual: unknown, value: ConditionValue): boolean {
  if (value === null) return operator === 'eq' && (actual === null || actual === undefined)
  if (actual === null || actual === undefined) return false
  const wanted = typeof value === 'object' && 'json' in value ? value.json : value
  const text = String(actual).toLowerCase()
  const part = String(wanted).toLowerCase()
  switch (operator) {
    case 'eq':
      return equal(actual, typeof comparable(actual) === 'number' ? numberOf(wanted) : wanted)
    case 'gt':
      return compareValues(actual, numberOf(wanted)) > 0
    case 'gte':
      return compareValues(actual, numberOf(wanted)) >= 0
    case 'lt':
      return compareValues(actual, numberOf(wanted)) < 0
    case 'lte':
      return compareValues(actual, numberOf(wanted)) <= 0
    case 'prefix':
      return text.startsWith(part)
    case 'suffix':
      return text.endsWith(part)
    case 'contains':
      return text.includes(part)
    default:
      throw new Error(`The in-memory adapter does not know the operator "${operator}".`)
  }
}

/** Converts a decimal, which arrives as text. */
const numberOf = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value)
