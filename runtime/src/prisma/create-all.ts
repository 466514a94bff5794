import type { AdapterResource } from '../adapter/adapter.js'
import { callWith, memberOf } from '../cast.js'
import { inPieces, keyIn, keyOf, keysAtOnce, keysOfType } from '../read/keys.js'
import { valuesOf } from '../adapter/column-values.js'
import { plainWhere } from './among.js'
import { delegateOf, type PrismaDelegate } from './client.js'
import { columnType, storedNames } from './datamodel.js'

/** What a record is created from, by column. */
export type Row = Readonly<Record<string, unknown>>

/** A create of several records: the client, and the one to use now. */
interface Creating {
  readonly root: object
  readonly client: object
  readonly provider: string
  /** How many values the store takes in one statement. */
  readonly maxKeys: number
}

/**
 * Creates records in a few statements, and returns them in the order of the rows. Prisma promises no order of what it
 * returns. So each record is compared with its row, in the columns that the store keeps as they are given.
 *
 * Throws what Prisma throws, and an Error where a record is not that of its row.
 *
 * @returns undefined, and nothing is created, if the store returns no records and the keys are not known, if rows could be
 *   mistaken for one another, or if an extension of the client has to see each create
 */
export async function createRecords(
  { root, client, provider, maxKeys }: Creating,
  rows: readonly Row[],
  resource: AdapterResource,
): Promise<readonly object[] | undefined> {
  const model = String(resource.model)
  const delegate = delegateOf(client, model)
  const create = creatorOf(delegate, rows, resource, provider)
  const compared = comparedColumns(root, model, rows)
  if (!create || !compared || disordered.has(resource) || isExtended(root, model)) return undefined
  const records: object[] = []
  // A row has a value for each column, those included that have a default.
  const columns = [...storedNames(root, model).keys()]
  for (const piece of inPieces(rows, keysAtOnce({ maxKeys }, columns))) records.push(...(await create(piece)))
  const isInOrder = rows.every((row, index) => isOfRow(records[index], row, compared))
  if (records.length === rows.length && isInOrder) return records
  disordered.add(resource)
  throw new Error(`Prisma has not returned the new records of "${resource.type}" as they were given.`)
}

/** Resources of which the store keeps other values than it is given, such as a moment in whole seconds. */
const disordered = new WeakSet<AdapterResource>()

/** How several rows are created, and read; undefined where they could not be found again. */
function creatorOf(
  delegate: PrismaDelegate,
  rows: readonly Row[],
  { primaryKey }: AdapterResource,
  provider: string,
): ((rows: readonly Row[]) => Promise<readonly object[]>) | undefined {
  // A client for another store has the method too, and only throws.
  const isReturned = /^(?:postgres|cockroach|sqlite)/.test(provider)
  if (isReturned) return (data) => delegate.createManyAndReturn({ data })
  if (rows.some((row) => keyIn(row, primaryKey) === undefined)) return undefined
  return async (data) => {
    await delegate.createMany({ data })
    const keys = data.map((row) => valuesOf(row, primaryKey))
    const found = await delegate.findMany({ where: plainWhere(primaryKey, keysOfType(keys, [])) })
    const byKey = new Map(found.map((record) => [keyIn(record, primaryKey), record]))
    return data.flatMap((row) => byKey.get(keyIn(row, primaryKey)) ?? [])
  }
}

/** The columns by which a record is told to be that of its row; undefined where two rows differ in others alone. */
function comparedColumns(root: object, model: string, rows: readonly Row[]): ReadonlySet<string> | undefined {
  const given = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const compared = new Set(given.filter((column) => isComparable(columnType(root, model, column)?.kind)))
  const others = given.filter((column) => !compared.has(column))
  const isPlain = rows.every((row) => others.every((column) => row[column] === undefined))
  const names = new Set(
    rows.map((row) => JSON.stringify([...compared].map((column) => keyOf(row[column]) ?? null))),
  )
  return isPlain || names.size === rows.length ? compared : undefined
}

function isComparable(kind: string | undefined): boolean {
  return (
    kind === 'string' || kind === 'integer' || kind === 'bigint' || kind === 'boolean' || kind === 'datetime'
  )
}

function isOfRow(record: object | undefined, row: Row, compared: ReadonlySet<string>): boolean {
  return (
    record !== undefined &&
    Object.entries(row).every(
      ([column, value]) =>
        value === undefined || !compared.has(column) || keyOf(value) === keyOf(memberOf(record, column)),
    )
  )
}

/** Whether an extension of the client takes part in each create of a model (rule 23.7). */
function isExtended(client: object, model: string): boolean {
  const extensions = Object(memberOf(client, '_extensions'))
  const name = model.charAt(0).toLowerCase() + model.slice(1)
  const ask = (question: string): object => {
    const answer = memberOf(extensions, question)
    return typeof answer === 'function' ? Object(callWith(answer, extensions, [name, 'create'])) : {}
  }
  const isAsked = Object.keys(ask('getAllQueryCallbacks')).length > 0
  return isAsked || memberOf(ask('getAllModelExtensions'), 'create') !== undefined
}
