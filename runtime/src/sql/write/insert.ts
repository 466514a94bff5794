import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { SideEffects } from '../../adapter/side-effects.js'
import { valuesOf } from '../../adapter/rows/column-values.js'
import { inPieces, keyIn, keysAtOnce } from '../../adapter/rows/keys.js'
import { modelOf } from '../../datamodel/datamodel.js'
import { neededColumns } from '../columns.js'
import { type Row, comparedColumns, recordsOfRows } from '../new-rows.js'
import { keyedSql } from '../read/condition.js'
import { allColumns, wholeRecord } from '../read/select.js'
import { LeftOut } from '../refusals/left-out.js'
import { refuseUnfit } from '../refusals/refuse-unfit.js'
import { RefusedValues } from '../refusals/refused-values.js'
import { type Sql, sql } from '../statement/sql.js'
import { type Run, type Store, codingAt, columnAt, rootPlace, tableAt, tableOf } from '../statement/store.js'
import { memberIn } from '../values/members.js'
import { filledOnInsert } from './filled.js'

/** The context of a write. */
export interface Writing {
  readonly store: Store
  readonly run: Run
  /** The maximum number of values in a statement. */
  readonly maxKeys: number
  /** The known changes that statements on each table cause, other than changes to the rows that they name. */
  readonly sideEffects: () => Promise<SideEffects>
  /** Whether the database returns inserted rows, which MySQL does not. */
  readonly returnsInserted: () => Promise<boolean>
}

/**
 * Creates records in few statements, and returns them in the order of the rows. No database guarantees the order of
 * returned rows, so each of several records is compared with its row.
 *
 * Throws the driver's errors, RefusedValues, and an Error if a record does not match its row.
 *
 * @returns undefined, without creating anything, if the rows could be confused with each other
 */
export async function insertRecords(
  writing: Writing,
  rows: readonly Row[],
  resource: AdapterResource,
): Promise<readonly object[] | undefined> {
  const { store, maxKeys } = writing
  const model = String(resource.model)
  const whole = rows.map((row) => readyRow(store, row, resource, []))
  if (rows.length === 1) return insertPiece(writing, model, whole, resource)
  const compared = comparedColumns(store.datamodel, resource, rows)
  if (!compared) return undefined
  const records: object[] = []
  for (const piece of inPieces(whole, keysAtOnce({ maxKeys }, allColumns(store, model)))) {
    records.push(...(await insertPiece(writing, model, piece, resource)))
  }
  return recordsOfRows(records, rows, compared, resource)
}

/**
 * The values of a new row, checked and filled in. Throws RefusedValues.
 *
 * @param later the columns that get their values in the statement
 */
export function readyRow(store: Store, row: Row, resource: AdapterResource, later: readonly string[]): Row {
  refuseUnfit(store.datamodel, row, resource)
  const model = String(resource.model)
  const whole = filledRow(store, model, row)
  refuseMissing(store, model, whole, later)
  return whole
}

/** The values of a new row: the given ones, and those that the Prisma Client would fill in. */
export function filledRow({ datamodel }: Store, model: string, row: Row): Row {
  const values: Record<string, unknown> = {}
  for (const column of modelOf(datamodel, model).columns.values()) {
    const given = memberIn(row, column.name)
    const filled = given === undefined ? filledOnInsert(column) : undefined
    if (given !== undefined) values[column.name] = given
    else if (filled?.isFilled) values[column.name] = filled.value
  }
  return values
}

/** Throws RefusedValues with all columns that lack a value, because a database names only the first. */
function refuseMissing({ datamodel }: Store, model: string, row: Row, later: readonly string[]): void {
  const missing = neededColumns(datamodel, model).filter(
    (name) => (memberIn(row, name) ?? null) === null && !later.includes(name),
  )
  if (missing.length > 0) throw new RefusedValues('notNull', missing)
}

async function insertPiece(
  { store, run, returnsInserted }: Writing,
  model: string,
  rows: readonly Row[],
  resource: AdapterResource,
): Promise<readonly object[]> {
  const columns = wholeRecord(store, model)
  const records: object[] = []
  for (const group of alike(store, rows)) {
    if (await returnsInserted()) {
      const { rows: found } = await run(sql`${insertSql(store, model, group)} returning ${columns.list}`)
      records.push(...found.map((row) => columns.record(row)))
    } else records.push(...(await insertAndFind(store, run, { model, rows: group, resource })))
  }
  if (rows.length === 1 && records.length === 0) throw new LeftOut(resource.type)
  return records
}

/** MySQL does not return rows: a row with a generated key is found by the connection's last insert id. */
async function insertAndFind(
  store: Store,
  run: Run,
  {
    model,
    rows,
    resource,
  }: { readonly model: string; readonly rows: readonly Row[]; readonly resource: AdapterResource },
): Promise<readonly object[]> {
  const { primaryKey } = resource
  const place = rootPlace(store, model)
  const columns = wholeRecord(store, model)
  const records: object[] = []
  const givesKeys = rows.every((row) => keyIn(row, primaryKey) !== undefined)
  for (const piece of givesKeys ? [rows] : rows.map((row) => [row])) {
    await run(insertSql(store, model, piece))
    const [first = ''] = primaryKey
    const condition = givesKeys
      ? keyedSql(
          store,
          place,
          primaryKey,
          piece.map((row) => valuesOf(row, primaryKey)),
        )
      : sql`${columnAt(store, place, first)} = last_insert_id()`
    const { rows: found } = await run(
      sql`select ${columns.list} from ${tableAt(store, place)} where ${condition}`,
    )
    const read = found.map((row) => columns.record(row))
    const byKey = new Map(read.map((record) => [keyIn(record, primaryKey), record]))
    records.push(...(givesKeys ? piece.flatMap((row) => byKey.get(keyIn(row, primaryKey)) ?? []) : read))
  }
  return records
}

/** Consecutive rows in groups with the same columns, because SQLite has no keyword for a column's default. */
function alike({ provider }: Store, rows: readonly Row[]): readonly (readonly Row[])[] {
  if (provider !== 'sqlite') return [rows]
  const groups: Row[][] = []
  let before: string | undefined
  for (const row of rows) {
    const names = Object.keys(row).join('\n')
    if (names === before) groups.at(-1)?.push(row)
    else groups.push([row])
    before = names
  }
  return groups
}

/**
 * The statement that inserts rows into a model's table.
 *
 * @param common the columns whose values are the same expression for all rows
 */
export function insertSql(
  store: Store,
  model: string,
  rows: readonly Row[],
  common: ReadonlyMap<string, Sql> = new Map(),
): Sql {
  const names = allColumns(store, model).filter(
    (name) => common.has(name) || rows.some((row) => memberIn(row, name) !== undefined),
  )
  const of = modelOf(store.datamodel, model)
  const table = tableOf(of)
  if (names.length === 0) {
    return store.provider === 'mysql'
      ? sql`insert into ${table} () values ()`
      : sql`insert into ${table} default values`
  }
  const values = rows.map(
    (row) =>
      sql`(${sql.join(names.map((name) => common.get(name) ?? valueSql(store, model, name, memberIn(row, name))))})`,
  )
  const columns = names.map((name) => sql.id(of.columns.get(name)?.stored ?? name))
  return sql`insert into ${table} (${sql.join(columns)}) values ${sql.join(values)}`
}

/** A value as a parameter, null, or the column's default. */
export function valueSql(store: Store, model: string, name: string, value: unknown): Sql {
  if (value === undefined) return sql`default`
  return value === null ? sql`null` : codingAt(store, model, name).give(value)
}
