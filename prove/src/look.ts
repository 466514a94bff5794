import { isObject } from './cast.js'
import { ProveFault } from './fault.js'
import type { Asked } from './asked.js'
import { columnOf, type Offer, valuesOf } from './offer.js'
import { includePaths } from './requests.js'
import type { Rows } from './rows.js'
import type { World } from './world.js'

/** The records that a viewer sees: the document of each, by type and id. */
export type Sight = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>

/** The maximum number of pages that are read from a list whose records are in no table. */
const PAGES = 20

/**
 * Reads everything that a viewer sees: every list, page by page, and the included records of types that have no list.
 * If requests may replace a default filter, the lists are also read with other values of the filter.
 */
export async function look(
  world: World,
  viewer: string,
  offers: ReadonlyMap<string, Offer>,
  rows: Rows,
): Promise<Sight> {
  const sight = new Map<string, Map<string, Readonly<Record<string, unknown>>>>()
  const note = (resource: unknown): void => {
    if (!isObject(resource)) return
    const { type, id } = resource
    if (typeof type !== 'string' || typeof id !== 'string') return
    const known = sight.get(type) ?? new Map<string, Readonly<Record<string, unknown>>>()
    sight.set(type, known)
    if (!known.has(id) || isObject(resource['attributes'])) known.set(id, resource)
  }
  for (const offer of offers.values()) {
    if (!offer.contract.actions.index.address) continue
    const hidden = includePaths(offer, offers).filter((path) => leadsToUnlisted(offer, path, offers))
    const includes = hidden.slice(0, 15)
    const count = offer.table && (rows.get(offer.table.model)?.length ?? 0)
    const pages = count === undefined ? PAGES : count + 1
    for (const query of queriesOf(offer, rows)) {
      let next: Asked | undefined = {
        method: 'GET',
        path: `/${offer.type}`,
        query: [
          ...query,
          ['page[size]', String(Math.min(offer.contract.page.max, 100))],
          ...(includes.length > 0 ? ([['include', includes.join()]] as const) : []),
        ],
        type: offer.type,
        covers: [],
      }
      for (let page = 0; next !== undefined && page < pages; page++) {
        const { status, body } = await world.send(next, viewer)
        if (status >= 500) {
          throw new ProveFault(
            `GET /${offer.type} as ${viewer} returned ${status}. A scope, a guard or a filter throws for these locals: fix that code, or change the viewer in prove.ts.`,
          )
        }
        if (status !== 200) break
        const document: unknown = JSON.parse(body)
        if (!isObject(document)) break
        for (const each of listOf(document['data'])) note(each)
        for (const each of listOf(document['included'])) note(each)
        next = followed(next, document['links'])
      }
    }
  }
  return sight
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Whether a path leads to records that are shown only if they are included. */
function leadsToUnlisted(offer: Offer, path: string, offers: ReadonlyMap<string, Offer>): boolean {
  let types: readonly string[] = [offer.type]
  for (const name of path.split('.')) {
    types = types.flatMap((type) => offers.get(type)?.contract.relationships[name]?.types ?? [])
  }
  return types.some((type) => offers.get(type)?.contract.actions.index.address === false)
}

function followed(asked: Asked, links: unknown): Asked | undefined {
  const next = isObject(links) ? links['next'] : undefined
  const href = isObject(next) ? next['href'] : next
  if (typeof href !== 'string') return undefined
  const query = [...new URL(href, 'http://prove.example').searchParams]
  return { ...asked, query }
}

/** Queries for the list: one without parameters, and, for each default filter, one for every value of its column. */
function queriesOf(offer: Offer, rows: Rows): readonly Asked['query'][] {
  const { contract, table } = offer
  const required = Object.entries(contract.filters).filter(([, filter]) => filter.required)
  const valued = (name: string): readonly string[] => {
    const column = columnOf(offer, name)
    return table && column !== undefined
      ? valuesOf(table.model, column, [rows]).map((value) =>
          contract.filters[name]?.type === 'date' ? String(value).slice(0, 10) : String(value),
        )
      : ['true', 'false']
  }
  const base: readonly Asked['query'][] =
    required.length === 0
      ? [[]]
      : required.reduce<readonly Asked['query'][]>(
          (all, [name]) =>
            all.flatMap((query) =>
              valued(name).map((value) => [...query, [`filter[${name}]`, value] as const]),
            ),
          [[]],
        )
  const replaced = Object.keys(contract.defaultFilters).filter((name) => contract.filters[name])
  const [first = []] = base
  return [
    ...base.slice(0, 30),
    ...replaced.flatMap((name) =>
      valued(name).map((value) => [...first, [`filter[${name}]`, value] as const]),
    ),
  ]
}
