import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance } from '../../support/chance.js'
import { databases, sqlite, type BlogClient, type OpenDatabase } from '../../support/databases.js'
import { serve, type Served } from '../../support/serve.js'
import { MemoryAdapter } from '../memory/adapter.js'
import { blogOn, blogRows, type BlogRows, blogStore } from './blog.js'
import { requests } from './requests.js'
import { prismaAdapter } from '../../support/facts.js'
import { kyselyAdapter } from '../../kysely/support/kysely-adapter.js'

let opened: readonly OpenDatabase<BlogClient>[]
let rows: BlogRows
let memory: Served
let stores: readonly { readonly name: string; readonly api: Served }[]
let onKysely: readonly ReturnType<typeof kyselyAdapter>[] = []

beforeAll(async () => {
  opened = await Promise.all(databases.map(({ open }) => open({ seed: true })))
  const first = opened.find(({ name }) => name === sqlite.name)
  if (!first) throw new Error('SQLite is always there.')
  rows = await blogRows(first.prisma)
  memory = serve(blogOn(new MemoryAdapter(blogStore(rows))))
  onKysely = opened.map((database) => kyselyAdapter(database))
  stores = opened.flatMap(({ name, prisma }, index) => {
    const kysely = onKysely[index]?.adapter
    return [
      { name, api: serve(blogOn(prismaAdapter(prisma))) },
      ...(kysely ? [{ name: `${name}, on Kysely`, api: serve(blogOn(kysely)) }] : []),
    ]
  })
})
afterAll(async () => {
  await Promise.all(onKysely.map(({ close }) => close()))
  await Promise.all(opened.map((database) => database.close()))
})

test('random valid requests return the same document from every database and from an in-memory store', async () => {
  const resources = blogOn(new MemoryAdapter(blogStore(rows)))
  await fc.assert(
    fc.asyncProperty(requests(resources, rows), async (path) => {
      const { status, body } = await memory.get(path)
      const answer = { path, status, body: ofAnyStore(body) }
      expect([200, 404], JSON.stringify(answer).slice(0, 400)).toContain(status)
      const others = await Promise.all(
        stores.map(async ({ name, api }) => ({ name, ...(await api.get(path)) })),
      )
      for (const other of others) {
        expect({ name: other.name, path, status: other.status, body: ofAnyStore(other.body) }).toEqual({
          name: other.name,
          ...answer,
        })
      }
    }),
    chance(150),
  )
}, 3_600_000)

/**
 * Removes the position from page links, because it depends on the store: not every store supports cursors for
 * every column, and a cursor contains the columns.
 */
const ofAnyStore = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body).replaceAll(
      /(relationships\/[^"]*page%5B)(?:after|number)%5D=[^"&]*/g,
      (_, before: string) => before,
    ),
  )
