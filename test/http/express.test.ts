import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controllerOf } from '../support/serve.js'
import { type Change, changing, Thing } from './support/things.js'

class FilteredThing extends Thing {
  static {
    this.allowFilter('name', {}, (scope, value) =>
      (scope as { name: string }[]).filter(({ name }) => name === value),
    )
  }
}

class Things extends controllerOf(FilteredThing) {
  async create(): Promise<Response> {
    return Response.json({ got: this.body ?? null }, { status: 201, headers: { 'x-made': 'yes' } })
  }
}

/** Changes that a controller may make to a response with a document before Node receives the response. */
const CHANGES: Readonly<Record<string, Change>> = {
  asItIs: (response) => response,
  withHeader: (response) => {
    response.headers.set('cache-control', 'max-age=60')
    return response
  },
  cloned: (response) => response.clone(),
  read: async (response) => new Response(await response.text(), response),
  ofItsBody: (response) => new Response(response.body, response),
  readBeside: async (response) => {
    await response.clone().json()
    return response
  },
}

const used: Change = async (response) => {
  await response.text()
  return response
}

const TYPE = 'application/vnd.api+json'
const seen: string[] = []
let server: Server
let origin: string

beforeAll(async () => {
  const registry = defineRegistry({ things: FilteredThing })
  const controllers = { things: Things }
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', true)
  app.use('/api', toExpress(createApi({ registry, controllers, prefix: '/api' })))
  app.use(
    '/parsed',
    express.json({ type: TYPE }),
    toExpress(createApi({ registry, controllers, prefix: '/parsed' })),
  )
  for (const [name, change] of Object.entries({ ...CHANGES, used })) {
    const prefix = `/${name}`
    const of = {
      registry,
      controllers: { things: changing(FilteredThing, change) },
      baseUrl: 'http://things.test',
      onError: (error: unknown) => void seen.push(String(error)),
    }
    app.use(prefix, toExpress(createApi({ ...of, prefix })))
  }
  app.use(toExpress(createApi({ registry, controllers })))
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('a HEAD request returns a response even if the application has read its body', async () => {
  const { status, headers } = await fetch(`${origin}/used/things`, { method: 'HEAD' })
  expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([200, TYPE, null])
})

test('a response whose body the application has read is replaced by a 500 and reported', async () => {
  const response = await fetch(`${origin}/used/things`)
  expect([response.status, response.headers.get('content-type')]).toEqual([500, TYPE])
  expect(seen).toEqual([
    'Error: "index" of the controller for "things" returned a Response whose body has already been read. Read a clone of it instead.',
  ])
})

test.each(Object.keys(CHANGES))('a controller may change its response in any way: %s', async (name) => {
  const response = await fetch(`${origin}/${name}/things`, { headers: { accept: TYPE } })
  const { status, headers } = response
  const text = await response.text()
  const sameAsItIs = await (await fetch(`${origin}/asItIs/things`)).text()
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    TYPE,
    name === 'withHeader' ? 'max-age=60' : 'private, no-cache',
  ])
  expect(text).toBe(sameAsItIs.replaceAll('asItIs', name))
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
})

const json = async (response: Response): Promise<unknown> => response.json()

/** Sends text unchanged, and returns the status and the body of the response. */
async function raw(text: string): Promise<{ status: number; body: string }> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  // The request says that the connection closes. A client that closes its own half first may lose the response.
  socket.write(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const answer = Buffer.concat(chunks).toString()
  return { status: Number(answer.split(' ')[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }
}

describe('http/express: the API over real HTTP with Express', () => {
  test('links in a collection begin with the URL that the client requested', async () => {
    const response = await fetch(`${origin}/things?filter[name]=%7B%7Ba,%20b%7D%7D`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
      200,
      TYPE,
      'Accept',
    ])
    expect(await json(response)).toMatchObject({
      data: [{ type: 'things', id: 'ä/b', links: { self: `${origin}/things/%C3%A4%2Fb` } }],
    })
  })

  test('links are correct under a path that is part of the prefix', async () => {
    const body = await json(await fetch(`${origin}/api/things`))
    expect(body).toMatchObject({
      links: { self: `${origin}/api/things` },
      data: [{ links: { self: `${origin}/api/things/%C3%A4%2Fb` } }],
    })
    expect((await fetch(`${origin}/api/nosuch`)).status).toBe(404)
  })

  test('links are correct behind a proxy that forwards the original protocol', async () => {
    const body = await json(await fetch(`${origin}/things`, { headers: { 'x-forwarded-proto': 'https' } }))
    expect(body).toMatchObject({ links: { self: `${origin.replace('http:', 'https:')}/things` } })
  })

  test.each(['/things', '/parsed/things'])(
    'a body reaches the API with every body parser: %s',
    async (path) => {
      const send = (body: string, headers = {}) =>
        fetch(`${origin}${path}`, { method: 'POST', body, headers: { 'content-type': TYPE, ...headers } })
      const response = await send('{"data":{"type":"things"}}')
      expect([response.status, response.headers.get('x-made')]).toEqual([201, 'yes'])
      expect(await json(response)).toEqual({ got: { data: { type: 'things' } } })
    },
  )

  test('a body that arrives in chunks is accepted, and a body that is too large, not JSON or missing is rejected', async () => {
    const pieces = httpRequest(`${origin}/things`, { method: 'POST', headers: { 'content-type': TYPE } })
    pieces.write('{"data":')
    setTimeout(() => pieces.end('null}'), 20)
    const [answer] = (await once(pieces, 'response')) as [{ statusCode: number; resume(): void }]
    answer.resume()
    expect(answer.statusCode).toBe(201)
    const send = (body: string) =>
      fetch(`${origin}/things`, { method: 'POST', body, headers: { 'content-type': TYPE } })
    expect((await send(`"${'a'.repeat(2_000_000)}"`)).status).toBe(413)
    expect(await json(await send('{'))).toMatchObject({ errors: [{ code: 'invalid_document' }] })
    expect(await json(await fetch(`${origin}/things`, { method: 'POST' }))).toEqual({ got: null })
  })

  test('HEAD returns the headers without a body, and 404, 405 and 406 return error documents', async () => {
    const head = await fetch(`${origin}/things`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, TYPE, ''])
    const put = await fetch(`${origin}/things`, { method: 'PUT' })
    expect([put.status, put.headers.get('allow'), put.headers.get('content-type')]).toEqual([
      405,
      'GET, HEAD, POST, OPTIONS',
      TYPE,
    ])
    expect((await fetch(`${origin}/`)).status).toBe(404)
    expect((await fetch(`${origin}/things`, { headers: { accept: 'text/html' } })).status).toBe(406)
  })

  test.each([
    ['an invalid Host', 'GET /things HTTP/1.1\r\nHost: a b[\r\nConnection: close\r\n\r\n', 200],
    ['no Host', 'GET /things HTTP/1.0\r\n\r\n', 200],
    [
      'an absolute URL',
      'GET http://other.example/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      200,
    ],
    [
      'a path that begins with two slashes',
      'GET //evil.example/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      404,
    ],
    ['a broken escape', 'GET /things/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['TRACE', 'TRACE /things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    [
      'a byte outside ASCII in a header',
      'GET /things HTTP/1.1\r\nHost: x\r\nX-Name: \xE9\r\nConnection: close\r\n\r\n',
      200,
    ],
  ])('%s returns an error document instead of a response from Express', async (_, text, status) => {
    const answer = await raw(text)
    expect({ status: answer.status, body: answer.body.slice(0, 40) }).toEqual({
      status,
      body: expect.stringContaining('{"jsonapi":{"version":"1.1"}'),
    })
  })
})
