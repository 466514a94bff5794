import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { columnValues, valuesOf } from '../../adapter/rows/column-values.js'
import { inPieces, keysAtOnce } from '../../adapter/rows/keys.js'
import { columnType, modelOf } from '../../datamodel/datamodel.js'
import type { Row } from '../new-rows.js'
import { NoSuchVersion, nextVersion } from '../next-version.js'
import { keyedSql } from '../read/condition.js'
import { type Returned, allColumns, returned, wholeRecord } from '../read/select.js'
import { refuseUnfit } from '../refusals/refuse-unfit.js'
import { type Sql, sql } from '../statement/sql.js'
import {
  type Run,
  type Store,
  codingAt,
  columnAt,
  rootPlace,
  storedName,
  tableAt,
  tableOf,
} from '../statement/store.js'
import { readable } from '../values/coding.js'
import { memberIn, membersOf } from '../values/members.js'
import { filledOnUpdate } from './filled.js'
import { type Writing, valueSql } from './insert.js'
import type { KeyValues } from '../../value/key.js'

/**
 * Updates one record. With optimistic locking, one statement compares the version that was read and increments it: if
 * two writers have the same version, only one succeeds. If no version was read, the statement increments it.
 *
 * Throws NoSuchVersion, RefusedValues, or the driver's errors.
 */
export async function updateRecord(
  { store, run }: Writing,
  key: KeyValues,
  values: Row,
  resource: AdapterResource,
): Promise<object> {
  const model = String(resource.model)
  const { primaryKey, version } = resource
  refuseUnfit(store.datamodel, { ...columnValues(primaryKey, key), ...values }, resource)
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !primaryKey.includes(name) && value !== undefined),
  )
  const read = version === undefined ? undefined : changed[version]
  const condition = conditionOf(store, model, primaryKey, [key])
  const isCompared = version !== undefined && read !== undefined && read !== null
  const where = isCompared
    ? sql`${condition} and ${columnAt(store, rootPlace(store, model), version)} = ${codingAt(store, model, version).give(read)}`
    : condition
  const next = isCompared ? { [version]: nextVersion(read) } : {}
  const given = { ...changed, ...next }
  const isWritten = Object.keys(given).some((name) => name !== version)
  const counted =
    version !== undefined && !isCompared && isWritten
      ? [await countedSql({ store, run }, model, version, condition)]
      : []
  const others = Object.fromEntries(
    Object.entries(given).filter(([name]) => counted.length === 0 || name !== version),
  )
  const sets = [...setsOf(store, model, others), ...counted]
  if (sets.length === 0) return findRecord({ store, run }, model, condition)
  const statement = sql`update ${tableOf(modelOf(store.datamodel, model))} set ${sql.join(sets)} where ${where}`
  if (store.provider === 'mysql') {
    const { numAffectedRows } = await run(statement)
    if (numAffectedRows === 0n && isCompared) throw new NoSuchVersion()
    return findRecord({ store, run }, model, condition)
  }
  const columns = wholeRecord(store, model)
  return onlyRecord(await run(sql`${statement} returning ${columns.list}`), columns)
}

/**
 * Sets the same values in the records with these keys, in one statement. Throws NoSuchVersion if one of the records
 * does not exist. Also throws RefusedValues and the driver's errors.
 */
export async function updateRecords(
  { store, run, maxKeys }: Writing,
  keys: readonly KeyValues[],
  values: Row,
  resource: AdapterResource,
): Promise<void> {
  const model = String(resource.model)
  refuseUnfit(store.datamodel, values, resource)
  const sets = setsOf(store, model, values)
  const table = tableOf(modelOf(store.datamodel, model))
  for (const piece of inPieces(keys, keysAtOnce({ maxKeys }, resource.primaryKey))) {
    const condition = conditionOf(store, model, resource.primaryKey, piece)
    const { numAffectedRows } = await run(sql`update ${table} set ${sql.join(sets)} where ${condition}`)
    if (Number(numAffectedRows ?? 0) >= piece.length) continue
    // A MariaDB connection may be configured to count changed rows instead of matched ones.
    const { rows } = await run(
      sql`select ${readable(store.provider, sql`count(*)`)} as count from ${tableAt(store, rootPlace(store, model))} where ${condition}`,
    )
    if (Number(membersOf(rows[0] ?? {})['count']) < piece.length) {
      throw new NoSuchVersion()
    }
  }
}

/**
 * Deletes one record and returns it. Throws NoSuchVersion if the record does not exist. Also throws the driver's
 * errors.
 */
