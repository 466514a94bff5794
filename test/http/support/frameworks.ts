import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve as serveHono } from '@hono/node-server'
import type { Api } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { toFastify } from '@jsonapi-gen/runtime/fastify'
import { toHono } from '@jsonapi-gen/runtime/hono'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'

/** A server that responds until it is closed. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** Starts a server unless it is already running. */
export async function listening(server: Server): Promise<Listening> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  // Without this, a test that computes for five seconds would send its next request over a connection that is closing.
  server.keepAliveTimeout = 600_000
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** How each framework serves an API over HTTP. */
export const FRAMEWORKS: readonly (readonly [string, (api: Api) => Promise<Listening>])[] = [
  ['Express', (api) => listening(createServer(express().use(toExpress(api))))],
  [
    'Fastify',
    async (api) => {
      const app = fastify()
      await app.register(toFastify(api))
      await app.listen({ port: 0, host: '127.0.0.1' })
      return listening(app.server)
    },
  ],
  [
    'Hono',
    async (api) => {
      const app = new Hono().all('*', toHono(api))
      return listening(serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server)
    },
  ],
]
