import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { type Contract, contractOf, loadSchema } from 'jsonapi-gen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datamodel as datamodelText } from '../../scripts/lib/datamodels.js'
import { partModels, PARTS } from '../../scripts/lib/parts.js'
import { loadDatamodel } from '../../src/prisma/load-datamodel.js'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { PROVIDERS } from '../support/clients.js'
import { databases, type OpenDatabase, type PartsClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { oneIn } from '../support/sample.js'
import { shortErrors } from '../write/support/documents.js'
import type { Answer } from '../write/support/send.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import { isPlain, partResources, partsOf, type PartType } from './support/parts.js'

interface Row {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships: Readonly<Record<string, { readonly data?: unknown }>>
}
interface Page {
  readonly data: readonly Row[]
  readonly included?: readonly Row[]
  readonly links: Readonly<Record<string, string | null>>
}

/**
 * Actual and expected results, which are compared only at the end so that a failure shows all differences.
 */
interface Found {
  readonly got: unknown[]
  readonly wanted: unknown[]
}

const CURSORS = {
  accept: 'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
}
const FOUND = 200
const CREATED = 201
const CHANGED = 204

/** A value in a filter, whose commas do not separate values. */
const braced = (value: unknown): string =>
  encodeURIComponent(typeof value === 'string' ? `{{${value}}}` : String(value))

/**
 * The comparison operators, and the positions of the records that each finds when it compares three sorted
 * records with the second one.
 */
const ORDERED = { gt: [2], gte: [1, 2], lt: [0], lte: [0, 1], not_gt: [0, 1], not_lt: [1, 2] } as const

describe.each(databases)('keys/every-type (22.2, 24.3): keys with every column type on $name', (database) => {
  const provider = PROVIDERS[database.name]
  const names = Object.keys(PARTS[provider])
  let opened: OpenDatabase<PartsClient>
  let kysely: ReturnType<typeof kyselyAdapter>
  let adapters: Readonly<Record<'prisma' | 'kysely', Adapter>>
  let types: ReadonlyMap<string, PartType>
  let contract: Contract
  beforeAll(async () => {
    opened = await database.openParts()
    kysely = kyselyAdapter(opened)
    adapters = {
      prisma: informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma))),
      kysely: kysely.adapter,
    }
    const text = await datamodelText('parts', provider)
    const loaded = await loadDatamodel([{ path: 'parts.prisma', text }])
    if (!loaded.ok) throw new Error('The datamodel is faulty.')
    types = partsOf(names, loaded.datamodel)
    contract = await contractFor(names, text)
  })
  afterAll(async () => {
    await kysely.close()
    await opened.close()
  })

  const cases = (['prisma', 'kysely'] as const).flatMap((engine) =>
    names
      // Prisma cannot compare such a key, so `generate` rejects it (JG518).
      .filter((name) => !(engine === 'prisma' && provider === 'mysql' && name === 'time'))
      .map((name) => ({ engine, name })),
  )

  test.each(oneIn(4, cases))(
    'a key of type $name supports everything that other keys support, on $engine',
    async ({ engine, name }) => {
      const type = types.get(name)
      if (!type) throw new Error(name)
      const found: Found = { got: [], wanted: [] }
      const served = serveWrites(partResources(type, adapters[engine]))
      const offered = (model: string): boolean => contract.resources[model]?.page.cursors === true
      const models = partModels(name)
      await check(served, 'solos', type, offered(models.solo), found)
      await check(served, 'pairs', type, offered(models.pair), found)
      expect(found.got).toEqual(found.wanted)
    },
  )

  test.each(['prisma', 'kysely'] as const)(
    'a value that would leave its record without a URL is rejected on %s',
    async (engine) => {
      const found = names.flatMap((name) => types.get(name) ?? [])
      for (const type of found.filter(({ kind }) => kind === 'bytes')) {
        const { send } = serveWrites(partResources(type, adapters[engine]))
        const errors = async (resource: 'solos' | 'pairs', value: string) =>
          shortErrors(await send('POST', `/${resource}`, { data: recordOf(resource, type, value, 9) }))
        const at = '422 /data/attributes/part part'
        expect(await errors('solos', '')).toEqual([`${at} is the id and cannot be empty.`])
        const long = Buffer.alloc(6000).toString('base64')
        for (const resource of ['solos', 'pairs'] as const) {
          expect(await errors(resource, long)).toEqual([`${at} is part of the id and too long for a URL.`])
        }
      }
    },
  )
})