export async function deleteRecord(
  { store, run }: Writing,
  key: KeyValues,
  resource: AdapterResource,
): Promise<object> {
  const model = String(resource.model)
  const condition = conditionOf(store, model, resource.primaryKey, [key])
  const table = tableOf(modelOf(store.datamodel, model))
  if (store.provider === 'mysql') {
    const record = await findRecord({ store, run }, model, condition)
    const { numAffectedRows } = await run(sql`delete from ${table} where ${condition}`)
    if (numAffectedRows === 0n) throw new NoSuchVersion()
    return record
  }
  const columns = wholeRecord(store, model)
  return onlyRecord(
    await run(sql`delete from ${table} where ${condition} returning ${columns.list}`),
    columns,
  )
}

/** Deletes records. Throws NoSuchVersion if one of the records does not exist. Also throws the driver's errors. */
export async function deleteRecords(
  { store, run, maxKeys }: Writing,
  keys: readonly KeyValues[],
  resource: AdapterResource,
): Promise<void> {
  const model = String(resource.model)
  const table = tableOf(modelOf(store.datamodel, model))
  for (const piece of inPieces(keys, keysAtOnce({ maxKeys }, resource.primaryKey))) {
    const { numAffectedRows } = await run(
      sql`delete from ${table} where ${conditionOf(store, model, resource.primaryKey, piece)}`,
    )
    if (Number(numAffectedRows ?? 0) < piece.length) throw new NoSuchVersion()
  }
}

/**
 * Increments the version of a record if it is still the version read earlier. This also locks the record. Throws
 * NoSuchVersion, or the driver's errors.
 */
export async function holdVersion(
  { store, run }: Writing,
  key: KeyValues,
  read: unknown,
  { model: of, primaryKey, version = '' }: AdapterResource,
): Promise<void> {
  const model = String(of)
  const condition = conditionOf(store, model, primaryKey, [key])
  const isRead = sql`${columnAt(store, rootPlace(store, model), version)} = ${codingAt(store, model, version).give(read)}`
  const set = setSql(store, model, version, nextVersion(read))
  const { numAffectedRows } = await run(
    sql`update ${tableOf(modelOf(store.datamodel, model))} set ${set} where ${condition} and ${isRead}`,
  )
  if (Number(numAffectedRows ?? 0) === 0) throw new NoSuchVersion()
}

/** The condition for rows with these keys, in a statement about a model's table. */
export const conditionOf = (
  store: Store,
  model: string,
  names: readonly string[],
  keys: readonly KeyValues[],
): Sql => keyedSql(store, rootPlace(store, model), names, keys)

/** The record that meets a condition. Throws NoSuchVersion if no record meets it. */
async function findRecord(
  { store, run }: Pick<Writing, 'store' | 'run'>,
  model: string,
  condition: Sql,
  names: readonly string[] = allColumns(store, model),
  lock: Sql = sql``,
): Promise<object> {
  const place = rootPlace(store, model)
  const columns = returned(store, place, names)
  return onlyRecord(
    await run(sql`select ${columns.list} from ${tableAt(store, place)} where ${condition} ${lock}`),
    columns,
  )
}

/** The record that a statement about one record returned. Throws NoSuchVersion if the statement returned no record. */
function onlyRecord({ rows: [row] }: Awaited<ReturnType<Run>>, { record }: Returned): object {
  if (!row) throw new NoSuchVersion()
  return record(row)
}

/** The values to set, and those that the Prisma Client would also set. */
function setsOf(store: Store, model: string, values: Row): readonly Sql[] {
  const own = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [setSql(store, model, name, value)],
  )
  if (own.length === 0) return []
  const filled = [...modelOf(store.datamodel, model).columns.values()].flatMap((column) => {
    const fill = memberIn(values, column.name) === undefined ? filledOnUpdate(column) : undefined
    return fill?.isFilled ? [setSql(store, model, column.name, fill.value)] : []
  })
  return [...own, ...filled]
}

const setSql = (store: Store, model: string, name: string, value: unknown): Sql =>
  sql`${sql.id(storedName(store, model, name))} = ${valueSql(store, model, name, value)}`

/** The database increments a number. A time becomes the current time, or a time later than the record's. */
async function countedSql(
  { store, run }: Pick<Writing, 'store' | 'run'>,
  model: string,
  version: string,
  condition: Sql,
): Promise<Sql> {
  const column = sql.id(storedName(store, model, version))
  if (columnType(store.datamodel, model, version)?.kind !== 'datetime') return sql`${column} = ${column} + 1`
  // Uses the same lock as the UPDATE that follows. Otherwise, two writers that read the same time would write the same
  // new time.
  const [before] = valuesOf(
    await findRecord({ store, run }, model, condition, [version], LOCKS[store.provider]),
    [version],
  )
  return setSql(store, model, version, before instanceof Date ? nextVersion(before) : new Date())
}

const LOCKS: Readonly<Record<Store['provider'], Sql>> = {
  // SQLite runs one transaction at a time.
  sqlite: sql``,
  postgresql: sql`for no key update`,
  mysql: sql`for update`,
}
