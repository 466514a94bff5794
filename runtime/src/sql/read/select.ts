import type { Order } from '../../adapter/window.js'
import { isRequired, modelOf } from '../../datamodel/datamodel.js'
import { toOneRelation } from '../joins/to-one.js'
import { all, scopeSql } from './condition.js'
import type { SqlScope, SqlScopeParts } from './scope.js'
import { type Sql, sql } from '../statement/sql.js'
import {
  type Place,
  type Store,
  codingAt,
  columnAt,
  isShort,
  nameBeside,
  rootPlace,
  tableAt,
} from '../statement/store.js'
import { membersOf } from '../values/members.js'

/** A statement, and how its rows become records. */
export interface Selection {
  readonly statement: Sql
  readonly record: (row: object) => object
}

/** The statement that reads the records of a scope. */
export function selectionOf(store: Store, scope: SqlScope, names: readonly string[] | 'all'): Selection {
  const place = rootPlace(store, scope.model)
  const columns = names === 'all' ? wholeRecord(store, scope.model) : returned(store, place, names)
  const { joins, keys } = orderSql(store, scope.parts.order, place)
  const order = keys.length === 0 ? sql`` : sql` order by ${sql.join(keys.map(({ ref, by }) => by(ref)))}`
  const condition = scopeSql(store, scope, joins === undefined ? place : { ...place, isBeside: true })
  const from = sql` from ${tableAt(store, place)}${joins ?? sql``} where ${condition}`
  const page = pageSql(store, scope)
  const { each, take } = scope.parts
  if (each) {
    const statement = firstOfEach(store, place, { columns, keys, from, page, order, each })
    return { statement, record: columns.record }
  }
  const isCutFirst =
    store.provider === 'postgresql' && columns.hasCasts && keys.length > 0 && take !== undefined
  const statement = isCutFirst
    ? cutFirst(store, place, { columns, keys, from: sql`${from}${order}${page}` })
    : sql`select ${columns.list}${from}${order}${page}`
  return { statement, record: columns.record }
}

/** The parts of a statement that selects its rows in an inner statement. */
interface Nested {
  readonly columns: Returned
  readonly keys: readonly SortKey[]
  readonly from: Sql
}

/**
 * The first records for each value of the given columns: a window function numbers them, and the outer statement drops
 * the rest.
 */
function firstOfEach(
  store: Store,
  place: Place,
  {
    each: { by, count },
    order,
    page,
    from,
    ...nested
  }: Nested & Pick<Required<SqlScopeParts>, 'each'> & Readonly<Record<'order' | 'page', Sql>>,
): Sql {
  const number = sql.id(freeName(store, place, 'place'))
  const partition = sql.join(by.map((column) => columnAt(store, place, column)))
  const { own, outer } = sorted(store, place, nested.keys)
  const inner = sql`select ${own}, row_number() over (partition by ${partition}${order}) as ${number}${from}`
  const most = sql.val(store.provider === 'sqlite' ? BigInt(count) : count)
  return sql`select ${nested.columns.list} from (${inner}) as ${sql.id(place.alias)} where ${sql.id(place.alias)}.${number} <= ${most}${outer}${page}`
}

/** PostgreSQL would cast the columns of all rows before sorting them, so the page is selected first. */
function cutFirst(store: Store, place: Place, { columns, keys, from }: Nested): Sql {
  const { own, outer } = sorted(store, place, keys)
  return sql`select ${columns.list} from (select ${own}${from}) as ${sql.id(place.alias)}${outer}`
}

/** All columns of a table together with its sort keys, and the corresponding order for the outer statement. */
function sorted(
  store: Store,
  place: Place,
  keys: readonly SortKey[],
): Readonly<Record<'own' | 'outer', Sql>> {
  const named = keys.map((key, index) => ({ ...key, name: freeName(store, place, `order_${index}`) }))
  const inner = named.map(({ ref, name }) => sql`, ${ref} as ${sql.id(name)}`)
  const outer = named.map(({ by, name }) => by(sql.id(place.alias, name)))
  return {
    own: sql`${sql.id(place.alias)}.*${sql.join(inner, sql``)}`,
    outer: outer.length === 0 ? sql`` : sql` order by ${sql.join(outer)}`,
  }
}

/** A name that is not the name of any column of the table. */
function freeName({ datamodel }: Store, { model }: Place, name: string): string {
  const columns = [...modelOf(datamodel, model).columns].map(([own, { stored = own }]) => stored)
  return nameBeside(new Set(columns), name)
}

