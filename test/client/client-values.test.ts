import { createServer } from 'node:http'
import {
  type Client,
  type ClientSchema,
  type Filter,
  type Order,
  ApiError,
  createClient,
} from '@jsonapi-gen/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import { schema as saasSchema, type Types as SaasTypes } from '../../examples/saas/src/web/schema.gen.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { POST } from './support/post.js'

/** The server's next response to any request. */
let next = ''
let requests: string[] = []
let server: Listening
let api: Client<Types>
let saas: Client<SaasTypes>

beforeAll(async () => {
  server = await listening(
    createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      response.writeHead(200, { 'content-type': 'application/vnd.api+json' }).end(next)
    }),
  )
  api = createClient({ baseUrl: server.url, schema })
  saas = createClient({ baseUrl: server.url, schema: saasSchema })
})
afterAll(() => server.close())

/** A type with kinds of attributes that the examples lack. */
interface NoteTypes {
  notes: {
    attributes: { body: unknown; size: number }
    extraFields: Record<never, never>
    relationships: Record<never, never>
    filters: { size: Filter<number, Order> }
    required: never
    sorts: never
    stats: Record<never, never>
    includes: Record<'index' | 'show' | 'create' | 'update', never>
    create: { body: unknown }
    update: { body?: unknown }
    actions: 'create' | 'index' | 'show'
  }
}
const noteTypes: ClientSchema<NoteTypes> = {
  version: 1,
  types: { notes: { attributes: { body: 'json', size: 'float' }, relationships: {} } },
}

/** The error that a call throws; undefined if it throws none. */
async function wrong(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.message.replace(/: [A-Z]+ .*$/s, '') : error),
  )
}

describe('client/values (27.6): a value whose type contradicts the schema is an error', () => {
  test.each<[attribute: string, value: unknown, told: string | undefined]>([
    ['title', 3, '"posts.title" is not of type string'],
    ['title', ['x'], '"posts.title" is not of type string'],
    ['title', '', undefined],
    ['views', '3', '"posts.views" is not of type integer'],
    ['views', 3, undefined],
    ['rating', 4.5, '"posts.rating" is not of type decimal'],
    ['rating', '4.5', undefined],
    ['status', 1, '"posts.status" is not of type enum'],
    ['publishedAt', 0, '"posts.publishedAt" is not of type datetime'],
    ['publishedAt', 'soon', '"posts.publishedAt" is not of type datetime'],
    ['publishedAt', '2024-01-01T00:00:00Z', undefined],
  ])('the client checks the value of %s against its type: %j', async (attribute, value, told) => {
    next = JSON.stringify({ data: { type: 'posts', id: '1', attributes: { ...POST, [attribute]: value } } })
    expect(await wrong(api.posts.find('1'))).toBe(told)
  })

  test('a boolean that the server sends as a string causes an error', async () => {
    next =
      '{"data":{"type":"comments","id":"1","attributes":{"body":"","approved":"true","createdAt":"2024-01-01T00:00:00Z"}}}'
    expect(await wrong(api.comments.find('1'))).toBe('"comments.approved" is not of type boolean')
  })

  test('a bigint or a decimal that the server sends as a number causes an error, because numbers lose digits', async () => {
    next = '{"data":{"type":"attachments","id":"1","attributes":{"byteSize":900000000000000023,"url":"x"}}}'
    expect(await wrong(api.attachments.find('1'))).toBe('"attachments.byteSize" is not of type bigint')
    next =
      '{"data":{"type":"invoices","id":"1","attributes":{"amount":0.1,"customer":"x","dueOn":null,"number":1,"state":"draft"}}}'
    expect(await wrong(saas.invoices.find('1'))).toBe('"invoices.amount" is not of type decimal')
  })
})

describe('client/values (27.6): JSON of any depth', () => {
  const depth = 20_000
  test('deeply nested JSON can be read, but is not sent if it is too deep', async () => {
    const { notes } = createClient({ baseUrl: server.url, schema: noteTypes })
    next = `{"data":{"type":"notes","id":"1","attributes":{"size":0.5,"body":${'['.repeat(depth)}${']'.repeat(depth)}}}}`
    const { data } = await notes.find('1')
    expect(Object.isFrozen(data.body)).toBe(true)
    requests = []
    expect(await wrong(notes.create({ body: data.body }))).toBe(
      'POST /notes was not sent: Maximum call stack size exceeded.',
    )
    expect(requests).toEqual([])
  })
})

