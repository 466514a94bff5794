import type { Comparison, Condition, Some } from '../../adapter/condition.js'
import type { JoinedTo } from '../../adapter/narrowing.js'
import type { JoinedRelation } from '../../facts/join-records.js'
import { nearestDouble } from '../compared-decimals.js'
import { type Pairs, pairsOf, toOneRelation } from '../joins/to-one.js'
import { type StoredJoin, joinOf } from './join.js'
import type { SqlPart, SqlScope } from './scope.js'
import { type Sql, sql } from '../statement/sql.js'
import {
  type Place,
  type Store,
  codingAt,
  columnAt,
  nameBeside,
  placeBelow,
  placeBeside,
  tableAt,
  tableOf,
} from '../statement/store.js'
import type { Coding } from '../values/coding.js'
import { comparedDecimal } from '../values/mysql.js'
import { type Operator, isPositive, opposite } from '../../vocabulary/operators.js'
import { type ConditionValue, isJsonValue } from '../../vocabulary/values/condition-value.js'
import type { AttributeType } from '../../vocabulary/values/type.js'

export const ALWAYS: Sql = sql`1 = 1`
export const NEVER: Sql = sql`1 = 0`

/**
 * A condition as SQL (rules 3.4, 3.5). A negation is the complement: `eq` and `not_eq` together find all rows,
 * including rows for which the database returns unknown.
 */
export function conditionSql(store: Store, condition: Condition<SqlScope>, place: Place): Sql {
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
export const scopeSql = (store: Store, { parts }: SqlScope, place: Place): Sql =>
  all(parts.where.map((part) => partSql(store, part, place)))

function partSql(store: Store, part: SqlPart, place: Place): Sql {
  switch (part.kind) {
    case 'condition':
      return conditionSql(store, part.condition, place)
    case 'joined':
      return joinedSql(store, part.joined, place)
    case 'own':
      return store.ownSql(part.own, place)
  }
}

/** The rows whose related record, through to-one relations, meets a condition. */
function toOne(
  store: Store,
  [relation, ...rest]: readonly string[],
  place: Place,
  at: (place: Place) => Sql,
): Sql {
  if (relation === undefined) return at(place)
  const { model, pairs } = toOneRelation(store.datamodel, place.model, relation)
  const there = placeBelow(store, place, model)
  return existsSql(store, there, [...pairsSql(store, place, there, pairs), toOne(store, rest, there, at)])
}

const pairsSql = (store: Store, here: Place, there: Place, pairs: Pairs): readonly Sql[] =>
  pairs.map(([one, other]) => sql`${columnAt(store, there, other)} = ${columnAt(store, here, one)}`)

const existsSql = (store: Store, place: Place, conditions: readonly Sql[]): Sql =>
  sql`exists (select 1 from ${tableAt(store, place)} where ${all(conditions)})`

function someSql(store: Store, { relation, condition }: Some<SqlScope>, place: Place): Sql {
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
  { target, pairs, join: of }: JoinedRelation<SqlScope>,
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
function joinedSql(store: Store, { join: of, parents }: JoinedTo<SqlScope>, place: Place): Sql {
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
  readonly conditions: (condition: Condition<SqlScope> | undefined) => readonly Sql[]
}

/** The conditions on a join's rows: they belong to the given parents, and meet the policy's condition. */
export const joinConditions = (
  store: Store,
  join: StoredJoin,
  between: JoinPlace,
  parents: readonly (readonly unknown[])[],
  condition: Condition<SqlScope> | undefined,
): readonly Sql[] => [
  keysSql(
    join.owner.map((name, index) => ({ column: between.column(name), coding: join.ownerCodings[index] })),
    parents,
    store,
  ),
  ...between.conditions(condition),
]

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
): Sql =>
  keysSql(
    columns.map((name) => ({
      column: columnAt(store, place, name),
      coding: codingAt(store, place.model, name),
    })),
    keys,
    store,
  )

/** A column of a key, and how its values are stored. */
export interface KeyColumn {
  readonly column: Sql
  readonly coding: Coding | undefined
}

/** Columns that equal one of the keys. */
export function keysSql(
  columns: readonly KeyColumn[],
  keys: readonly (readonly unknown[])[],
  { provider }: Store,
): Sql {
  if (keys.length === 0) return NEVER
  if (provider !== 'mysql') return amongSql(columns, keys, provider)
  const listed = keys.filter((key) => isListed(columns, key))
  const compared = keys.filter((key) => !isListed(columns, key)).map((key) => equalsSql(columns, key))
  return any(listed.length > 0 ? [amongSql(columns, listed, provider), ...compared] : compared)
}

/**
 * Whether MariaDB finds a key in a list. In a list of rows, it does not convert text to the column's character set, so
 * it misses accents. In any list of several decimals, it compares them as doubles.
 */
const isListed = (columns: readonly KeyColumn[], key: readonly unknown[]): boolean =>
  columns.every(
    ({ coding }, index) =>
      coding?.hasIn !== false && (columns.length === 1 || !ACCENTED.test(String(key[index]))),
  )

const ACCENTED = /[\u0080-\uFFFF]/

const equalsSql = (columns: readonly KeyColumn[], key: readonly unknown[]): Sql =>
  all(
    columns.map(({ column, coding }, index) =>
      coding ? coding.equals(column, key[index]) : sql`${column} = ${sql.val(key[index])}`,
    ),
  )

function amongSql(
  columns: readonly KeyColumn[],
  keys: readonly (readonly unknown[])[],
  provider: Store['provider'],
): Sql {
  const rows = keys.map((key) =>
    columns.map(({ coding }, index) => coding?.give(key[index]) ?? sql.val(key[index])),
  )
  const names = columns.map(({ column }) => column)
  const list = sql.join(rows.map((row) => tuple(row)))
  return provider === 'sqlite' && columns.length > 1
    ? sql`${tuple(names)} in (values ${list})`
    : sql`${tuple(names)} in (${list})`
}

export const tuple = (members: readonly Sql[]): Sql => {
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

export function any(conditions: readonly Sql[]): Sql {
  const some = conditions.filter((condition) => condition !== NEVER)
  const [only] = some
  if (only === undefined) return NEVER
  if (some.includes(ALWAYS)) return ALWAYS
  return some.length === 1 ? only : sql`(${sql.join(some, sql` or `)})`
}

const plain = (value: ConditionValue): unknown => (isJsonValue(value) ? value.json : value)

const isList = (value: ConditionValue): value is Extract<ConditionValue, readonly unknown[]> =>
  Array.isArray(value)