/** All columns of a model. */
export const allColumns = ({ datamodel }: Store, model: string): readonly string[] => [
  ...modelOf(datamodel, model).columns.keys(),
]

/** The columns that a SELECT or RETURNING clause reads. */
export interface Returned {
  readonly list: Sql
  /** Whether any of them is expensive to compute. */
  readonly hasCasts: boolean
  readonly record: (row: object) => object
}

/** The columns of whole records, by model, for tables without an alias. */
const wholeRecords = new WeakMap<Store, Map<string, Returned>>()

/** All columns of a model, as most statements return them. The node is created once. */
export function wholeRecord(store: Store, model: string): Returned {
  const known = wholeRecords.get(store) ?? new Map<string, Returned>()
  wholeRecords.set(store, known)
  const before = known.get(model)
  if (before) return before
  const made = returned(store, rootPlace(store, model), allColumns(store, model))
  const whole = { ...made, list: sql.raw(store.textOf(made.list)) }
  known.set(model, whole)
  return whole
}

/**
 * Columns at a place, each under its own name, and the function that converts a row to a record.
 *
 * @param prefix the beginning of other names for them, if the row also has columns of another table
 */
export function returned(store: Store, place: Place, names: readonly string[], prefix?: string): Returned {
  const codings = names.map((name, index) => {
    // No column of a model has a number as its name.
    const own = isShort(name) ? name : String(index)
    const label = prefix === undefined ? own : `${prefix}${index}`
    return { name, label, ...codingAt(store, place.model, name) }
  })
  let hasCasts = false
  const list = sql.join(
    codings.map(({ name, label, select, isCostly }) => {
      hasCasts ||= isCostly
      return sql`${select(columnAt(store, place, name))} as ${sql.id(label)}`
    }),
  )
  const record = (row: object): object => {
    const values: Record<string, unknown> = {}
    const given = membersOf(row)
    for (const { name, label, read } of codings) {
      const value = given[label]
      values[name] = value === null || value === undefined ? null : read(value)
    }
    return values
  }
  return { list, hasCasts, record }
}

/** A sort key: the column, and the expression that the statement sorts by. */
interface SortKey {
  readonly ref: Sql
  readonly by: (ref: Sql) => Sql
}

/** The order of a scope: joins over to-one relations, and the keys. */
function orderSql(
  store: Store,
  order: readonly Order[],
  place: Place,
): { readonly joins: Sql | undefined; readonly keys: readonly SortKey[] } {
  const joins = new Map<string, { readonly place: Place; readonly join: Sql }>()
  const taken = new Set(place.taken)
  const placeOf = (through: readonly string[]): Place => {
    const relation = through.at(-1)
    if (relation === undefined) return place
    const path = through.join('.')
    const before = joins.get(path)
    if (before) return before.place
    const here = placeOf(through.slice(0, -1))
    const { model, pairs } = toOneRelation(store.datamodel, here.model, relation)
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
  const joined = [...joins.values()].map(({ join }) => join)
  return { joins: joined.length === 0 ? undefined : sql.join(joined, sql``), keys }
}

/** Null sorts as the greatest value on every database, as on PostgreSQL by default (rule 4.1). */
function keySql(store: Store, { through, column, direction, nullable }: Order, place: Place): SortKey {
  const ref = columnAt(store, place, column)
  const mayBeNull =
    through.length > 0 || (nullable === true && !isRequired(store.datamodel, place.model, [], column))
  const isUp = direction === 'asc'
  const by = (value: Sql): Sql => {
    const key = isUp ? sql`${value} asc` : sql`${value} desc`
    if (!mayBeNull || store.provider === 'postgresql') return key
    if (store.provider === 'sqlite') return sql`${key} nulls ${isUp ? sql`last` : sql`first`}`
    return isUp ? sql`${value} is null asc, ${key}` : sql`${value} is null desc, ${key}`
  }
  return { ref, by }
}

/** The page of a scope. */
export function pageSql({ provider }: Store, { parts: { skip, take } }: SqlScope): Sql {
  if (take === undefined && skip === undefined) return sql``
  const number = (value: number): Sql => sql.val(provider === 'sqlite' ? BigInt(value) : value)
  const offset = skip === undefined || skip === 0 ? sql`` : sql` offset ${number(skip)}`
  if (take !== undefined) return sql` limit ${number(take)}${offset}`
  // Only PostgreSQL accepts an offset without a limit.
  const endless = provider === 'postgresql' ? sql`` : sql` limit ${sql.val(9_223_372_036_854_775_807n)}`
  return sql`${endless}${offset}`
}
