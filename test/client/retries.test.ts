import { createServer } from 'node:http'
import { type Client, ApiError, createClient } from '@jsonapi-gen/client'
import { type RetryOptions, retries } from '@jsonapi-gen/client/retries'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import { type Listening, listening } from '../http/support/frameworks.js'

const TAG = JSON.stringify({ data: { type: 'tags', id: '1', attributes: { name: 'x' } } })
const ERROR = JSON.stringify({ errors: [{ status: '503', code: 'service_unavailable' }] })

interface Next {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the connection ends before the response or during it. */
  readonly ends?: 'before' | 'within'
}

/** The responses from the server, in order. The last one is repeated. */
let answers: readonly Next[]
let requests: string[] = []
let keys: (string | undefined)[] = []
let server: Listening

beforeAll(async () => {
  server = await listening(
    createServer((request, response) => {
      const next = answers[Math.min(requests.length, answers.length - 1)]
      requests.push(String(request.method))
      keys.push(request.headers['idempotency-key']?.toString())
      if (next === undefined || next.ends === 'before') return void request.socket.destroy()
      const { status, body = TAG, headers = {} } = next
      response.writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers })
      if (next.ends === undefined) return void response.end(body)
      response.write(body.slice(0, 5), () => response.destroy())
    }),
  )
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  keys = []
})

/** The number of each retry that the client waited for. */
const waits: number[] = []
function clientWith(options: RetryOptions = {}, of: typeof schema = schema): Client<Types> {
  waits.length = 0
  const wait = (retry: number): number => {
    waits.push(retry)
    return 0
  }
  return createClient({ baseUrl: server.url, schema: of, use: [retries({ wait, ...options })] })
}

const down: Next = { status: 503, body: ERROR }
const up: Next = { status: 200 }

async function told(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  )
}

describe('client/retries (27.10): a read is retried', () => {
  test.each<[what: string, fault: Next]>([
    ['503', down],
    ['408', { ...down, status: 408 }],
    ['429', { ...down, status: 429 }],
    ['a 502 from a proxy', { status: 502, body: '<h1>Bad gateway' }],
    ['504', { ...down, status: 504 }],
    ['no response', { status: 0, ends: 'before' }],
    ['an incomplete response', { status: 200, ends: 'within' }],
  ])('a read is retried after %s', async (_, fault) => {
    answers = [fault, fault, up]
    expect(await told(clientWith().tags.find('1'))).toBe('answered')
    expect([requests, waits]).toEqual([
      ['GET', 'GET', 'GET'],
      [1, 2],
    ])
  })

  test('a read is retried as often as configured, and then the last error is thrown', async () => {
    answers = [down]
    expect(await told(clientWith().tags.find('1'))).toBe(503)
    expect(requests).toHaveLength(3)
    requests = []
    expect(await told(clientWith({ times: 4 }).tags.list())).toBe(503)
    expect(requests).toHaveLength(5)
    requests = []
    expect(await told(clientWith({ times: 0 }).tags.list())).toBe(503)
    expect(requests).toHaveLength(1)
  })

  test('each page of a walk is retried separately', async () => {
    const page = { data: [JSON.parse(TAG).data], links: { next: '/tags?page[after]=a' } }
    answers = [
      down,
      { status: 200, body: JSON.stringify(page) },
      down,
      { status: 200, body: JSON.stringify({ data: [], links: { next: null } }) },
    ]
    const names: string[] = []
    for await (const { name } of clientWith().tags.each()) names.push(name)
    expect([names, requests.length]).toEqual([['x'], 4])
  })

  test('a retry waits for the delay in the Retry-After header', async () => {
    answers = [
      { ...down, headers: { 'retry-after': '0' } },
      { ...down, headers: { 'retry-after': 'soon' } },
      up,
    ]
    expect(await told(clientWith().tags.find('1'))).toBe('answered')
    expect(waits).toEqual([2])
  })
})

