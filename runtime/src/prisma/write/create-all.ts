import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { inPieces, keyIn, keysAtOnce } from '../../adapter/rows/keys.js'
import { valuesOf } from '../../adapter/rows/column-values.js'
import { modelOf } from '../../datamodel/datamodel.js'
import { asWritten } from '../values/read-values.js'
import { plainWhere } from '../scope/keys-where.js'
import { delegateOf, type PrismaDelegate } from '../client.js'
import { refuseUnfit } from '../../sql/refusals/refuse-unfit.js'
import { comparedColumns, type Creating, recordsOfRows, type Row } from '../../sql/new-rows.js'

/**
 * Creates records in a few statements, and returns them in the order of the rows. Prisma promises no order of its
 * results. So each record is compared with its row, in the columns that the store keeps unchanged.
 *
 * Throws the errors of Prisma, and an Error if a record does not match its row.
 *
 * @returns undefined, without creating anything, if the store returns no records and the keys are not known, if rows
 * could be confused with each other, or if an extension of the client may have to see each create
 */
export async function createRecords(
  { datamodel, client, batches, provider, maxKeys }: Creating,
  rows: readonly Row[],
  resource: AdapterResource,
): Promise<object[] | undefined> {
  for (const row of rows) refuseUnfit(datamodel, row, resource)
  const model = String(resource.model)
  const delegate = delegateOf(client, model)
  const create = creatorOf(delegate, rows, resource, provider)
  const compared = comparedColumns(datamodel, resource, rows)
  if (!create || !compared || !batches) return undefined
  const records: object[] = []
  // A row has a value for each column, including those with a default.
  const columns = [...modelOf(datamodel, model).columns.keys()]
  for (const piece of inPieces(rows, keysAtOnce({ maxKeys }, columns))) {
    records.push(...asWritten(datamodel, model, await create(piece)))
  }
  return recordsOfRows(records, rows, compared, resource)
}

/** Functions that create and read several rows; undefined if the rows could not be found again. */
function creatorOf(
  delegate: PrismaDelegate,
  rows: readonly Row[],
  { primaryKey }: AdapterResource,
  provider: string,
): ((rows: readonly Row[]) => Promise<readonly object[]>) | undefined {
  // A client for another store has the method too, but it always throws.
  const isReturned = /^(?:postgres|cockroach|sqlite)/.test(provider)
  if (isReturned) return (data) => delegate.createManyAndReturn({ data })
  if (rows.some((row) => keyIn(row, primaryKey) === undefined)) return undefined
  return async (data) => {
    await delegate.createMany({ data })
    const keys = data.map((row) => valuesOf(row, primaryKey))
    const found = await delegate.findMany({ where: plainWhere(primaryKey, keys) })
    const byKey = new Map(found.map((record) => [keyIn(record, primaryKey), record]))
    return data.flatMap((row) => byKey.get(keyIn(row, primaryKey)) ?? [])
  }
}
