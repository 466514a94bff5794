import { memberOf } from '../../base/cast.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { columnOf, type Datamodel } from '../../datamodel/datamodel.js'
import { delegateOf } from '../client.js'
import { LeftOut } from '../../sql/refusals/left-out.js'
import type { Creating, Row } from '../../sql/new-rows.js'
import { refuseUnfit } from '../../sql/refusals/refuse-unfit.js'
import { neededColumns } from '../../sql/columns.js'
import { faultOfPrisma, unknownArgument } from '../prisma-errors.js'
import { RefusedValues } from '../../sql/refusals/refused-values.js'

/**
 * Creates a record, and returns it as stored.
 *
 * Throws the errors of Prisma; RefusedValues for values that Prisma would refuse with a worse error; LeftOut.
 */
export async function createRecord(
  { datamodel, client }: Creating,
  row: Row,
  resource: AdapterResource,
): Promise<object> {
  refuseUnfit(datamodel, row, resource)
  const record = await createdBy(client, row, resource, datamodel)
  if (record === null) throw new LeftOut(resource.type)
  return record
}

async function createdBy(
  client: object,
  data: Row,
  resource: AdapterResource,
  datamodel: Datamodel,
): Promise<object | null> {
  try {
    return await delegateOf(client, resource.model).create({ data })
  } catch (error) {
    throw allMissing(error, datamodel, data, resource)
  }
}

/**
 * The error of a failed create. If values are missing, it names all of them, because Prisma names only the first, or
 * another that is present. Other errors stay as they are. Nothing is checked before the create, because an extension of
 * the client may fill columns.
 */
function allMissing(
  error: unknown,
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  resource: AdapterResource,
): unknown {
  const model = String(resource.model)
  // Where the relation of a missing column is optional, Prisma calls the keys of others unknown.
  const unknown = unknownArgument(error)
  const isKey = unknown !== undefined && columnOf(datamodel, model, unknown) !== undefined
  if (!isKey && faultOfPrisma(error, datamodel, resource)?.kind !== 'notNull') return error
  const missing = neededColumns(datamodel, model).filter((name) => memberOf(parameters, name) === undefined)
  return missing.length > 0 ? new RefusedValues('notNull', missing) : error
}
