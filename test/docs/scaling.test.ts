import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApi } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express, { type Express } from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { useClient } from '../support/blog.js'
import { createClient } from '../support/clients.js'
import { type BlogClient, databases, type OpenDatabase, sqlite } from '../support/databases.js'
import { adapterOver, health, onGalera, rememberWrites, throughPgBouncer } from './scaling-examples.js'

/** Serves an application while a function sends requests to it. */
async function served<Result>(app: Express, run: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await once(server.close(), 'close')
  }
}

describe('docs/scaling.md: a client that has just written reads from the primary (23.7)', () => {
  let primary: OpenDatabase<BlogClient>
  // The replica is never updated.
  let replica: OpenDatabase<BlogClient>
  beforeAll(async () => {
    primary = await sqlite.open({ seed: true })
    replica = await sqlite.open({ seed: true })
  })
  afterAll(async () => {
    useClient(primary.prisma)
    await primary.close()
    await replica.close()
  })

  test('a read with the cookie from the response to a write is served by the primary', async () => {
    const adapter = adapterOver(primary.prisma, replica.prisma)
    for (const resource of registry.values()) {
      if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
    }
    const app = express().use(rememberWrites, toExpress(createApi({ registry, controllers })))
    await served(app, async (url) => {
      const type = 'application/vnd.api+json'
      const made = await fetch(`${url}/tags`, {
        method: 'POST',
        headers: { accept: type, 'content-type': type },
        body: JSON.stringify({ data: { type: 'tags', attributes: { name: 'scaled' } } }),
      })
      const cookie = made.headers.get('set-cookie') ?? ''
      expect([made.status, cookie]).toEqual([201, 'wrote=1; Max-Age=5; Path=/; HttpOnly; SameSite=Lax'])
      const { data } = (await made.json()) as { data: { id: string } }
      const read = (headers: Readonly<Record<string, string>>) =>
        fetch(`${url}/tags/${data.id}`, { headers: { accept: type, ...headers } })
      const statuses = []
      for (const headers of [
        {},
        { cookie: 'wrote=1' },
        { cookie: 'theme=dark; wrote=1' },
        { cookie: 'unwrote=1' },
      ]) {
        const answer = await read(headers)
        statuses.push([answer.status, answer.headers.get('set-cookie')])
      }
      expect(statuses).toEqual([
        [404, null],
        [200, null],
        [200, null],
        [404, null],
      ])
    })
  })
})

test('docs/scaling.md: health reports whether the database responds and whether the process is shutting down', async () => {
  const state = { isEnding: false, isThere: true }
  const ask = async () => {
    if (!state.isThere) throw new Error('gone')
  }
  const app = express().get(
    '/health',
    health(ask, () => state.isEnding),
  )
  const statuses = await served(app, async (url) => {
    const found = []
    for (const change of [{}, { isThere: false }, { isThere: true }, { isEnding: true }]) {
      Object.assign(state, change)
      found.push((await fetch(`${url}/health`)).status)
    }
    return found
  })
  expect(statuses).toEqual([200, 503, 200, 503])
})

const servers = databases.filter(({ name }) => name !== 'sqlite')

describe.each(servers)('docs/scaling.md: the connection pool on $name', (database) => {
  test('the documented connection pool runs queries, and has the documented settings', async () => {
    const opened = await database.open({ seed: true })
    const { hostname: host, port, username: user, password, pathname } = new URL(opened.url)
    const login = { host, port: Number(port) || 3306, user, password, database: pathname.slice(1) }
    const isPostgresql = database.name === 'postgresql'
    const factory = isPostgresql ? throughPgBouncer(opened.url) : onGalera(login)
    const prisma = await createClient('blog', database.name, factory)
    try {
      expect(await prisma.$queryRawUnsafe('SELECT 1 AS one')).toMatchObject([{}])
      if (isPostgresql) return
      expect(await prisma.$queryRawUnsafe('SELECT @@wsrep_sync_wait AS waits')).toEqual([{ waits: 1n }])
      expect(await prisma.tag.count()).toBe(20)
    } finally {
      await prisma.$disconnect()
      await opened.close()
    }
  })
})
