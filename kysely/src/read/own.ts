import { type Column, modelOf } from '@jsonapi-gen/runtime/adapter'
import {
  allOf as all,
  anyOf as any,
  codingOf,
  columnAt,
  NEVER,
  type Place,
  rootPlace,
  type Sql,
  sql,
  type Store,
  tableAt,
  tuple,
} from '@jsonapi-gen/runtime/sql'
import { ExpressionWrapper, type OperationNode } from 'kysely'
import type { OwnCondition } from '../scope/kysely-scope.js'
import type { ScopeValue, ScopeValues } from '../scope/scope-values.js'
import { placedExpression } from './expression.js'
import { givenSql, storedColumn } from './given.js'

/** A condition that the application wrote, at a place. */
export const ownSql = (store: Store, own: OwnCondition, place: Place): Sql =>
  own.kind === 'values'
    ? all(own.values.map((value) => valueSql(store, value, place)))
    : expressionSql(store, own.node, place)

/** A column that must equal the given value, or one of the values in a list. */
function valueSql(store: Store, [stored, value]: ScopeValues[number], place: Place): Sql {
  const { provider, datamodel } = store
  const ref = sql.id(place.alias, stored)
  const column = storedColumn(datamodel, place.model, stored)
  if (value === null) return sql`${ref} is null`
  const coding = column && codingOf(provider, column)
  if (!isValues(value)) {
    return value instanceof Date && isMoment(column) && coding
      ? coding.equals(ref, value)
      : sql`${ref} = ${givenSql(provider, column, value)}`
  }
  if (column?.type.list && coding) return sql`${ref} = ${coding.give(value)}`
  const some = value.filter((one) => one !== null)
  const listed =
    isMoment(column) && coding?.hasIn === false
      ? any(some.map((one) => valueSql(store, [stored, one], place)))
      : some.length === 0
        ? NEVER
        : sql`${ref} in (${sql.join(some.map((one) => givenSql(provider, column, one)))})`
  return some.length === value.length ? listed : any([listed, sql`${ref} is null`])
}

const isValues = (
  value: ScopeValues[number][1],
): value is Extract<ScopeValues[number][1], readonly (ScopeValue | null)[]> => Array.isArray(value)

const isMoment = (column: Column | undefined): boolean =>
  column?.type.list === false && (column.type.kind === 'date' || column.type.kind === 'datetime')

/**
 * A condition that the application wrote with the column names of its table. Raw SQL and subqueries need a query over
 * this table alone, without an alias: among other tables, a name could be ambiguous.
 */
function expressionSql(store: Store, node: OperationNode, place: Place): Sql {
  const root = rootPlace(store, place.model)
  const isNatural = place.alias === root.alias
  const placed = placedExpression(store, node, place)
  if (!placed.isOpaque || (isNatural && !place.isBeside)) return sql`(${new ExpressionWrapper(placed.node)})`
  const condition = new ExpressionWrapper(placedExpression(store, node, root).node)
  const key = modelOf(store.datamodel, place.model).constraints[0]?.columns ?? []
  const here = key.map((column) => columnAt(store, place, column))
  const there = key.map((column) => columnAt(store, root, column))
  const from = sql`from ${tableAt(store, root)} where`
  if (isNatural) return sql`${tuple(here)} in (select ${sql.join(there)} ${from} (${condition}))`
  const same = here.map((column, index) => sql`${there[index]} = ${column}`)
  return sql`exists (select 1 ${from} ${sql.join([...same, sql`(${condition})`], sql` and `)})`
}
