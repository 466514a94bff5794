import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { deflateSync, gzipSync } from 'node:zlib'
import {
  type Api,
  type ApiOptions,
  Controller,
  createApi,
  defineRegistry,
  Resource,
} from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { FRAMEWORKS, listening } from './support/frameworks.js'

class Things extends Resource {
  static {
    this.type('things')
    this.useAdapter(NullAdapter)
  }
}

/**
 * An API that echoes the body of each POST, together with lists of the bodies it received and the errors it
 * reported.
 */
function echo(limits: ApiOptions['limits'] = {}) {
  const seen: { readonly bodies: unknown[]; readonly reported: unknown[] } = { bodies: [], reported: [] }
  class ThingsController extends Controller {
    static {
      this.jsonapi(Things)
    }
    async create(): Promise<Response> {
      seen.bodies.push(this.body)
      return Response.json(this.body)
    }
  }
  const api: Api = createApi({
    registry: defineRegistry({ things: Things }),
    controllers: { things: ThingsController },
    limits,
    onError: (error) => void seen.reported.push(error),
  })
  return { api, seen }
}

const JSONAPI = 'application/vnd.api+json'

describe.each(FRAMEWORKS)('http/request-bodies (14.4): a body that arrives too slowly, %s', (_, start) => {
  test('a request whose body arrives too slowly returns 408, closes the connection, and is not reported', async () => {
    const { api, seen } = echo({ time: 200 })
    const { url, close } = await start(api)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const head = ['POST /things HTTP/1.1', 'Host: a.test', `Content-Type: ${JSONAPI}`, 'Content-Length: 1000']
    socket.write(`${head.join('\r\n')}\r\n\r\n{"data":`)
    const answer = await textOf(socket)
    await close()
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(answer).toContain(
      '{"status":"408","code":"request_timeout","title":"Request timeout","detail":"The body took longer than 200 ms to arrive. Nothing was written."}',
    )
    expect(seen).toEqual({ bodies: [], reported: [] })
  })
})

describe('http/request-bodies (14.4): a body that arrives after its response', () => {
  test('no controller receives a body that arrives after its response', async () => {
    const { api, seen } = echo({ time: 100 })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const written = [writer.write(new TextEncoder().encode('{"data":'))]
    const headers = { 'content-type': JSONAPI }
    const init = { method: 'POST', headers, body: readable, duplex: 'half' } as const
    const answer = await api.fetch(new Request('http://a.test/things', init))
    written.push(writer.write(new TextEncoder().encode('null}')), writer.close())
    await Promise.all(written)
    await new Promise((resume) => setImmediate(resume))
    expect([answer.status, seen]).toEqual([408, { bodies: [], reported: [] }])
  })
})

describe('http/request-bodies (15.1): a compressed body', () => {
  const body = JSON.stringify({ data: { type: 'things', attributes: { name: 'a'.repeat(100) } } })

  test.each([
    ['gzip', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['GZIP', gzipSync(body)],
    ['base64', Buffer.from(body).toString('base64')],
  ])('%s returns a 415 that names its encoding and the accepted encodings', async (encoding, sent) => {
    const { api, seen } = echo()
    const { url, close } = await listening(createServer(express().use(toExpress(api))))
    const headers = { 'content-type': JSONAPI, 'content-encoding': encoding }
    const answer = await fetch(`${url}/things`, { method: 'POST', headers, body: sent })
    expect([answer.status, answer.headers.get('accept-encoding'), await answer.json()]).toEqual([
      415,
      'identity',
      {
        jsonapi: { version: '1.1' },
        errors: [
          {
            status: '415',
            code: 'unsupported_media_type',
            title: 'Unsupported media type',
            detail: `Compressed bodies (${encoding.toLowerCase()}) are not supported.`,
            source: { header: 'Content-Encoding' },
          },
        ],
      },
    ])
    await close()
    expect(seen).toEqual({ bodies: [], reported: [] })
  })

  test.each([
    ['identity', 400, 'invalid_document'],
    ['', 400, 'invalid_document'],
  ])(
    'a compressed body with the Content-Encoding "%s" is rejected with %i',
    async (encoding, status, code) => {
      const headers = { 'content-type': JSONAPI, 'content-encoding': encoding }
      const request = new Request('http://a.test/things', { method: 'POST', headers, body: gzipSync(body) })
      const answer = await echo().api.fetch(request)
      expect([answer.status, await answer.json()]).toMatchObject([status, { errors: [{ code }] }])
    },
  )

  test('a body that an earlier parser has decompressed is accepted', async () => {
    const { api, seen } = echo()
    const app = express().use(express.json({ type: JSONAPI }), toExpress(api))
    const { url, close } = await listening(createServer(app))
    const headers = { 'content-type': JSONAPI, 'content-encoding': 'gzip' }
    const answer = await fetch(`${url}/things`, { method: 'POST', headers, body: gzipSync(body) })
    expect([answer.status, await answer.text()]).toEqual([200, body])
    await close()
    expect(seen).toEqual({ bodies: [JSON.parse(body)], reported: [] })
  })
})
