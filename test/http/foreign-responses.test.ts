import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { toHono } from '@jsonapi-gen/runtime/hono'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformOf } from './support/platform.js'
import { type Change, changing, Thing } from './support/things.js'

// The classes with which @hono/node-server replaces the platform's would also affect every other file in this
// process.
const { Request, Response: FormerResponse } = globalThis

/** The platform's own class, which another file in this process may already have replaced. */
const PlatformResponse = platformOf(FormerResponse)

const CHANGES: Readonly<Record<string, Change>> = {
  asItIs: (response) => response,
  cloned: async (response) => {
    const clone = response.clone()
    await response.text()
    return clone
  },
  ofThePlatform: async (response) => new PlatformResponse(await response.text(), response),
}

describe('http/foreign-responses: on @hono/node-server, which replaces Response', () => {
  let server: Server
  let origin: string
  beforeAll(async () => {
    const registry = defineRegistry({ things: Thing })
    const app = new Hono()
    for (const [name, change] of Object.entries(CHANGES)) {
      const prefix = `/${name}`
      const controllers = { things: changing(Thing, change) }
      app.all(
        `${prefix}/*`,
        toHono(createApi({ registry, controllers, prefix, baseUrl: 'http://things.test' })),
      )
    }
    server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    Object.assign(globalThis, { Request, Response: FormerResponse })
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  test.each(Object.keys(CHANGES))(
    'a controller may return a response derived from its own: %s',
    async (name) => {
      expect(globalThis.Response).not.toBe(PlatformResponse)
      const response = await fetch(`${origin}/${name}/things`)
      const text = await response.text()
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/vnd.api+json',
      ])
      const asItIs = await (await fetch(`${origin}/asItIs/things`)).text()
      expect(text).toBe(asItIs.replaceAll('asItIs', name))
    },
  )
})
