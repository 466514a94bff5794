import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datamodel as datamodelText } from '../../scripts/lib/datamodels.js'
import { PARTS } from '../../scripts/lib/parts.js'
import { encodeKey } from '../../runtime/src/value/key.js'
import { loadDatamodel } from '../../src/prisma/load-datamodel.js'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { operate } from '../operations/support/operate.js'
import { PROVIDERS } from '../support/clients.js'
import { databases, type OpenDatabase, type PartsClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { oneIn } from '../support/sample.js'
import { shortErrors, written } from '../write/support/documents.js'
import type { Answer } from '../write/support/send.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import { isPlain, partResources, partsOf, type PartType } from './support/parts.js'

/**
 * Different spellings of the second value of each type. `values` are accepted in attributes. For `ids`, only an id's
 * error names the correct spelling. For `padded`, a filter's error does too. `equal` lists spellings that PostgreSQL or
 * MariaDB treats as equal.
 */
interface Spellings {
  readonly values?: readonly string[]
  readonly ids?: readonly string[]
  readonly padded?: readonly string[]
  readonly equal?: Readonly<Partial<Record<'postgresql' | 'mariadb', readonly string[]>>>
}

const SPELLINGS: Readonly<Record<string, Spellings>> = {
  text: { equal: { mariadb: ['BANANA', 'banana ', 'banäna'] } },
  varchar: { equal: { mariadb: ['B2', 'b2 '] } },
  char: { equal: { mariadb: ['ABC'] }, padded: ['abc '] },
  inet: { equal: { postgresql: ['10.0.0.2/32'] }, padded: ['10.0.0.2 '] },
  bits: { padded: ['0010 '] },
  varbits: { padded: ['01 '] },
  uuid: {
    ids: [
      '3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55',
      '3d8c1f0e96a44f7e8b1f0a4f2f9a6c55',
      '{3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55}',
      ' 3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
    ],
  },
  integer: { ids: ['02', '+2', '2.0', ' 2'] },
  small: { ids: ['02'] },
  tiny: { ids: ['02'] },
  medium: { ids: ['02'] },
  unsigned: { ids: ['02'] },
  oid: { ids: ['02'] },
  year: { ids: ['02024'] },
  bigint: { ids: ['09007199254740993', '9007199254740993.0'] },
  unsignedBigint: { ids: ['09007199254740993'] },
  flag: { ids: ['TRUE', 'True'] },
  moment: {
    values: ['2024-02-29T13:00:00.000+01:00', '2024-02-29T12:00:00Z', '2024-02-29 12:00:00Z'],
    ids: ['2024-02-29T120000Z'],
  },
  zoned: { values: ['2024-02-29T13:00:00.000+01:00', '2024-02-29T12:00:00Z'] },
  fine: { values: ['2024-02-29T13:00:00.000+01:00', '2024-02-29T12:00:00Z'] },
  second: { values: ['2024-02-29T13:00:00.000+01:00', '2024-02-29T12:00:00Z'] },
  date: { ids: ['2024-2-29', '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000+00:00'] },
  time: { values: ['1970-01-01T11:30:00.500+01:00'] },
  decimal: { values: ['0.10', '00.1', '1e-1'], ids: ['.1', '+0.1'] },
  price: { values: ['0.1000'], ids: ['.1'] },
  money: { values: ['0.10'] },
  bytes: { values: ['AQIDBA=='], ids: ['AQIDBA='] },
  binary: { values: ['AQIDBA=='] },
  color: { ids: ['GREEN', 'Green'] },
}

/**
 * The outcome of a spelling in one place: the record is found, the correct spelling is reported, or the
 * response has a different status.
 */
type Outcome = 'found' | 'told' | `${number}`

describe.each(databases)('keys/spellings (18.3): other spellings of a value, on $name', (database) => {
  const provider = PROVIDERS[database.name]
  const names = Object.keys(PARTS[provider])
  let opened: OpenDatabase<PartsClient>
  let kysely: ReturnType<typeof kyselyAdapter>
  let adapters: Readonly<Record<'prisma' | 'kysely', Adapter>>
  let types: ReadonlyMap<string, PartType>
  beforeAll(async () => {
    opened = await database.openParts()
    kysely = kyselyAdapter(opened)
    adapters = {
      prisma: informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma))),
      kysely: kysely.adapter,
    }
    const loaded = await loadDatamodel([
      { path: 'parts.prisma', text: await datamodelText('parts', provider) },
    ])
    if (!loaded.ok) throw new Error('The datamodel is faulty.')
    types = partsOf(names, loaded.datamodel)
  })
  afterAll(async () => {
    await kysely.close()
    await opened.close()
  })

  const cases = (['prisma', 'kysely'] as const).flatMap((engine) =>
    names
      // `generate` rejects it (JG518).
      .filter((name) => !(engine === 'prisma' && provider === 'mysql' && name === 'time'))
      .map((name) => ({ engine, name })),
  )

  test.each(oneIn(4, cases))(
    'every request either finds a value of type $name or reports its correct spelling on $engine',
    async ({ engine, name }) => {
      const type = types.get(name)
      if (!type) throw new Error(name)
      const served = serveWrites(partResources(type, adapters[engine]), { operations: true })
      const { values = [], ids = [], padded = [], equal = {} } = SPELLINGS[name] ?? {}
      const equals = database.name === 'sqlite' ? [] : (equal[database.name] ?? [])
      const all = [...values, ...ids, ...padded, ...equals]
      const got: unknown[] = []
      const wanted: unknown[] = []
      for (const resource of ['solos', 'pairs'] as const) {
        const records = await recordsOf(served, resource, type)
        for (const text of all) {
          const isEqual = equals.includes(text)
          for (const spelled of resource === 'solos' ? [text] : inPairs(text, isEqual)) {
            const places = await placesOf(served, { ...records, resource, type, spelled })
            const told = Object.fromEntries(Object.keys(places).map((place) => [place, 'told']))
            // If the store considers the strings equal, filters find the record, and a new record with such
            // an id is a conflict.
            const found = isEqual && { 'filter[id]': 'found', 'filter through it': 'found' }
            const taken = isEqual && 'a new id' in places && { 'a new id': '409' }
            got.push([resource, spelled, places])
            wanted.push([resource, spelled, { ...told, ...found, ...taken }])
          }
          if (resource === 'solos') continue
          const isTold = padded.includes(text) || isPlain(type)
          const outcome = isEqual || values.includes(text) ? 'found' : isTold ? 'told' : '400'
          for (const place of ['pairs', 'uses']) {
            const found = await served.send('GET', `/${place}?filter[part]=${literal(text)}`)
            got.push(['filter[part]', place, text, outcomeOf(found)])
            wanted.push(['filter[part]', place, text, outcome])
          }
        }
        await served.send('DELETE', `/uses/${records.use}`)
        await served.send('DELETE', `/${resource}/${encodeURIComponent(records.id)}`)
      }
      expect(got).toEqual(wanted)
    },
    120_000,
  )
})

