import { createServer } from 'node:http'
import { type Client, ApiError, createClient } from '@jsonapi-gen/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { POST } from './support/post.js'

/** The server's next response to any request. */
let next: { readonly status: number; readonly body: string; readonly cutAt?: number }
let requests: { readonly authorization: string | undefined; readonly accept: string | undefined }[] = []
let server: Listening
let api: Client<Types>

beforeAll(async () => {
  server = await listening(
    createServer((request, response) => {
      requests.push({ authorization: request.headers.authorization, accept: request.headers.accept })
      response.writeHead(next.status, { 'content-type': 'application/vnd.api+json' })
      if (next.cutAt === undefined) return response.end(next.body)
      response.write(next.body.slice(0, next.cutAt), () => response.destroy())
    }),
  )
  api = createClient({
    baseUrl: `${server.url}/`,
    schema,
    headers: async () => ({ authorization: 'Bearer one' }),
  })
})
afterAll(() => server.close())

const tag = (attributes: object, more: object = {}): object => ({
  type: 'tags',
  id: '1',
  attributes,
  ...more,
})

async function refusal(status: number, document: unknown, cutAt?: number): Promise<unknown> {
  const body = typeof document === 'string' ? document : JSON.stringify(document)
  next = { status, body, ...(cutAt !== undefined && { cutAt }) }
  const error: unknown = await api.tags.list({ include: 'posts' }).catch((thrown: unknown) => thrown)
  return error instanceof ApiError ? [error.status, error.message, error.errors.length] : error
}

const ASKED = 'GET /tags?include=posts returned'

