import type { AdapterResource, NewLink, NewRecords } from '../adapter/adapter.js'
import { memberOf, setMember } from '../cast.js'
import { delegateOf } from './client.js'
import { LeftOut } from './left-out.js'
import type { Creating, Row } from './new-rows.js'
import { refuseUnfit } from './refuse-unfit.js'
import { relationOfKey } from './relations-of-link.js'

/**
 * Creates a record by one create of Prisma that includes what it refers to. Because of that, Prisma reads the record behind its
 * insert, with what triggers have made of it.
 *
 * Throws what Prisma throws.
 *
 * @returns undefined, and nothing is created, if there is no link, or one that is no relation of Prisma, or if the client has
 *   extensions, which may want to see each create
 */
export async function createLinked(
  { datamodel, client, batches, provider }: Creating,
  row: Row,
  links: readonly NewLink[],
  resource: AdapterResource,
): Promise<NewRecords | undefined> {
  if (!batches) return undefined
  const model = String(resource.model)
  const relations = links.flatMap(
    (link) => relationOfKey(datamodel, model, String(link.resource.model), link.foreignKey, link.key) ?? [],
  )
  if (relations.length === 0 || new Set(relations).size < links.length) return undefined
  refuseUnfit(datamodel, row, resource, provider)
  const include = Object.fromEntries(relations.map((relation) => [relation, true]))
  const record = await delegateOf(client, model).create({ data: row, include })
  if (record === null) throw new LeftOut(resource.type)
  const linked = relations.map((relation) => {
    const found = memberOf(record, relation)
    // V8 reads what lost a member slowly.
    setMember(record, relation, undefined)
    return typeof found === 'object' ? found : null
  })
  return { record, linked, children: [] }
}
