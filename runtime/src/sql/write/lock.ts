import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { valuesOf } from '../../adapter/rows/column-values.js'
import { keyText } from '../../adapter/rows/keys.js'
import type { RecordLocks } from '../../adapter/transaction/transaction-needs.js'
import { modelOf } from '../../datamodel/datamodel.js'
import { returned } from '../read/select.js'
import { type Sql, sql } from '../statement/sql.js'
import { type Place, type Store, columnAt, rootPlace, tableAt, tableOf } from '../statement/store.js'
import { lockTimeLeft } from '../time-bounds.js'
import { type Writing, valueSql } from './insert.js'
import { conditionOf } from './update.js'

/**
 * Locks records with a `SELECT` (rule 11.16), which does not change them. Only servers support it: SQLite runs one
 * transaction at a time.
 *
 * @param readsLatest whether each of the transaction's reads sees what other transactions have committed by then
 * @returns how many records it found; undefined if the database has no such lock
 */
export async function lockRecords(
  writing: Writing,
  locks: RecordLocks,
  resource: AdapterResource,
  { readsLatest, lockTimeout }: { readonly readsLatest: boolean; readonly lockTimeout: number | undefined },
): Promise<number | undefined> {
  const { store, run } = writing
  if (store.provider === 'sqlite') return undefined
  const model = String(resource.model)
  const place = rootPlace(store, model)
  const isPostgres = store.provider === 'postgresql'
  // InnoDB would also lock the gaps between the members, so their keys are read first.
  const found = !isPostgres && readsLatest ? await keysOfMembers(writing, locks, resource) : []
  const keys = [...locks.keys, ...found]
  const members = isPostgres ? locks.members.map((member) => sql`(${allOf(store, place, member)})`) : []
  const named =
    keys.length === 0
      ? []
      : [
          locks.having
            ? sql`(${conditionOf(store, model, resource.primaryKey, keys)} and ${allOf(store, place, locks.having)})`
            : conditionOf(store, model, resource.primaryKey, keys),
        ]
  const conditions = [...named, ...members]
  if (conditions.length === 0) return 0
  const order = resource.primaryKey.map((name) => columnAt(store, place, name))
  const { rows } = await run(
    sql`select 1 as found from ${isPostgres ? tableAt(store, place) : byKey(store, place, resource)} where ${sql.join(conditions, sql` or `)} order by ${sql.join(order)} ${wordsOf(store, locks, lockTimeout)}`,
  )
  return rows.length
}

/**
 * The lock mode: on PostgreSQL, inserts that refer to the record need not wait for it. The WAIT is in a comment that
 * only MariaDB executes.
 */
function wordsOf({ provider }: Store, { isShared }: RecordLocks, lockTimeout: number | undefined): Sql {
  if (provider === 'postgresql') return isShared ? sql`for share` : sql`for no key update`
  const wait = sql.raw(`/*M! WAIT ${Math.floor(lockTimeLeft(lockTimeout) / 1000)} */`)
  return isShared ? sql`lock in share mode ${wait}` : sql`for update ${wait}`
}

/** A search by the primary key locks only the rows that it finds. */
function byKey(store: Store, place: Place, { primaryKey }: AdapterResource): Sql {
  const { constraints } = modelOf(store.datamodel, place.model)
  const isById = constraints.some(
    ({ kind, columns }) => kind === 'key' && columns.join() === primaryKey.join(),
  )
  const table = tableOf(modelOf(store.datamodel, place.model))
  return isById ? sql`${table} as ${sql.id(place.alias)} force index (primary)` : tableAt(store, place)
}

async function keysOfMembers(
  { store, run }: Writing,
  { keys, members }: RecordLocks,
  { model, primaryKey }: AdapterResource,
): Promise<readonly (readonly unknown[])[]> {
  if (members.length === 0) return []
  const place = rootPlace(store, String(model))
  const columns = returned(store, place, primaryKey)
  const conditions = members.map((member) => sql`(${allOf(store, place, member)})`)
  const { rows } = await run(
    sql`select ${columns.list} from ${tableAt(store, place)} where ${sql.join(conditions, sql` or `)}`,
  )
  const named = new Set(keys.map(keyText))
  return rows
    .map((row) => valuesOf(columns.record(row), primaryKey))
    .filter((key) => !named.has(keyText(key)))
}

const allOf = (store: Store, place: Place, values: Readonly<Record<string, unknown>>): Sql =>
  sql.join(
    Object.entries(values).map(([name, value]) =>
      value === null
        ? sql`${columnAt(store, place, name)} is null`
        : sql`${columnAt(store, place, name)} = ${valueSql(store, place.model, name, value)}`,
    ),
    sql` and `,
  )
