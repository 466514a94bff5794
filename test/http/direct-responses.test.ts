import { type Api, createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { FRAMEWORKS } from './support/frameworks.js'
import { platformOf } from './support/platform.js'
import { type Change, changing, Thing } from './support/things.js'

const registry = defineRegistry({ things: Thing })

/** What a controller does with its response before it returns it, and the expected response. */
const CHANGES: readonly (readonly [string, Change, object])[] = [
  ['returns it as it is', (response) => response, {}],
  [
    'adds a header',
    (response) => {
      response.headers.set('x-added', 'yes')
      response.headers.append('vary', 'Cookie')
      return response
    },
    { 'x-added': 'yes', vary: 'Accept, Cookie' },
  ],
  [
    'reads a clone',
    async (response) => {
      await response.clone().text()
      response.headers.set('x-added', 'after reading')
      return response
    },
    { 'x-added': 'after reading' },
  ],
  [
    'reads the response, and returns the clone',
    async (response) => {
      const clone = response.clone()
      await response.json()
      return clone
    },
    {},
  ],
  [
    'returns a new response with its body and its headers',
    (response) => new Response(response.body, response),
    {},
  ],
  [
    'returns a new response with its bytes',
    async (response) => new Response(await response.arrayBuffer(), { headers: response.headers }),
    {},
  ],
]

describe.each(FRAMEWORKS)('http/direct-responses: a controller on %s', (_, serve) => {
  test.each(CHANGES)(
    "a controller's response reaches the client if the controller %s",
    async (_does, change, added) => {
      const seen: unknown[] = []
      const controllers = {
        things: changing(Thing, (response) => {
          const { status, ok, statusText, type, url, redirected, bodyUsed } = response
          seen.push({ status, ok, statusText, type, url, redirected, bodyUsed })
          seen.push([response instanceof platformOf(Response), Object.prototype.toString.call(response)])
          return change(response)
        }),
      }
      const api = createApi({ registry, controllers, baseUrl: 'http://things.test' })
      const expected = await api.fetch(new Request('http://things.test/things'))
      const server = await serve(api)
      const response = await fetch(`${server.url}/things`)
      const text = await response.text()
      const head = await fetch(`${server.url}/things`, { method: 'HEAD' })
      await server.close()
      expect(text).toBe(await expected.text())
      const { date: _date, connection: _connection, 'keep-alive': _alive, ...headers } = headersOf(response)
      expect(headers).toMatchObject({
        ...headersOf(expected),
        'content-type': 'application/vnd.api+json',
        ...added,
      })
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        200,
        'application/vnd.api+json',
        '',
      ])
      const whole = { status: 200, ok: true, statusText: '', type: 'default', url: '', redirected: false }
      const once = [{ ...whole, bodyUsed: false }, [true, '[object Response]']]
      expect(seen).toEqual([...once, ...once, ...once])
    },
  )

  test('a response whose body the controller has already read is replaced by a 500', async () => {
    const errors: unknown[] = []
    const controllers = {
      things: changing(Thing, async (response) => {
        await response.text()
        return response
      }),
    }
    const onError = (error: unknown): void => void errors.push(error)
    const server = await serve(createApi({ registry, controllers, onError }))
    const { status } = await fetch(`${server.url}/things`)
    await server.close()
    expect([status, errors.map(String)]).toEqual([
      500,
      [
        'Error: "index" of the controller for "things" returned a Response whose body has already been read. Read a clone of it instead.',
      ],
    ])
  })

  test('an API that the application has wrapped receives web-standard requests', async () => {
    const api = createApi({ registry, controllers: { things: changing(Thing, (response) => response) } })
    const asked: string[] = []
    const wrapped: Api = {
      ...api,
      fetchWith: async (request, locals) => {
        asked.push(
          `${request.method} ${request.headers.get('x-sent')} ${request instanceof platformOf(Request)}`,
        )
        const response = await api.fetchWith(request, locals)
        return new Response(response.body, { status: 203, headers: response.headers })
      },
    }
    const server = await serve(wrapped)
    const { status } = await fetch(`${server.url}/things`, { headers: { 'x-sent': 'yes' } })
    await server.close()
    expect([status, asked]).toEqual([203, ['GET yes true']])
  })
})

const headersOf = ({ headers }: Response): Record<string, string> => Object.fromEntries(headers)
