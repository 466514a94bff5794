import { type Column, columnOf, type Datamodel, type Model, modelOf } from '@jsonapi-gen/runtime/adapter'
import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Coding } from '../values/coding.js'
import { codingOf } from '../values/coding-of.js'
import type { Provider } from '../values/provider.js'

/** What is known of the database. */
export interface Store {
  readonly datamodel: Datamodel
  readonly provider: Provider
  /** The text of a part of a statement that has no parameters. */
  readonly textOf: (part: RawBuilder<unknown>) => string
}

/** Runs a statement on the connection to use now. */
export type Run = (
  statement: RawBuilder<unknown>,
) => Promise<Pick<QueryResult<object>, 'rows' | 'numAffectedRows'>>

/** Where a condition stands: a model, the name that its table has in the statement, and the names that are taken. */
export interface Place {
  readonly model: string
  readonly alias: string
  readonly taken: ReadonlySet<string>
  /** Whether other tables stand beside it in the same FROM, so that a column's name alone may be ambiguous. */
  readonly isBeside?: boolean
}

/** The place of the records that a statement is about: their table has its own name. */
export function rootPlace({ datamodel }: Store, model: string): Place {
  const alias = modelOf(datamodel, model).table.name
  return { model, alias, taken: new Set([alias]) }
}

/** The place of records of another table, below a place: it has a name that none above it has. */
export function placeBelow({ datamodel }: Store, { taken }: Place, model: string): Place {
  const alias = nameBeside(taken, modelOf(datamodel, model).table.name)
  return { model, alias, taken: new Set([...taken, alias]) }
}

/** The place of records of another table, below a place, among other tables: it does not have the table's own name. */
export function placeBeside(store: Store, { taken }: Place, model: string): Place {
  const { name } = modelOf(store.datamodel, model).table
  const alias = nameBeside(new Set([...taken, name]), name)
  return { model, alias, taken: new Set([...taken, alias]), isBeside: true }
}

/** How long a name may be, in bytes: PostgreSQL cuts longer ones without a word, and two of them are then the same. */
const MOST_BYTES = 63

/** Whether a statement can give this name to something. */
export const isShort = (name: string): boolean => Buffer.byteLength(name) <= MOST_BYTES

/** A name that is not taken: `Comment`, or `Comment_2` where there is a `Comment`. A long name is cut. */
export function nameBeside(taken: ReadonlySet<string>, name: string): string {
  if (!taken.has(name) && isShort(name)) return name
  const start = isShort(`${name}_000`)
    ? name
    : Buffer.from(name)
        .subarray(0, MOST_BYTES - 8)
        .toString()
  for (let count = 2; ; count++) if (!taken.has(`${start}_${count}`)) return `${start}_${count}`
}

/** A table, with the name that it has in the statement. */
export function tableAt({ datamodel }: Store, { model, alias }: Place): RawBuilder<unknown> {
  return sql`${tableOf(modelOf(datamodel, model))} as ${sql.id(alias)}`
}

/** A table by its name, and that of its schema if it has one. */
export const tableOf = ({ table: { name, schema } }: Pick<Model, 'table'>): RawBuilder<unknown> =>
  schema === undefined ? sql.id(name) : sql.id(schema, name)

/** A column at a place. */
export const columnAt = (store: Store, { model, alias }: Place, name: string): RawBuilder<unknown> =>
  sql.id(alias, storedName(store, model, name))

/** The name of a column in the database. */
export const storedName = ({ datamodel }: Store, model: string, name: string): string =>
  columnOf(datamodel, model, name)?.stored ?? name

/** How the values of a column are read and given. */
export function codingAt({ datamodel, provider }: Store, model: string, name: string): Coding {
  return codingOf(provider, knownColumn(datamodel, model, name))
}

/** A column of a model. Throws an Error if the facts do not have it. */
export function knownColumn(datamodel: Datamodel, model: string, name: string): Column {
  const column = columnOf(datamodel, model, name)
  if (column) return column
  throw new Error(
    `The facts of the store have no column "${name}" of the model ${model}. Run npx jsonapi-gen generate.`,
  )
}
