import {
  type AttributeType,
  type Column,
  type Comparison,
  type Condition,
  type ConditionValue,
  foreignKeyOf,
  inverseRelation,
  isJsonValue,
  isPositive,
  type JoinedTo,
  modelOf,
  type Operator,
  opposite,
  relatedModel,
  type Some,
} from '@jsonapi-gen/runtime/adapter'
import { type JoinedRelation, nearestDouble } from '@jsonapi-gen/runtime/sql'
import { ExpressionWrapper, type OperationNode, type RawBuilder, sql } from 'kysely'
import type { KyselyScope, ScopePart } from '../scope/kysely-scope.js'
import type { ScopeValue, ScopeValues } from '../scope/scope-values.js'
import type { Coding } from '../values/coding.js'
import { codingOf } from '../values/coding-of.js'
import { comparedDecimal } from '../values/mysql.js'
import { placedExpression } from './expression.js'
import { givenSql, storedColumn } from './given.js'
import { joinOf, type StoredJoin } from './join.js'
import {
  codingAt,
  columnAt,
  nameBeside,
  type Place,
  placeBelow,
  placeBeside,
  rootPlace,
  type Store,
  tableAt,
  tableOf,
} from '../store/store.js'

type Sql = RawBuilder<unknown>

const ALWAYS: Sql = sql`1 = 1`
const NEVER: Sql = sql`1 = 0`

/**
 * A condition as SQL (rules 3.4, 3.5). A negation is the complement: `eq` and `not_eq` together find all rows,
 * including rows for which the database returns unknown.
 */
export function conditionSql(store: Store, condition: Condition<KyselyScope>, place: Place): Sql {
  switch (condition.kind) {
    case 'compare': {
      const isNegated = condition.operator.startsWith('not_')
      const operator = isNegated ? opposite(condition.operator) : condition.operator
      const holds = toOne(store, condition.through, place, (there) =>
        positive(store, { ...condition, operator }, there),
      )
      // "No related record meets the condition": this includes rows without a related record.
      return isNegated ? complement(store, holds) : holds
    }
    case 'among':
      return toOne(store, condition.through, place, (there) =>
        keyedSql(store, there, condition.columns, condition.keys),
      )
    case 'some':
      return toOne(store, condition.through, place, (there) => someSql(store, condition, there))
    case 'and':
      return all(condition.conditions.map((member) => conditionSql(store, member, place)))
    case 'or':
      return any(condition.conditions.map((member) => conditionSql(store, member, place)))
    case 'not':
      return complement(store, conditionSql(store, condition.condition, place))
    case 'scope':
      return toOne(store, condition.through ?? [], place, (there) => scopeSql(store, condition.scope, there))
  }
}

/** The conditions of a scope at a place. */
export const scopeSql = (store: Store, { parts }: KyselyScope, place: Place): Sql =>
  all(parts.where.map((part) => partSql(store, part, place)))

function partSql(store: Store, part: ScopePart, place: Place): Sql {
  switch (part.kind) {
    case 'condition':
      return conditionSql(store, part.condition, place)
    case 'joined':
      return joinedSql(store, part.joined, place)
    case 'values':
      return all(part.values.map((value) => valueSql(store, value, place)))
    case 'expression':
      return expressionSql(store, part.node, place)
  }
}

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

/** The rows whose related record, through to-one relations, meets a condition. */
function toOne(
  store: Store,
  [relation, ...rest]: readonly string[],
  place: Place,
  at: (place: Place) => Sql,
): Sql {
  if (relation === undefined) return at(place)
  const { model, pairs } = toOneRelation(store, place.model, relation)
  const there = placeBelow(store, place, model)
  return existsSql(store, there, [...pairsSql(store, place, there, pairs), toOne(store, rest, there, at)])
}

/** The equality of two tables' columns. */
export type Pairs = readonly (readonly [here: string, there: string])[]

/** A to-one relation: its model, and the columns that must be equal. */
export function toOneRelation(
  { datamodel }: Store,
  model: string,
  relation: string,
): { readonly model: string; readonly pairs: Pairs } {
  const target = relatedModel(datamodel, model, relation)
  const inverse = inverseRelation(datamodel, model, relation)
  const own = foreignKeyOf(datamodel, model, relation)
  if (target !== undefined && own) return { model: target, pairs: pairsOf(own.columns, own.references) }
  const other =
    target === undefined || inverse === undefined ? undefined : foreignKeyOf(datamodel, target, inverse)
  if (target !== undefined && other) return { model: target, pairs: pairsOf(other.references, other.columns) }
  throw new Error(`The facts about the store contain no to-one relation "${relation}" of ${model}.`)
}

const pairsOf = (here: readonly string[], there: readonly string[]): Pairs =>
  here.map((column, index) => [column, there[index] ?? ''])

const pairsSql = (store: Store, here: Place, there: Place, pairs: Pairs): readonly Sql[] =>
  pairs.map(([one, other]) => sql`${columnAt(store, there, other)} = ${columnAt(store, here, one)}`)

