import { isRequired, modelOf, type Order } from '@jsonapi-gen/runtime/adapter'
import { type RawBuilder, sql } from 'kysely'
import { membersOf } from '../cast.js'
import type { KyselyScope } from '../scope/kysely-scope.js'
import { codingAt, columnAt, nameBeside, type Place, rootPlace, type Store, tableAt } from '../store/store.js'
import { all, scopeSql, toOneRelation } from './condition.js'

/** A statement, and how its rows become records. */
export interface Selection {
  readonly statement: RawBuilder<unknown>
  readonly record: (row: object) => object
}

/** The statement that reads the records of a scope. */
export function selectionOf(store: Store, scope: KyselyScope, names: readonly string[]): Selection {
  const place = rootPlace(store, scope.model)
  const columns = returned(store, place, names)
  const { joins, keys } = orderSql(store, scope.parts.order, place)
  const order = keys.length === 0 ? sql`` : sql` order by ${sql.join(keys.map(({ key }) => key))}`
  const rest = sql` from ${tableAt(store, place)}${joins} where ${scopeSql(store, scope, place)}${order}${pageSql(store, scope)}`
  const isCutFirst =
    store.provider === 'postgresql' && columns.hasCasts && keys.length > 0 && scope.parts.take !== undefined
  const statement = isCutFirst
    ? cutFirst(store, place, { columns, keys, rest })
    : sql`select ${columns.list}${rest}`
  return { statement, record: columns.record }
}

/** PostgreSQL would cast the columns of all rows before it sorts them: so the page is cut first. */
function cutFirst(
  store: Store,
  place: Place,
  {
    columns,
    keys,
    rest,
  }: { readonly columns: Returned; readonly keys: readonly SortKey[]; readonly rest: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const taken = new Set(
    [...modelOf(store.datamodel, place.model).columns.values()].map(({ stored }) => stored),
  )
  const named = keys.map(({ ref, direction }, index) => ({
    inner: sql`${ref} as ${sql.id(nameBeside(taken, `order_${index}`))}`,
    outer: sql`${sql.id(place.alias, nameBeside(taken, `order_${index}`))} ${direction === 'asc' ? sql`asc` : sql`desc`}`,
  }))
  const own = sql`${sql.id(place.alias)}.*, ${sql.join(named.map(({ inner }) => inner))}`
  const order = sql.join(named.map(({ outer }) => outer))
  return sql`select ${columns.list} from (select ${own}${rest}) as ${sql.id(place.alias)} order by ${order}`
}

/** All columns of a model. */
export const allColumns = ({ datamodel }: Store, model: string): readonly string[] => [
  ...modelOf(datamodel, model).columns.keys(),
]

/** Columns to read, by SELECT or by RETURNING. */
export interface Returned {
  readonly list: RawBuilder<unknown>
  /** Whether the statement casts any of them. */
  readonly hasCasts: boolean
  readonly record: (row: object) => object
}

/** Columns at a place, each under its own name, and the record that is made of a row of them. */
export function returned(store: Store, place: Place, names: readonly string[]): Returned {
  const codings = names.map((name) => [name, codingAt(store, place.model, name)] as const)
  let hasCasts = false
  const list = sql.join(
    codings.map(([name, { select }]) => {
      const column = columnAt(store, place, name)
      const read = select(column)
      hasCasts ||= read !== column
      return sql`${read} as ${sql.id(name)}`
    }),
  )
  const record = (row: object): object => {
    const values: Record<string, unknown> = {}
    const given = membersOf(row)
    for (const [name, { read }] of codings) {
      const value = given[name]
      values[name] = value === null || value === undefined ? null : read(value)
    }
    return values
  }
  return { list, hasCasts, record }
}

/** A key of an order: the column, and how the statement sorts by it. */
interface SortKey extends Pick<Order, 'direction'> {
  readonly ref: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
}

/** The order of a scope: joins over relations to one record, and the keys. */
function orderSql(
  store: Store,
  order: readonly Order[],
  place: Place,
): { readonly joins: RawBuilder<unknown>; readonly keys: readonly SortKey[] } {
  const joins = new Map<string, { readonly place: Place; readonly join: RawBuilder<unknown> }>()
  const taken = new Set(place.taken)
  const placeOf = (through: readonly string[]): Place => {
    const relation = through.at(-1)
    if (relation === undefined) return place
    const path = through.join('.')
    const before = joins.get(path)
    if (before) return before.place
    const here = placeOf(through.slice(0, -1))
    const { model, pairs } = toOneRelation(store, here.model, relation)
    const alias = nameBeside(taken, `order_${through.join('_')}`)
    taken.add(alias)
    const there: Place = { model, alias, taken }
    const equal = pairs.map(
      ([own, other]) => sql`${columnAt(store, there, other)} = ${columnAt(store, here, own)}`,
    )
    joins.set(path, { place: there, join: sql` left join ${tableAt(store, there)} on ${all(equal)}` })
    return there
  }
  const keys = order.map((key) => keySql(store, key, placeOf(key.through)))
  return {
    joins: sql.join(
      [...joins.values()].map(({ join }) => join),
      sql``,
    ),
    keys,
  }
}

/** Null is greater than any value on every database, as it is on PostgreSQL by default (rule 4.1). */
function keySql(store: Store, { through, column, direction, nullable }: Order, place: Place): SortKey {
  const ref = columnAt(store, place, column)
  const key = direction === 'asc' ? sql`${ref} asc` : sql`${ref} desc`
  const mayBeNull =
    through.length > 0 || (nullable === true && !isRequired(store.datamodel, place.model, [], column))
  if (!mayBeNull || store.provider === 'postgresql') return { ref, direction, key }
  if (store.provider === 'sqlite') {
    return { ref, direction, key: sql`${key} nulls ${direction === 'asc' ? sql`last` : sql`first`}` }
  }
  const nulls = direction === 'asc' ? sql`${ref} is null asc` : sql`${ref} is null desc`
  return { ref, direction, key: sql`${nulls}, ${key}` }
}

/** The page of a scope. */
export function pageSql({ provider }: Store, { parts: { skip, take } }: KyselyScope): RawBuilder<unknown> {
  if (take === undefined && skip === undefined) return sql``
  const number = (value: number): RawBuilder<unknown> =>
    sql.val(provider === 'sqlite' ? BigInt(value) : value)
  const offset = skip === undefined || skip === 0 ? sql`` : sql` offset ${number(skip)}`
  if (take !== undefined) return sql` limit ${number(take)}${offset}`
  // Without a limit, only PostgreSQL takes an offset.
  const endless = provider === 'postgresql' ? sql`` : sql` limit ${sql.val(9_223_372_036_854_775_807n)}`
  return sql`${endless}${offset}`
}