/** The contract for all models, whose types have the names of the models. */
async function contractFor(names: readonly string[], text: string): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-parts-'))
  const models = names.flatMap((name) => [partModels(name).solo, partModels(name).pair])
  const resources = models.map(
    (model) => `  ${model}: { model: ${model}, public: true, attributes: all, unindexed: true }\n`,
  )
  const schema = `generate: { adapter: kysely }\nprisma: { schema: parts.prisma }\nresources:\n${resources.join('')}`
  await writeFile(join(folder, 'parts.prisma'), text)
  await writeFile(join(folder, 'schema.yaml'), schema)
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  await rm(folder, { recursive: true })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  return contractOf(loaded.schema)
}

/** Writes a record for each value, and reads it in every way. */
async function check(
  served: Served,
  resource: 'solos' | 'pairs',
  type: PartType,
  hasCursors: boolean,
  { got, wanted }: Found,
): Promise<void> {
  const note = (what: string, is: unknown, should: unknown): void => {
    got.push([resource, what, is])
    wanted.push([resource, what, should])
  }
  const status = async (what: string, should: number, method: string, path: string, data?: unknown) => {
    const answer = await served.send(method, path, data === undefined ? undefined : { data })
    note(what, [answer.status, ...shortErrors(answer)], [should])
    return answer
  }
  const idsAt = async (path: string): Promise<unknown> => {
    const answer = await served.send('GET', path)
    return answer.status === FOUND ? (answer.body as Page).data.map(({ id }) => id) : shortErrors(answer)
  }

  const ids: string[] = []
  for (const [at, value] of type.values.entries()) {
    const made = await status(
      `POST ${value}`,
      CREATED,
      'POST',
      `/${resource}`,
      recordOf(resource, type, value, at),
    )
    const { id, attributes } = (made.body as { data: Row }).data
    ids.push(id)
    if (!isPlain(type) || resource === 'pairs') {
      note(`attribute ${value}`, String(attributes['part']), String(value))
    }
    await status(`GET ${id}`, FOUND, 'GET', `/${resource}/${encodeURIComponent(id)}`)
    note(`filter[id] ${id}`, await idsAt(`/${resource}?filter[id]=${braced(id)}`), [id])
  }
  const [first = '', second = '', third = first] = ids
  const at = `/${resource}/${encodeURIComponent(second)}`

  note('a list of ids', await idsAt(`/${resource}?filter[id]=${braced(first)},${braced(second)}&sort=id`), [
    first,
    second,
  ])
  note('not an id', await idsAt(`/${resource}?filter[id][not_eq]=${braced(first)}&sort=id`), ids.slice(1))
  note('sort=id', await idsAt(`/${resource}?sort=id`), ids)
  note('sort=-id', await idsAt(`/${resource}?sort=-id`), ids.toReversed())
  note('a walk by cursors', await walk(served, `/${resource}?sort=id&page[size]=1`), hasCursors ? ids : [400])

  const relation = resource === 'solos' ? 'solo' : 'pair'
  const use = await status(`link ${second}`, CREATED, 'POST', '/uses', {
    type: 'uses',
    attributes: { name: 'u' },
    relationships: { [relation]: { data: { type: resource, id: second } } },
  })
  const { id: useId } = (use.body as { data: Row }).data
  const shown = (await served.send('GET', `/uses/${useId}?include=${relation}`)).body as Page & { data: Row }
  note('linkage', shown.data.relationships[relation]?.data, { type: resource, id: second })
  note(
    'included',
    shown.included?.map(({ id }) => id),
    [second],
  )
  const many = (await served.send('GET', `/${resource}?include=uses&filter[id]=${braced(second)}`))
    .body as Page
  note(
    'included uses',
    many.included?.map(({ id }) => id),
    [useId],
  )
  note('filter through it', await idsAt(`/uses?filter[${relation}.id]=${braced(second)}`), [useId])
  note('filter through another', await idsAt(`/uses?filter[${relation}.id]=${braced(first)}`), [])
  note('related', await idsAt(`${at}/uses`), [useId])
  await status('move', CHANGED, 'PATCH', `/uses/${useId}/relationships/${relation}`, {
    type: resource,
    id: third,
  })
  note('related after it', await idsAt(`/${resource}/${encodeURIComponent(third)}/uses`), [useId])
  await status('add', CHANGED, 'POST', `${at}/relationships/uses`, [{ type: 'uses', id: useId }])
  note('related again', await idsAt(`${at}/uses`), [useId])

  if (resource === 'pairs') {
    for (const [index, value] of type.values.entries()) {
      note(`filter[part] ${value}`, await idsAt(`/pairs?filter[part]=${braced(value)}`), [ids[index]])
      const others = ids.filter((_, each) => each !== index)
      note(`not_eq ${value}`, await idsAt(`/pairs?filter[part][not_eq]=${braced(value)}&sort=id`), others)
    }
    const [, middle] = type.values
    note('a list', await idsAt(`/pairs?filter[part]=${type.values.slice(0, 2).map(braced)}&sort=id`), [
      first,
      second,
    ])
    if (['integer', 'bigint', 'decimal', 'date', 'datetime'].includes(type.kind)) {
      for (const [operator, places] of Object.entries(ORDERED)) {
        const path = `/pairs?filter[part][${operator}]=${braced(middle)}&sort=id`
        note(
          operator,
          await idsAt(path),
          places.map((place) => ids[place]),
        )
      }
    }
    // Byte columns cannot be sorted.
    const isSorted = type.kind !== 'bytes'
    const refused = (sort: string) => [`400 - "pairs" cannot be sorted by "${sort}".`]
    note('sort=part', await idsAt('/pairs?sort=part'), isSorted ? ids : refused('part'))
    note('sort=-part', await idsAt('/pairs?sort=-part,seq'), isSorted ? ids.toReversed() : refused('-part'))
    note('uses.part', await idsAt(`/pairs?filter[uses.part]=${braced(middle)}`), [second])
    note('pair.part', await idsAt(`/uses?filter[pair.part]=${braced(middle)}`), [useId])
    note('a foreign key', await idsAt(`/uses?filter[part]=${braced(middle)}`), [useId])
  }

  await status('remove', CHANGED, 'DELETE', `${at}/relationships/uses`, [{ type: 'uses', id: useId }])
  note('related at last', await idsAt(`${at}/uses`), [])
  await status('PATCH', FOUND, 'PATCH', at, { type: resource, id: second, attributes: { note: 'm' } })
  await status('DELETE of the use', CHANGED, 'DELETE', `/uses/${useId}`)
  for (const id of ids) {
    await status(`DELETE ${id}`, CHANGED, 'DELETE', `/${resource}/${encodeURIComponent(id)}`)
  }
}

/** A record whose id is the value, or one of whose attributes has the value and is part of the id. */
const recordOf = (resource: string, type: PartType, value: unknown, at: number): object =>
  resource === 'solos' && isPlain(type)
    ? { type: resource, id: String(value), attributes: { note: 'n' } }
    : { type: resource, attributes: { part: value, note: 'n', ...(resource === 'pairs' && { seq: at + 1 }) } }

/** The ids from a walk over pages with one record each. If a page is rejected, its status is the last entry. */
async function walk(served: Served, begin: string): Promise<readonly (string | number)[]> {
  const met: (string | number)[] = []
  let next: string | null | undefined = begin
  while (typeof next === 'string' && met.length < 6) {
    const { status, body }: Answer = await served.send('GET', next, undefined, CURSORS)
    if (status !== FOUND) return [...met, status]
    met.push(...(body as Page).data.map(({ id }) => id))
    next = (body as Page).links['next']?.replace('http://blog.test', '')
  }
  return met
}
