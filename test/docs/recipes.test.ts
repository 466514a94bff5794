import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApi } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { toFastify } from '@jsonapi-gen/runtime/fastify'
import { toHono } from '@jsonapi-gen/runtime/hono'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { PrismaClient } from '../../examples/blog/src/prisma/client.js'
import { useClient } from '../support/blog.js'
import { factsOf, noteFacts } from '../support/facts.js'
import { sqliteAdapter } from '../support/stores.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import {
  comments,
  commented,
  CountedPosts,
  expressCors,
  fastifyCors,
  honoCors,
  spans,
  withCors,
} from './recipes-examples.js'

let database: OpenDatabase<BlogClient>
beforeAll(async () => {
  database = await sqlite.open({ seed: true })
  useClient(database.prisma)
})
afterAll(() => database.close())

describe('docs/recipes.md: CORS', () => {
  /** The CORS headers in the responses to a preflight request and to the request after it. */
  async function asked(fetched: (init: RequestInit) => Promise<Response>): Promise<unknown> {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' }
    const preflight = await fetched({ method: 'OPTIONS', headers })
    const answer = await fetched({ headers: { origin: 'https://app.example' } })
    const of = ({ headers: given }: Response, name: string): string | null =>
      given.get(`access-control-allow-${name}`)
    return {
      preflight: [
        preflight.status,
        of(preflight, 'origin'),
        of(preflight, 'methods')?.replaceAll(/,\s*/g, ', '),
        of(preflight, 'headers')?.replaceAll(/,\s*/g, ', '),
      ],
      answer: [answer.status, of(answer, 'origin'), answer.headers.get('vary')?.includes('Origin')],
    }
  }
  const expected = {
    preflight: [204, 'https://app.example', 'GET, POST, PATCH, DELETE', 'content-type, authorization'],
    answer: [200, 'https://app.example', true],
  }

  test('Express sends the documented CORS headers', async () => {
    const server = createServer(express().use(expressCors, toExpress(api))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await asked((init) => fetch(`http://127.0.0.1:${port}/posts/1`, init))).toEqual(expected)
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  test('Fastify sends the documented CORS headers', async () => {
    const app = fastify()
    app.addHook('onRequest', fastifyCors)
    await app.register(toFastify(api))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    expect(await asked((init) => fetch(`${origin}/posts/1`, init))).toEqual(expected)
    await app.close()
  })

  test('Hono sends the documented CORS headers', async () => {
    const app = new Hono()
    app.use(honoCors)
    app.all('*', toHono(api))
    expect(await asked(async (init) => app.request('http://blog.test/posts/1', init))).toEqual(expected)
  })

  test('a fetch handler sends the documented CORS headers', async () => {
    const handler = withCors((request) => api.fetch(request))
    expect(await asked((init) => handler(new Request('http://blog.test/posts/1', init)))).toEqual(expected)
  })
})

test('docs/recipes.md: each include path has a tracing span', async () => {
  const ended: string[] = []
  const traced = createApi({
    registry,
    controllers,
    traceQuery: spans({ startActiveSpan: (name, run) => run({ end: () => void ended.push(name) }) }),
  })
  const path = '/posts?include=author,comments&stats[total]=count&page[size]=2'
  expect((await traced.fetch(new Request(`http://blog.test${path}`))).status).toBe(200)
  expect(ended.toSorted()).toEqual(['resolve author', 'resolve comments', 'resolve posts', 'stats posts'])
})

test('docs/recipes.md: a comment in each SQL statement names its origin', async () => {
  const adapter = sqliteAdapter(database.url)
  const client = new PrismaClient({ adapter, comments, log: [{ emit: 'event', level: 'query' }] })
  const said = new Set<string | undefined>()
  client.$on('query', ({ query }) => said.add(/include='(\w+)'/.exec(query)?.[1]))
  noteFacts(client, factsOf(database.prisma))
  useClient(client)
  const traced = createApi({ registry, controllers, traceQuery: commented })
  expect((await traced.fetch(new Request('http://blog.test/posts?include=author,comments'))).status).toBe(200)
  expect([...said].toSorted()).toEqual(['author', 'comments', 'posts'])
  await client.$disconnect()
  useClient(database.prisma)
})

test('docs/recipes.md: react-admin receives a total', async () => {
  const counted = createApi({ registry, controllers: { ...controllers, posts: CountedPosts } })
  const path = '/posts?filter[status]=published&page[size]=1'
  const response = await counted.fetch(new Request(`http://blog.test${path}`))
  const { data, meta } = (await response.json()) as { data: unknown[]; meta: unknown }
  const total = await database.prisma.post.count({ where: { status: 'published' } })
  expect([data.length, meta]).toEqual([1, { total }])
})