describe('client/answers (27.6): an unexpected response is a typed error', () => {
  test.each<[what: string, status: number, document: unknown, message: string]>([
    ['HTML', 200, '<html>hello', `The response is not JSON:API: ${ASKED} 200, beginning with "<html>hello"`],
    [
      'HTML from a proxy',
      502,
      '<h1>Bad gateway',
      `The response is not JSON:API: ${ASKED} 502, beginning with "<h1>Bad gateway"`,
    ],
    ['nothing', 502, '', `The response is not JSON:API: ${ASKED} 502, nothing`],
    ['no content instead of a list', 200, '', `The response does not contain a list: ${ASKED} 200, nothing`],
    [
      'an incomplete document',
      200,
      '{"data":[',
      `The response is not JSON:API: ${ASKED} 200, beginning with "{\\"data\\":["`,
    ],
    [
      'a record instead of a list',
      200,
      { data: null },
      `The response does not contain a list: ${ASKED} 200, beginning with "{\\"data\\":null}"`,
    ],
    [
      'data without a type',
      200,
      { data: [{ id: 1 }] },
      `A record has no type or id: ${ASKED} 200, beginning with "{\\"data\\":[{\\"id\\":1}]}"`,
    ],
    [
      'an unknown type',
      200,
      { data: [{ type: '__proto__', id: '1' }] },
      'A record has the unknown type "__proto__"',
    ],
    [
      'fields of another version',
      200,
      { data: [tag({ label: 'x' })] },
      'A record of type "tags" has no "name"',
    ],
    [
      'a missing include',
      200,
      { data: [tag({ name: 'x' })] },
      'A record of type "tags" does not include "posts"',
    ],
    [
      'linkage to a record that does not exist',
      200,
      { data: [tag({ name: 'x' }, { relationships: { posts: { data: [{ type: 'posts', id: '9' }] } } })] },
      'A record of type "tags" does not include "posts"',
    ],
    [
      'one record instead of a list',
      200,
      { data: [tag({ name: 'x' }, { relationships: { posts: { data: null } } })] },
      'A record of type "tags" does not include "posts"',
    ],
    ['an error response without errors', 500, { errors: [] }, 'The response is not JSON:API'],
  ])(
    'an error about an unexpected response describes the response: %s',
    async (_, status, document, message) => {
      expect(await refusal(status, document)).toEqual([status, expect.stringContaining(message), 0])
    },
  )

  const profile = (author: object | undefined) => ({
    type: 'profiles',
    id: '1',
    attributes: { website: null, twitter: null },
    ...(author && { relationships: { author } }),
  })
  const author = (name: string | null) => ({
    type: 'authors',
    id: '2',
    attributes: { name, email: 'x', bio: null, createdAt: '2026-01-31T12:00:00Z' },
  })
  const linked = (type: string) => profile({ data: { type, id: '2' } })
  test.each<[what: string, call: () => Promise<unknown>, document: unknown, message: string | undefined]>([
    ['an attribute', () => api.tags.find('1'), { data: tag({ name: null }) }, '"tags.name" is null'],
    ['a nullable value', () => api.profiles.find('1'), { data: profile(undefined) }, undefined],
    [
      'an attribute of an included record',
      () => api.profiles.find('1', { include: 'author' }),
      { data: linked('authors'), included: [author(null)] },
      '"authors.name" is null',
    ],
    [
      'a relationship',
      () => api.profiles.find('1', { include: 'author' }),
      { data: profile({ data: null }), included: [] },
      '"profiles.author" is null',
    ],
    [
      'a relationship that the query filters',
      () => api.profiles.find('1', { include: 'author', filter: { author: { name: 'x' } } }),
      { data: profile({ data: null }), included: [] },
      undefined,
    ],
    [
      'a record that a write refers to',
      () => api.profiles.create({ author: { id: '2' } }),
      { data: profile(undefined) },
      'A record of type "profiles" does not include "author"',
    ],
    [
      'records that a write refers to',
      () => api.tags.update('1', { posts: [{ id: '2' }] }),
      { data: tag({ name: 'x' }) },
      'A record of type "tags" does not include "posts"',
    ],
    [
      'records that a write creates, together with one that it destroys',
      () => api.tags.update('1', { posts: [{ destroy: { id: '1' } }, { update: { id: '2', title: 'x' } }] }),
      { data: tag({ name: 'x' }) },
      'A record of type "tags" does not include "posts"',
    ],
    [
      'records that a write only removes',
      () => api.tags.update('1', { posts: [{ destroy: { id: '1' } }, { disassociate: { id: '2' } }] }),
      { data: tag({ name: 'x' }) },
      undefined,
    ],
    [
      'a relationship that a write empties',
      () => api.tags.update('1', { posts: [] }),
      { data: tag({ name: 'x' }) },
      undefined,
    ],
    [
      'a related record',
      () => api.profiles.related('1', 'author'),
      { data: null },
      'does not contain the record',
    ],
    ['a nullable value', () => api.authors.related('1', 'profile'), { data: null }, undefined],
    ['linkage', () => api.profiles.relationship('1', 'author'), { data: null }, 'no linkage'],
    ['linkage that may be null', () => api.authors.relationship('1', 'profile'), { data: null }, undefined],
    [
      'the response to a write',
      () => api.tags.update('1', { name: 'x' }),
      { data: null },
      'does not contain the record',
    ],
    ['a record', () => api.tags.find('1'), { data: null }, 'does not contain the record'],
    [
      'a record of another type',
      () => api.tags.list(),
      { data: [author('x')] },
      'The data contains "authors"',
    ],
    [
      'a related record of another type',
      () => api.profiles.find('1', { include: 'author' }),
      { data: linked('tags'), included: [{ ...tag({ name: 'x' }), id: '2' }] },
      '"profiles.author" contains "tags"',
    ],
  ])(
    'a null or a value of a type that contradicts the schema is reported: %s',
    async (_, call, document, message) => {
      next = { status: 200, body: JSON.stringify(document) }
      const told = await call().then(
        () => undefined,
        (error: unknown) => (error instanceof ApiError ? error.message : error),
      )
      expect(told).toEqual(message && expect.stringContaining(message))
    },
  )

  test('an error contains only the first 200 characters of a response', async () => {
    const [, message] = (await refusal(200, 'x'.repeat(1000))) as [number, string]
    expect(message.length).toBeLessThan(320)
  })

  test('an invalid date in a response is reported with its attribute', async () => {
    next = {
      status: 200,
      body: JSON.stringify({
        data: { type: 'comments', id: '1', attributes: { body: '', approved: true, createdAt: 'soon' } },
      }),
    }
    await expect(api.comments.find('1')).rejects.toThrow('"comments.createdAt" is not of type datetime')
  })

  test('an incomplete or missing response is reported', async () => {
    expect(await refusal(200, { data: [] }, 5)).toEqual([
      200,
      'The response to GET /tags?include=posts is incomplete.',
      0,
    ])
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1', schema })
    await expect(nobody.tags.list()).rejects.toMatchObject({
      status: 0,
      message: 'There was no response to GET /tags.',
      errors: [],
    })
  })

  test('server errors are reported even if some of their members are missing', async () => {
    expect(await refusal(400, { errors: [{ code: 'bad_filter', detail: 'No.' }, {}, 'x'] })).toEqual([
      400,
      'No. An error without a description',
      2,
    ])
  })

  test('the error that aborts a call is rethrown unchanged', async () => {
    const reason = new Error('Enough.')
    await expect(api.tags.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('client/answers (27.6): limits on the effects of a response', () => {
  test('a link to a different host is not followed, because only its parameters are used', async () => {
    requests = []
    next = {
      status: 200,
      body: JSON.stringify({
        data: [],
        links: { next: 'http://evil.example/steal?page[number]=2&page[size]=1' },
      }),
    }
    const { page } = await api.tags.list()
    expect(page.next).toEqual({ number: 2, size: 1 })
    await api.tags.list({ page: page.next ?? {} })
    expect(requests).toEqual([
      { authorization: 'Bearer one', accept: 'application/vnd.api+json' },
      { authorization: 'Bearer one', accept: 'application/vnd.api+json' },
    ])
  })

  test('an id and a relationship name each become a single path segment', async () => {
    next = { status: 404, body: JSON.stringify({ errors: [{ status: '404' }] }) }
    await expect(api.tags.find('../users?x=1')).rejects.toMatchObject({ status: 404 })
    await expect(api.tags.related('1', '__proto__' as never)).rejects.toThrow(
      'The type "tags" has no relationship "__proto__".',
    )
  })

  test('types and attributes can be named like members of Object', async () => {
    next = {
      status: 200,
      body: '{"data":[{"type":"tags","id":"1","attributes":{"name":"x","__proto__":{"polluted":true}},"relationships":{"__proto__":{"data":null},"posts":{"data":[]}}}]}',
    }
    const { data } = await api.tags.list({ include: 'posts' })
    expect(data).toEqual([{ type: 'tags', id: '1', name: 'x', posts: [] }])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('client/answers (27.5): a request that cannot be expressed causes an ApiError, and is not sent', () => {
  const circle: Record<string, unknown> = {}
  circle['name'] = circle
  test.each<[what: string, call: () => Promise<unknown>]>([
    ['an invalid number', () => api.posts.update('1', { views: Number.NaN })],
    ['an infinite number', () => api.posts.update('1', { views: Number.POSITIVE_INFINITY })],
    ['an invalid date', () => api.posts.update('1', { publishedAt: new Date('soon') })],
    [
      'an invalid date in a filter',
      () => api.posts.list({ filter: { publishedAt: { gt: new Date('soon') } } }),
    ],
    ['a cyclic value', () => api.tags.create(circle as never)],
    ['undefined in a list of records', () => api.posts.update('1', { tags: [undefined] as never })],
    ['an id that consists of dots', () => api.tags.find('..')],
    ['an empty id', () => api.tags.destroy('')],
    ['a missing id', () => api.tags.find(undefined as never)],
    ['half of a surrogate pair', () => api.tags.find('\ud800')],
  ])('a call that cannot be expressed as a request is rejected: %s', async (_, call) => {
    requests = []
    const error: unknown = await call().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 0, message: expect.stringContaining('was not sent') })
    expect(requests).toEqual([])
  })

  test('a response with a record of a different type is rejected', async () => {
    for (const data of [null, { type: 'posts', id: '1', attributes: {} }]) {
      next = { status: 200, body: JSON.stringify({ data }) }
      await expect(api.tags.find('1')).rejects.toThrow('The response does not contain the record')
    }
  })

  test('undefined in a query means the same as an omitted member', async () => {
    next = { status: 200, body: JSON.stringify({ data: { type: 'posts', id: '1', attributes: POST } }) }
    const { data } = await api.posts.update('1', { title: 'x', tags: undefined } as never)
    expect(Object.hasOwn(data, 'tags')).toBe(false)
  })
})

describe('client/answers (27.3): a walk ends only when the server says that there are no more pages', () => {
  async function walk(links: unknown, page: { readonly number?: number } = {}): Promise<unknown> {
    next = { status: 200, body: JSON.stringify({ data: [tag({ name: 'x' })], links }) }
    requests = []
    try {
      for await (const _ of api.tags.each({ page })) if (requests.length > 5) return 'endless'
      return requests.length
    } catch (error) {
      return error instanceof ApiError ? [requests.length, error.status, error.message] : error
    }
  }
  const told = expect.stringMatching(/^"links.next" is neither null nor the URL of a page: GET \/tags/)

  test('a walk ends if links.next is null', async () => {
    expect(await walk({ next: null })).toBe(1)
    expect(await walk({ next: null }, { number: 1 })).toBe(1)
  })

  test.each<[what: string, links: unknown]>([
    ['no links', undefined],
    ['invalid links', 'x'],
    ['no next link', { first: null }],
    ['a number', { next: 5 }],
    ['a URL without a host', { next: 'http://' }],
    ['an empty string', { next: '' }],
    ['a URL without a page', { next: '/tags' }],
    ['an object without a URL', { next: { meta: {} } }],
  ])('a page with %s causes an error in a walk', async (_, links) => {
    expect(await walk(links)).toEqual([1, 200, told])
    expect(await walk(links, { number: 1 })).toEqual([1, 200, told])
  })

  test('a page that a walk has already visited causes an error', async () => {
    expect(await walk({ next: '/tags?page[after]=same' })).toEqual([2, 200, told])
    expect(await walk({ next: { href: '/tags?page[after]=same' } })).toEqual([2, 200, told])
    expect(await walk({ next: '/tags?page[number]=2' }, { number: 1 })).toEqual([2, 200, told])
    expect(await walk({ next: '/tags?page[number]=1' }, { number: 1 })).toEqual([1, 200, told])
  })
})

describe('client/answers (27.6): a failed write does not look like a success', () => {
  const record = JSON.stringify({ data: tag({ name: 'x' }) })
  const writes: readonly [what: string, call: (of: Client<Types>) => Promise<unknown>][] = [
    ['POST', (of) => of.tags.create({ name: 'x' })],
    ['PATCH', (of) => of.tags.update('1', { name: 'x' })],
    ['DELETE', (of) => of.tags.destroy('1')],
    ['POST that links records', (of) => of.posts.addToRelationship('1', 'tags', [{ id: '1' }])],
    ['DELETE that unlinks records', (of) => of.posts.removeFromRelationship('1', 'tags', [{ id: '1' }])],
  ]
  const message = expect.stringMatching(
    /^The server redirects writes: set baseUrl to the target: (POST|PATCH|DELETE) /,
  )
  const failure = (call: Promise<unknown>): Promise<unknown> =>
    call.catch((error: unknown) => (error instanceof ApiError ? [error.status, error.message] : error))

  test.each(writes)('a redirected %s is not followed', async (_, call) => {
    next = { status: 200, body: record }
    for (const status of [301, 302, 303, 307, 308]) {
      const proxy = await redirecting(status, server.url)
      requests = []
      expect(await failure(call(createClient({ baseUrl: proxy.url, schema })))).toEqual([status, message])
      expect(requests).toEqual([])
      await proxy.close()
    }
  })

  test.each(writes)(
    "a redirected %s that the application's fetch followed causes an error",
    async (_, call) => {
      next = { status: 200, body: record }
      const proxy = await redirecting(303, server.url)
      const following = createClient({
        baseUrl: proxy.url,
        schema,
        fetch: (address, init) => fetch(address, { ...init, redirect: 'follow' }),
      })
      expect(await failure(call(following))).toEqual([200, message])
      await proxy.close()
    },
  )

  test('a read follows redirects', async () => {
    next = { status: 200, body: record }
    const proxy = await redirecting(302, server.url)
    const { data } = await createClient({ baseUrl: proxy.url, schema }).tags.find('1')
    expect(data).toEqual({ type: 'tags', id: '1', name: 'x' })
    await proxy.close()
  })

  test('the response to DELETE may be empty, or may contain only meta', async () => {
    for (const body of ['', '{"meta":{"gone":1}}']) {
      next = { status: body === '' ? 204 : 200, body }
      await expect(api.tags.destroy('1')).resolves.toBeUndefined()
    }
    for (const body of [record, '{"data":null,"meta":{}}', '{}']) {
      next = { status: 200, body }
      expect(await failure(api.tags.destroy('1'))).toEqual([
        200,
        expect.stringContaining('The server did not destroy the record: DELETE /tags/1 returned 200'),
      ])
    }
  })
})

/** A proxy that redirects every request to another URL. */
const redirecting = (status: number, to: string): Promise<Listening> =>
  listening(
    createServer(({ url }, response) => response.writeHead(status, { location: `${to}${url}` }).end()),
  )

describe('client/answers (27.5): error responses that do not follow JSON:API', () => {
  const failed = async (errors: unknown): Promise<ApiError> => {
    next = { status: 422, body: JSON.stringify({ errors }) }
    const error: unknown = await api.tags.create({ name: 'x' }).catch((thrown: unknown) => thrown)
    if (!(error instanceof ApiError)) throw error
    return error
  }

  test.each<[what: string, errors: unknown, kept: readonly object[], messages: readonly string[]]>([
    [
      'a pointer that is not text',
      [{ detail: 'No.', source: { pointer: 5, parameter: null, header: 'x' } }],
      [{ detail: 'No.', source: { header: 'x' } }],
      [],
    ],
    ['an invalid source', [{ detail: 'No.', source: 'x' }], [{ detail: 'No.' }], []],
    [
      'members that are not text',
      [
        {
          detail: {},
          title: 5,
          code: ['x'],
          status: 422,
          id: 1,
          source: { pointer: '/data/attributes/name' },
        },
      ],
      [{ source: { pointer: '/data/attributes/name' } }],
      [''],
    ],
    [
      'invalid meta, and null among the errors',
      [null, { title: 'No.', meta: 5, source: { pointer: '/data/attributes/name' } }, [], 'x'],
      [{ title: 'No.', source: { pointer: '/data/attributes/name' } }],
      ['No.'],
    ],
    [
      'members outside the types are kept',
      [{ code: 'x', links: { about: '/x' }, meta: { a: 1 } }],
      [{ code: 'x', links: { about: '/x' }, meta: { a: 1 } }],
      [],
    ],
  ])('invalid parts of an error response are dropped: %s', async (_, errors, kept, messages) => {
    const error = await failed(errors)
    expect([error.status, error.errors, error.at('name')]).toEqual([422, kept, messages])
  })

  test('an error response whose errors are not a list is reported', async () => {
    for (const errors of [5, 'x', { length: 1 }, null]) {
      expect(await failed(errors)).toMatchObject({
        status: 422,
        errors: [],
        message: expect.stringContaining('The response is not JSON:API'),
      })
    }
  })

  test('a response may contain meta of any depth', async () => {
    const depth = 20_000
    const relationship = `{"relationship":`.repeat(depth) + '{"attribute":"x"}' + '}'.repeat(depth)
    next = { status: 422, body: `{"errors":[{"detail":"No.","meta":${relationship}}]}` }
    const error: unknown = await api.tags.create({ name: 'x' }).catch((thrown: unknown) => thrown)
    expect(error instanceof ApiError && error.at('name')).toEqual([])
  })
})

describe('client/answers (14.19, 27.6): the response to a custom action follows its schema', () => {
  const called = async (call: string, body: unknown): Promise<unknown> => {
    const sent: unknown[] = []
    const client = createClient({
      baseUrl: 'http://test.example',
      schema: {
        version: 1,
        types: {
          tags: {
            attributes: { name: 'string' },
            relationships: {},
            actions: {
              merge: { on: 'record', output: 'tags' },
              next: { on: 'record', output: 'tags', nullable: true },
              markRead: { on: 'collection', name: 'mark-read', output: 'tags', many: true },
              count: { on: 'collection' },
            },
          },
        },
      },
      fetch: async (address, init) => {
        sent.push([init.method, address, init.body])
        return new Response(body === undefined ? null : JSON.stringify(body))
      },
    })
    const { tags } = client as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>
    const given = { at: new Date(0), size: 2n ** 64n, left: undefined }
    const ids = call === 'merge' || call === 'next' ? ['a/1'] : []
    const answer = await Promise.resolve(tags?.[call]?.(...ids, given, {})).catch((error: unknown) =>
      error instanceof ApiError ? error.message.split(':')[0] : String(error),
    )
    return [...sent, answer]
  }
  const meta = JSON.stringify({ meta: { at: '1970-01-01T00:00:00.000Z', size: '18446744073709551616' } })
  const one = tag({ name: 'x' })
  const read = { id: '1', type: 'tags', name: 'x' }

  test.each<[call: string, path: string, body: unknown, answer: unknown]>([
    ['merge', '/a%2F1/-actions/merge', { data: one }, { data: read, meta: {} }],
    ['merge', '/a%2F1/-actions/merge', { data: null }, 'The response does not contain the record'],
    ['merge', '/a%2F1/-actions/merge', { data: [one] }, 'The response does not contain the record'],
    ['next', '/a%2F1/-actions/next', { data: null, meta: { n: 1 } }, { data: null, meta: { n: 1 } }],
    ['markRead', '/-actions/mark-read', { data: [one] }, { data: [read], meta: {} }],
    ['markRead', '/-actions/mark-read', { data: one }, 'The response does not contain a list'],
    ['count', '/-actions/count', { meta: { found: 1 } }, { meta: { found: 1 } }],
    ['count', '/-actions/count', { data: one }, 'The response contains no meta'],
    ['count', '/-actions/count', undefined, 'The response contains no meta'],
  ])(
    'the response to the action %s at %s is checked against the schema: %j',
    async (call, path, body, answer) => {
      const [sent, told] = (await called(call, body)) as [unknown, unknown]
      expect(sent).toEqual(['POST', `http://test.example/tags${path}`, meta])
      if (typeof answer === 'string') expect(told).toBe(answer)
      else expect(told).toMatchObject(answer as object)
    },
  )
})