describe('client/retries (27.10): no other request is retried', () => {
  test.each<[what: string, call: (api: Client<Types>) => Promise<unknown>, method: string]>([
    ['a create', (api) => api.tags.create({ name: 'x' }), 'POST'],
    ['an update', (api) => api.tags.update('1', { name: 'x' }), 'PATCH'],
    ['a destroy', (api) => api.tags.destroy('1'), 'DELETE'],
  ])('%s is not retried, because the outcome of the first request is unknown', async (_, call, method) => {
    for (const fault of [down, { status: 0, ends: 'before' } as const]) {
      answers = [fault]
      requests = []
      expect(await told(call(clientWith()))).toBe(fault.status)
      expect(requests).toEqual([method])
    }
  })

  test.each([400, 401, 403, 404, 500])('a read that returned %i is not retried', async (status) => {
    answers = [{ ...down, status }]
    expect(await told(clientWith().tags.find('1'))).toBe(status)
    expect(requests).toEqual(['GET'])
  })

  test('a read whose redirects form a loop is not retried', async () => {
    answers = [{ status: 302, headers: { location: `${server.url}/tags/1` } }]
    expect([await told(clientWith().tags.find('1')), waits]).toEqual([0, []])
  })

  test('a read that is aborted while it waits is not retried', async () => {
    answers = [down]
    const reason = new Error('Enough.')
    const controller = new AbortController()
    const api = clientWith({
      wait() {
        setImmediate(() => controller.abort(reason))
        return 3_600_000
      },
    })
    expect(await told(api.tags.find('1', {}, { signal: controller.signal }))).toBe(reason)
    expect(requests).toEqual(['GET'])
  })

  test('an error that the `headers` option throws is not retried', async () => {
    const reason = new Error('The request is not authenticated.')
    let asked = 0
    const api = createClient({
      baseUrl: server.url,
      schema,
      headers() {
        asked += 1
        throw reason
      },
      use: [retries({ wait: () => 0 })],
    })
    expect([await told(api.tags.list()), asked]).toEqual([reason, 1])
  })
})

describe('client/retries (30.9): a write to an API that accepts keys is retried with its key', () => {
  const keyed: typeof schema = { ...schema, idempotency: true }
  const underWay = JSON.stringify({
    errors: [{ status: '409', code: 'conflict', source: { header: 'Idempotency-Key' } }],
  })
  const conflict = JSON.stringify({ errors: [{ status: '409', code: 'conflict' }] })

  test.each<[what: string, call: (api: Client<Types>) => Promise<unknown>, method: string]>([
    ['a create', (api) => api.tags.create({ name: 'x' }), 'POST'],
    ['an update', (api) => api.tags.update('1', { name: 'x' }), 'PATCH'],
    ['a destroy', (api) => api.tags.destroy('1'), 'DELETE'],
    ['links', (api) => api.posts.addToRelationship('1', 'tags', [{ id: '1' }]), 'POST'],
  ])('all retries of a write have the same key: %s', async (_, call, method) => {
    answers = [down, { status: 0, ends: 'before' }, { ...up, ...(method === 'DELETE' && { status: 204 }) }]
    const api = clientWith({}, keyed)
    expect([await told(call(api)), requests]).toEqual(['answered', [method, method, method]])
    const [key, ...others] = keys
    expect([key, others]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), [key, key]])
    keys = []
    expect([await told(call(api)), keys.length, keys[0] === key]).toEqual(['answered', 1, false])
  })

  test('a write is retried while the server reports that the first request is in progress, and any other conflict is thrown', async () => {
    answers = [{ status: 409, body: underWay, headers: { 'retry-after': '0' } }, up]
    expect(await told(clientWith({}, keyed).tags.create({ name: 'x' }))).toBe('answered')
    expect([requests.length, new Set(keys).size]).toEqual([2, 1])
    answers = [{ status: 409, body: conflict }]
    requests = []
    expect([await told(clientWith({}, keyed).tags.create({ name: 'x' })), requests.length]).toEqual([409, 1])
  })

  test("the idempotency key may come from the call's headers", async () => {
    answers = [down, up]
    const headers = { 'Idempotency-Key': 'mine' }
    expect(await told(clientWith({}, keyed).tags.create({ name: 'x' }, {}, { headers }))).toBe('answered')
    expect(keys).toEqual(['mine', 'mine'])
  })

  test('reads never have a key, and writes have no key with `writes: false` or without the extension', async () => {
    answers = [up]
    await clientWith({}, keyed).tags.find('1')
    await clientWith({ writes: false }, keyed).tags.create({ name: 'x' })
    await createClient({ baseUrl: server.url, schema: keyed }).tags.create({ name: 'x' })
    expect(keys).toEqual([undefined, undefined, undefined])
    answers = [down]
    requests = []
    await told(clientWith({ writes: false }, keyed).tags.create({ name: 'x' }))
    expect(requests).toEqual(['POST'])
  })

  test('an action has a key, unless it runs without a transaction', async () => {
    answers = [{ status: 200, body: JSON.stringify({ meta: {} }) }]
    const actions = {
      open: { on: 'collection' },
      call: { on: 'collection', transaction: false },
    } as const
    const types = { ...schema.types, tags: { ...schema.types.tags, actions } }
    const { tags } = clientWith({}, { ...keyed, types }) as unknown as {
      tags: Record<'open' | 'call', (input: object) => Promise<unknown>>
    }
    await tags.open({})
    await tags.call({})
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), undefined])
  })
})