const existsSql = (store: Store, place: Place, conditions: readonly Sql[]): Sql =>
  sql`exists (select 1 from ${tableAt(store, place)} where ${all(conditions)})`

function someSql(store: Store, { relation, condition }: Some<KyselyScope>, place: Place): Sql {
  const holds = (at: Place): Sql => conditionSql(store, condition, at)
  const { target, pairs, join } = relation
  const model = String(target.model)
  if (!join) {
    const there = placeBelow(store, place, model)
    return existsSql(store, there, [
      ...pairsSql(store, place, there, pairsOf(pairs.owner, pairs.target)),
      holds(there),
    ])
  }
  const there = placeBeside(store, place, model)
  return overJoin(store, { ...relation, join }, place, there, holds(there))
}

/** The rows that a join connects with a record that meets a condition. */
function overJoin(
  store: Store,
  { target, pairs, join: of }: JoinedRelation<KyselyScope>,
  place: Place,
  there: Place,
  holds: Sql,
): Sql {
  const join = joinOf(store, String(target.model), of)
  const between = joinPlace(store, there, join, { isBeside: true })
  const conditions = [
    ...pairs.owner.map(
      (column, index) => sql`${between.column(join.owner[index] ?? '')} = ${columnAt(store, place, column)}`,
    ),
    ...between.conditions(of.condition),
    holds,
  ]
  const targets = join.target.map(([own, of]) => sql`${columnAt(store, there, of)} = ${between.column(own)}`)
  return sql`exists (select 1 from ${between.table} inner join ${tableAt(store, there)} on ${all(targets)} where ${all(conditions)})`
}

/** The rows that a join connects with the given parents. */
function joinedSql(store: Store, { join: of, parents }: JoinedTo<KyselyScope>, place: Place): Sql {
  const join = joinOf(store, place.model, of)
  const between = joinPlace(store, place, join)
  return sql`exists (select 1 from ${between.table} where ${all([
    ...join.target.map(([own, target]) => sql`${between.column(own)} = ${columnAt(store, place, target)}`),
    ...joinConditions(store, join, between, parents, of.condition),
  ])})`
}

/** A join in a statement. */
export interface JoinPlace {
  readonly table: Sql
  readonly column: (name: string) => Sql
  readonly conditions: (condition: Condition<KyselyScope> | undefined) => readonly Sql[]
}

/** The conditions on a join's rows: they belong to the given parents, and meet the policy's condition. */
export const joinConditions = (
  store: Store,
  join: StoredJoin,
  between: JoinPlace,
  parents: readonly (readonly unknown[])[],
  condition: Condition<KyselyScope> | undefined,
): readonly Sql[] => [
  keysSql(
    join.owner.map((column) => between.column(column)),
    parents.map((key) => key.map((value, index) => giveBy(join.ownerCodings[index], value))),
    store,
  ),
  ...between.conditions(condition),
]

const giveBy = (coding: Coding | undefined, value: unknown): Sql =>
  coding ? coding.give(value) : sql.val(value)

/**
 * The place of a join's rows: their table is a model, or is managed by Prisma.
 *
 * @param isBeside whether the same FROM has another table
 */
export function joinPlace(
  store: Store,
  place: Place,
  join: StoredJoin,
  { isBeside = false }: Pick<Place, 'isBeside'> = {},
): JoinPlace {
  if (join.kind === 'model') {
    const there = (isBeside ? placeBeside : placeBelow)(store, place, join.model)
    return {
      table: tableAt(store, there),
      column: (name) => columnAt(store, there, name),
      conditions: (condition) => (condition ? [conditionSql(store, condition, there)] : []),
    }
  }
  const alias = nameBeside(place.taken, join.table.name)
  return {
    table: sql`${tableOf(join)} as ${sql.id(alias)}`,
    column: (name) => sql.id(alias, name),
    conditions: () => [],
  }
}

/** The rows whose columns match one of the keys. */
export const keyedSql = (
  store: Store,
  place: Place,
  columns: readonly string[],
  keys: readonly (readonly unknown[])[],
): Sql => {
  const codings = columns.map((column) => codingAt(store, place.model, column))
  return keysSql(
    columns.map((column) => columnAt(store, place, column)),
    keys.map((key) => key.map((value, index) => giveBy(codings[index], value))),
    store,
  )
}

/** Columns that equal one of the keys. */
export function keysSql(
  columns: readonly Sql[],
  keys: readonly (readonly Sql[])[],
  { provider }: Store,
): Sql {
  if (keys.length === 0) return NEVER
  const [column] = columns
  if (columns.length === 1 && column) {
    return sql`${column} in (${sql.join(keys.map(([value]) => value))})`
  }
  const rows = sql.join(keys.map((key) => tuple(key)))
  return provider === 'sqlite'
    ? sql`${tuple(columns)} in (values ${rows})`
    : sql`${tuple(columns)} in (${rows})`
}

const tuple = (members: readonly Sql[]): Sql => {
  const [only] = members
  return members.length === 1 && only ? only : sql`(${sql.join(members)})`
}

