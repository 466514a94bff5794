import type { AdapterResource } from '../adapter/adapter-resource.js'
import { columnType, type Datamodel } from '../datamodel/datamodel.js'
import { memberOf } from '../base/cast.js'
import { oncePer } from '../base/made-once.js'
import { keyOf } from '../adapter/rows/keys.js'

/** The values of a new record, by column. */
export type Row = Readonly<Record<string, unknown>>

/** The context for creating records. */
export interface Creating {
  readonly datamodel: Datamodel
  /** The current client. */
  readonly client: object
  /**
   * Whether one operation may create several records. This is not permitted if the client has extensions, because their
   * effect on `create` is unknown.
   */
  readonly batches: boolean
  readonly provider: string
  /** The number of values that the store accepts in one statement. */
  readonly maxKeys: number
}

/**
 * The columns used to match new records with their rows. Undefined if two rows differ only in other columns, or if the
 * store is known to change values of the resource.
 */
export function comparedColumns(
  datamodel: Datamodel,
  resource: AdapterResource,
  rows: readonly Row[],
): ReadonlySet<string> | undefined {
  if (stateOf(resource).changesValues) return undefined
  const model = String(resource.model)
  const given = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const compared = new Set(given.filter((column) => isComparable(columnType(datamodel, model, column)?.kind)))
  const others = given.filter((column) => !compared.has(column))
  const isPlain = rows.every((row) => others.every((column) => memberOf(row, column) === undefined))
  if (isPlain) return compared
  const names = new Set(
    rows.map((row) => JSON.stringify([...compared].map((column) => keyOf(memberOf(row, column)) ?? null))),
  )
  return names.size === rows.length ? compared : undefined
}

/**
 * Returns new records in the order of their rows. Throws an Error if one of them does not contain the values of its row:
 * from then on, each record of the resource is created separately.
 */
export function recordsOfRows<Records extends readonly object[]>(
  records: Records,
  rows: readonly Row[],
  compared: ReadonlySet<string>,
  resource: AdapterResource,
): Records {
  const isInOrder = rows.every((row, index) => isOfRow(records[index], row, compared))
  if (records.length === rows.length && isInOrder) return records
  stateOf(resource).changesValues = true
  throw new Error(`The store did not return the new records of "${resource.type}" as they were written.`)
}

function isOfRow(record: object | undefined, row: Row, compared: ReadonlySet<string>): boolean {
  if (record === undefined) return false
  for (const column of compared) {
    const value = memberOf(row, column)
    const stored = memberOf(record, column)
    if (value !== undefined && value !== stored && keyOf(value) !== keyOf(stored)) return false
  }
  return true
}

/** Resources whose values the store changes, such as a moment that it rounds to whole seconds. */
const stateOf: (resource: AdapterResource) => { changesValues: boolean } = oncePer(() => ({
  changesValues: false,
}))

function isComparable(kind: string | undefined): boolean {
  return (
    kind === 'string' || kind === 'integer' || kind === 'bigint' || kind === 'boolean' || kind === 'datetime'
  )
}