/** Text in a filter, with any characters. */
const literal = (text: string): string => encodeURIComponent(`{{{${JSON.stringify(text)}}}}`)

const TEXT = { kind: 'string', list: false, nullable: false, values: [] } as const
const NUMBER = { kind: 'integer', list: false, nullable: false, values: [] } as const

/** The ids of a pair with a part in a different spelling: escaped as in an id, and as a user may type it. */
function inPairs(text: string, isEscaped: boolean): readonly string[] {
  const key = [
    { name: 'part', type: TEXT },
    { name: 'seq', type: NUMBER },
  ]
  const escaped = encodeKey(key, [text, 2])
  return isEscaped ? [escaped] : [...new Set([escaped, `${text}~2`])]
}

interface Records {
  /** The record with the second value, and a record that refers to it. */
  readonly id: string
  readonly use: string
}

async function recordsOf(served: Served, resource: 'solos' | 'pairs', type: PartType): Promise<Records> {
  const part = type.values[1]
  const isNamed = resource === 'solos' && isPlain(type)
  const made = await served.send('POST', `/${resource}`, {
    data: isNamed
      ? { type: resource, id: String(part), attributes: { note: 'n' } }
      : { type: resource, attributes: { part, note: 'n', ...(resource === 'pairs' && { seq: 2 }) } },
  })
  const { id } = written(made).data
  const used = await served.send('POST', '/uses', {
    data: {
      type: 'uses',
      attributes: { name: 'u' },
      relationships: { [relationOf(resource)]: { data: { type: resource, id } } },
    },
  })
  return { id, use: written(used).data.id }
}

