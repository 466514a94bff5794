import type { AdapterResource } from '../adapter/adapter-resource.js'
import { columnType, type Datamodel } from '../adapter/datamodel.js'
import { memberOf } from '../base/cast.js'
import { keyOf } from '../adapter/keys.js'

/** What a record is created from, by column. */
export type Row = Readonly<Record<string, unknown>>

/** How new records are created. */
export interface Creating {
  readonly datamodel: Datamodel
  /** The client to use now. */
  readonly client: object
  /** Whether several records may be created in one operation: nobody can ask what an extension of the client does to `create`. */
  readonly batches: boolean
  readonly provider: string
  /** How many values the store takes in one statement. */
  readonly maxKeys: number
}

/** The columns by which a record is told to be that of its row; undefined where two rows differ in others alone. */
export function comparedColumns(
  datamodel: Datamodel,
  model: string,
  given: readonly string[],
  rows: readonly Row[],
): ReadonlySet<string> | undefined {
  const compared = new Set(given.filter((column) => isComparable(columnType(datamodel, model, column)?.kind)))
  const others = given.filter((column) => !compared.has(column))
  const isPlain = rows.every((row) => others.every((column) => row[column] === undefined))
  if (isPlain) return compared
  const names = new Set(
    rows.map((row) => JSON.stringify([...compared].map((column) => keyOf(row[column]) ?? null))),
  )
  return names.size === rows.length ? compared : undefined
}

/** Whether a record that was created has the values of a row. */
export function isOfRow(record: object | undefined, row: Row, compared: ReadonlySet<string>): boolean {
  if (record === undefined) return false
  for (const column of compared) {
    const value = row[column]
    const stored = memberOf(record, column)
    if (value !== undefined && value !== stored && keyOf(value) !== keyOf(stored)) return false
  }
  return true
}

/** Resources of which the store keeps other values than it is given, such as a moment in whole seconds. */
const changing = new WeakSet<AdapterResource>()

/** Whether new records of a resource can be told by their values, as far as it is known. */
export const keepsValues = (resource: AdapterResource): boolean => !changing.has(resource)

/** The error for new records that have other values than their rows. From then on each of them is created by itself. */
export function otherValues(resource: AdapterResource): Error {
  changing.add(resource)
  return new Error(`Prisma has not returned the new records of "${resource.type}" as they were given.`)
}

function isComparable(kind: string | undefined): boolean {
  return (
    kind === 'string' || kind === 'integer' || kind === 'bigint' || kind === 'boolean' || kind === 'datetime'
  )
}
