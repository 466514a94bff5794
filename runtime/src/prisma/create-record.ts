import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { Datamodel } from '../adapter/datamodel.js'
import { allMissing } from './all-missing.js'
import { delegateOf } from './client.js'
import { LeftOut } from './left-out.js'
import type { Creating, Row } from './new-rows.js'
import { refuseUnfit } from './refuse-unfit.js'

/**
 * Creates a record, and returns it as the store has it.
 *
 * Throws what Prisma throws; RefusedValues for what Prisma would refuse in other words; LeftOut.
 */
export async function createRecord(
  { datamodel, client, provider }: Creating,
  row: Row,
  resource: AdapterResource,
): Promise<object> {
  refuseUnfit(datamodel, row, resource, provider)
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