/** A list means any of its members (rule 3.4). */
function positive(store: Store, comparison: Comparison, place: Place): Sql {
  const { column, operator, value } = comparison
  if (!isList(value)) return one(store, comparison, value, place)
  if (value.length === 0) return NEVER
  const { hasIn, give } = codingAt(store, place.model, column)
  const some = value.filter((member) => member !== null)
  if (operator !== 'eq' || !hasIn || isDouble(store, comparison) || some.length === 0) {
    return any(value.map((member) => one(store, comparison, member, place)))
  }
  const listed = sql`${columnAt(store, place, column)} in (${sql.join(some.map((member) => give(plain(member))))})`
  return some.length === value.length ? listed : any([listed, isNull(store, comparison, place)])
}

/** Whether the database stores the column as a double, in which case a decimal may lie between two of its values. */
const isDouble = ({ provider }: Store, { type }: Comparison): boolean =>
  provider === 'sqlite' && type.kind === 'decimal'

function one(store: Store, comparison: Comparison, value: ConditionValue, place: Place): Sql {
  const { operator } = comparison
  if (value === null) return operator === 'eq' ? isNull(store, comparison, place) : NEVER
  const given = plain(value)
  if (!isDouble(store, comparison)) return compared(store, comparison, operator, given, place)
  const nearest = nearestDouble(operator, String(value))
  if (nearest === undefined) return NEVER
  return compared(store, comparison, nearest.operator, nearest.value, place)
}

/**
 * A JSON column may contain SQL's null or JSON's null. A document shows both the same way, so both count as null. The
 * same applies to a list column that contains NULL or an empty list.
 */
function isNull(store: Store, { column, type }: Comparison, place: Place): Sql {
  const ref = columnAt(store, place, column)
  if (type.list) return sql`coalesce(cardinality(${ref}), 0) = 0`
  if (type.kind !== 'json') return sql`${ref} is null`
  return any([sql`${ref} is null`, codingAt(store, place.model, column).equals(ref, null)])
}

function compared(
  store: Store,
  { column, type }: Comparison,
  operator: Operator,
  value: unknown,
  place: Place,
): Sql {
  if (!isPositive(operator)) {
    throw new Error(`"${operator}" must be passed as the negation of its opposite.`)
  }
  const ref = columnAt(store, place, column)
  const coding = codingAt(store, place.model, column)
  if (type.list) return coding.equals(ref, value)
  const given = (): Sql => givenFor(store, type, coding.give, value)
  switch (operator) {
    case 'eq':
      return coding.equals(ref, value)
    case 'gt':
      return sql`${ref} > ${given()}`
    case 'gte':
      return sql`${ref} >= ${given()}`
    case 'lt':
      return sql`${ref} < ${given()}`
    case 'lte':
      return sql`${ref} <= ${given()}`
    case 'prefix':
      return like(store, ref, `${escaped(value)}%`)
    case 'suffix':
      return like(store, ref, `%${escaped(value)}`)
    case 'contains':
      return like(store, ref, `%${escaped(value)}%`)
  }
}

/** MariaDB and MySQL would compare a decimal and a string as doubles. */
const givenFor = (
  { provider }: Store,
  { kind }: AttributeType,
  give: (value: unknown) => Sql,
  value: unknown,
): Sql => (provider === 'mysql' && kind === 'decimal' ? comparedDecimal(value) : give(value))

/** Text columns cannot contain this value. */
const ESCAPE = '\u001B'

const escaped = (value: unknown): string =>
  [...String(value)].map((one) => (`%_${ESCAPE}`.includes(one) ? ESCAPE + one : one)).join('')

/** Ignores case on PostgreSQL, because the other databases ignore it anyway. */
function like({ provider }: Store, column: Sql, pattern: string): Sql {
  const operator = provider === 'postgresql' ? sql`ilike` : sql`like`
  return sql`${column} ${operator} ${pattern} escape ${ESCAPE}`
}

/**
 * Includes the rows for which the condition is unknown (NULL). SQLite reads `true` as a column if a column has that
 * name.
 */
function complement({ provider }: Store, condition: Sql): Sql {
  if (condition === NEVER) return ALWAYS
  if (condition === ALWAYS) return NEVER
  return provider === 'sqlite' ? sql`not coalesce((${condition}), 0)` : sql`(${condition}) is not true`
}

/** The conjunction of the given conditions. */
export function all(conditions: readonly Sql[]): Sql {
  const some = conditions.filter((condition) => condition !== ALWAYS)
  const [only] = some
  if (only === undefined) return ALWAYS
  if (some.includes(NEVER)) return NEVER
  return some.length === 1 ? only : sql`(${sql.join(some, sql` and `)})`
}

function any(conditions: readonly Sql[]): Sql {
  const some = conditions.filter((condition) => condition !== NEVER)
  const [only] = some
  if (only === undefined) return NEVER
  if (some.includes(ALWAYS)) return ALWAYS
  return some.length === 1 ? only : sql`(${sql.join(some, sql` or `)})`
}

const plain = (value: ConditionValue): unknown => (isJsonValue(value) ? value.json : value)

const isList = (value: ConditionValue): value is Extract<ConditionValue, readonly unknown[]> =>
  Array.isArray(value)