const relationOf = (resource: 'solos' | 'pairs'): string => (resource === 'solos' ? 'solo' : 'pair')

/** The responses to a spelling of an id, in each place that accepts an id. */
async function placesOf(
  served: Served,
  of: Records & { readonly resource: 'solos' | 'pairs'; readonly type: PartType; readonly spelled: string },
): Promise<Readonly<Record<string, Outcome>>> {
  const { resource, type, id, use, spelled } = of
  const relation = relationOf(resource)
  const at = `/${resource}/${encodeURIComponent(spelled)}`
  const linkage = { data: { type: resource, id: spelled } }
  const changed = { data: { type: resource, id: spelled, attributes: { note: 'n' } } }
  const linked = { type: 'uses', attributes: { name: 'u' }, relationships: { [relation]: linkage } }
  const nested = {
    data: {
      type: 'uses',
      id: use,
      relationships: { [relation]: { data: { type: resource, id: spelled, method: 'update' } } },
    },
    included: [{ type: resource, id: spelled, attributes: { note: 'n' } }],
  }
  const requests: readonly (readonly [place: string, method: string, path: string, body?: object])[] = [
    ['an address', 'GET', at],
    ['an address with an include', 'GET', `${at}?include=uses`],
    ['an address of related records', 'GET', `${at}/uses`],
    ['an address of linkage', 'GET', `${at}/relationships/uses`],
    ['a PATCH', 'PATCH', at, changed],
    ['a DELETE', 'DELETE', at],
    ['an addition', 'POST', `${at}/relationships/uses`, { data: [{ type: 'uses', id: use }] }],
    ['linkage', 'POST', '/uses', { data: linked }],
    ['linkage at its address', 'PATCH', `/uses/${use}/relationships/${relation}`, linkage],
    ['a nested record', 'PATCH', `/uses/${use}`, nested],
    ['the body of a PATCH', 'PATCH', `/${resource}/${encodeURIComponent(id)}`, changed],
    ['filter[id]', 'GET', `/${resource}?filter[id]=${literal(spelled)}`],
    ['filter through it', 'GET', `/uses?filter[${relation}.id]=${literal(spelled)}`],
  ]
  const places: Record<string, Outcome> = {}
  for (const [place, method, path, body] of requests) {
    places[place] = outcomeOf(await served.send(method, path, body))
  }
  places['an operation'] = outcomeOf(await operate(served.api, [{ op: 'update', ...changed }]))
  if (resource === 'solos' && isPlain(type)) {
    places['a new id'] = outcomeOf(await served.send('POST', '/solos', changed))
  }
  return places
}

/**
 * Classifies a response: the record was found, the message contains the correct spelling, or the request was
 * rejected for a different reason.
 */
function outcomeOf(answer: Answer): Outcome {
  const { data } = (answer.body ?? {}) as { readonly data?: unknown }
  if (answer.status < 300) return Array.isArray(data) && data.length === 0 ? '0' : 'found'
  const isTold = shortErrors(answer).every((each) =>
    /must be written as "|differs from the id in the URL, "/.test(each),
  )
  return isTold ? 'told' : `${answer.status}`
}