describe('client/values (27.6): the requested record', () => {
  const tag = (id: string) => JSON.stringify({ data: { type: 'tags', id, attributes: { name: 'x' } } })

  test('a response with a record whose id is empty or differs from the requested id causes an error', async () => {
    for (const id of ['2', '']) {
      next = tag(id)
      expect(await wrong(api.tags.find('1'))).toBe('The response does not contain the record')
      expect(await wrong(api.tags.update('1', { name: 'x' }))).toBe(
        'The response does not contain the record',
      )
    }
    next = '{"data":[{"type":"tags","id":"","attributes":{"name":"x"}}]}'
    expect(await wrong(api.tags.list())).toBe('A record of type "tags" has an empty id')
  })

  test('an id that the store spells differently counts as the requested id', async () => {
    next = tag('Élan')
    expect(await wrong(api.tags.find('elan'))).toBeUndefined()
  })

  test('a record that is requested by an alias may have an id that differs from the alias', async () => {
    next = tag('7')
    expect(await wrong(api.tags.find('me'))).toBe('The response does not contain the record')
    requests = []
    expect((await api.tags.find('me', {}, { alias: true })).data).toEqual({
      type: 'tags',
      id: '7',
      name: 'x',
    })
    expect(requests).toEqual(['GET /tags/me'])
    next = tag('')
    expect(await wrong(api.tags.find('me', {}, { alias: true }))).toBe(
      'A record of type "tags" has an empty id',
    )
    next = '{"data":null}'
    expect(await wrong(api.tags.find('me', {}, { alias: true }))).toBe(
      'The response does not contain the record',
    )
  })
})

describe('client/values (27.6): requested statistics must be in the response', () => {
  const lacks = '"meta" does not contain "stats.total.count"'
  test.each<[meta: unknown, told: string | undefined]>([
    [undefined, lacks],
    [{}, lacks],
    [{ stats: 5 }, lacks],
    [{ stats: { total: null } }, lacks],
    [{ stats: { total: { sum: 1 } } }, lacks],
    [{ stats: { total: { count: true } } }, lacks],
    [{ stats: { total: { count: { of: 1 } } } }, lacks],
    [{ stats: { total: { count: 1 } } }, '"meta" does not contain "stats.views.average"'],
    [{ stats: { total: { count: 1 }, views: { average: null, sum: 0 } } }, undefined],
  ])('meta is checked for the requested statistics: %j', async (meta, told) => {
    next = JSON.stringify({ data: [], meta })
    const stats = { total: 'count', views: ['sum', 'average'] } as const
    const isOther = told !== lacks && told !== undefined
    expect(
      await wrong(api.posts.list({ stats: isOther ? { total: 'count', views: 'average' } : stats })),
    ).toBe(told)
    expect(await wrong(api.tags.relationship('1', 'posts', { stats: { total: 'count' } }))).toBe(
      told === lacks ? lacks : undefined,
    )
    expect(await wrong(api.posts.list())).toBeUndefined()
  })
})

describe('client/values (27.1): a number that has lost digits is not sent', () => {
  const chip = 900000000000000023n
  test.each<[what: string, filter: object]>([
    ['of a simple value', { byteSize: Number(chip) }],
    ['of an operator', { byteSize: { gt: Number(chip) } }],
    ['of a list', { byteSize: { eq: [1, -Number(chip)] } }],
    ['of a group', { or: [{ byteSize: 1 }, { not: { byteSize: { lt: Number(chip) } } }] }],
  ])('a request is rejected if a number that has lost digits is part %s', async (_, filter) => {
    requests = []
    expect(await wrong(api.attachments.list({ filter: filter as never }))).toMatch(
      /^GET \/attachments was not sent: "byteSize" is -?900000000000000000, which is not an exact number: use a bigint or a string.$/,
    )
    expect(requests).toEqual([])
  })

  test('NaN and infinity cause an error and are not sent', async () => {
    requests = []
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) {
      for (const filter of [{ byteSize: none }, { byteSize: { gt: [1, none] } }]) {
        expect(await wrong(api.attachments.list({ filter: filter as never }))).toBe(
          `GET /attachments was not sent: "byteSize" is ${none}, which is not an exact number: use a bigint or a string.`,
        )
      }
    }
    const notes = createClient({ baseUrl: server.url, schema: noteTypes }).notes
    expect(await wrong(notes.list({ filter: { size: { lt: Number.NaN } } }))).toMatch(/"size" is NaN/)
    expect(requests).toEqual([])
  })

  test('a bigint, a string and a float are sent unchanged', async () => {
    next = '{"data":[]}'
    requests = []
    await api.attachments.list({ filter: { byteSize: { gt: chip } } as never })
    await api.attachments.list({ filter: { byteSize: String(chip) } as never })
    await createClient({ baseUrl: server.url, schema: noteTypes }).notes.list({
      filter: { size: { lt: 1e17 } },
    })
    expect(requests).toEqual([
      `GET /attachments?filter[byteSize][gt]=${chip}`,
      `GET /attachments?filter[byteSize]=${chip}`,
      'GET /notes?filter[size][lt]=100000000000000000',
    ])
  })
})
