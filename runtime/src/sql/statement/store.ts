import { type Datamodel, type Model, columnOf, modelOf } from '../../datamodel/datamodel.js'
import { knownColumn } from './known-column.js'
import { type Sql, sql } from './sql.js'
import type { Coding } from '../values/coding.js'
import { codingOf } from '../values/coding-of.js'
import type { Provider } from '../values/provider.js'

/** The database: its provider and its models. */
export interface Store {
  readonly datamodel: Datamodel
  readonly provider: Provider
  /** A part of a statement without parameters. */
  readonly textOf: (part: Sql) => string
  /** An application's condition, at a place in a statement. */
  readonly ownSql: (own: object, place: Place) => Sql
}

/** Runs a statement on the current connection. */
export type Run = (statement: Sql) => Promise<SqlResult>

/** The rows that a statement returns, keyed by column, and the number of rows that it changed. */
export interface SqlResult {
  readonly rows: readonly object[]
  readonly numAffectedRows?: bigint | undefined
}

/** The place of a condition: a model, the name of its table in the statement, and the names that are taken. */
export interface Place {
  readonly model: string
  readonly alias: string
  readonly taken: ReadonlySet<string>
  /** Whether the same FROM has other tables, in which case a bare column name may be ambiguous. */
  readonly isBeside?: boolean
}

/** The place of the records that a statement is about: their table has no alias. */
export function rootPlace({ datamodel }: Store, model: string): Place {
  const alias = modelOf(datamodel, model).table.name
  return { model, alias, taken: new Set([alias]) }
}

/** The place of another table's records in a subquery: the table has a name that no outer table has. */
export function placeBelow({ datamodel }: Store, { taken }: Place, model: string): Place {
  const alias = nameBeside(taken, modelOf(datamodel, model).table.name)
  return { model, alias, taken: new Set([...taken, alias]) }
}

/** The place of another table's records in a subquery with several tables: the table gets an alias. */
export function placeBeside(store: Store, { taken }: Place, model: string): Place {
  const { name } = modelOf(store.datamodel, model).table
  const alias = nameBeside(new Set([...taken, name]), name)
  return { model, alias, taken: new Set([...taken, alias]), isBeside: true }
}

/**
 * The maximum length of a name, in bytes: PostgreSQL silently truncates longer names, so two of them could become the
 * same.
 */
const MOST_BYTES = 63

/** Whether a statement can use this name as an alias. */
export const isShort = (name: string): boolean => Buffer.byteLength(name) <= MOST_BYTES

/** A name that is not taken: `Comment`, or `Comment_2` if `Comment` is taken. A long name is truncated. */
export function nameBeside(taken: ReadonlySet<string>, name: string): string {
  if (!taken.has(name) && isShort(name)) return name
  const start = isShort(`${name}_000`)
    ? name
    : Buffer.from(name)
        .subarray(0, MOST_BYTES - 8)
        .toString()
  for (let count = 2; ; count++) if (!taken.has(`${start}_${count}`)) return `${start}_${count}`
}

/** A table, together with its name in the statement. */
export function tableAt({ datamodel }: Store, { model, alias }: Place): Sql {
  return sql`${tableOf(modelOf(datamodel, model))} as ${sql.id(alias)}`
}

/** A table's name, qualified by its database schema if it has one. */
export const tableOf = ({ table: { name, schema } }: Pick<Model, 'table'>): Sql =>
  schema === undefined ? sql.id(name) : sql.id(schema, name)

/** A column at a place. */
export const columnAt = (store: Store, { model, alias }: Place, name: string): Sql =>
  sql.id(alias, storedName(store, model, name))

/** The name of a column in the database. */
export const storedName = ({ datamodel }: Store, model: string, name: string): string =>
  columnOf(datamodel, model, name)?.stored ?? name

/** The coding with which a column's values are read and written. */
export function codingAt({ datamodel, provider }: Store, model: string, name: string): Coding {
  return codingOf(provider, knownColumn(datamodel, model, name))
}
