import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blogOn, blogRows, blogStore, type BlogRows } from '../adapter/differential/blog.js'
import { requests } from '../adapter/differential/requests.js'
import { MemoryAdapter } from '../adapter/memory/adapter.js'
import { chance } from '../support/chance.js'
import { databases, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { isSoak, quickly } from '../support/sample.js'
import { serve, type Served } from '../support/serve.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

describe.each(databases)('kysely/differential (23.6): Kysely compared to Prisma on $name', (database) => {
  let opened: OpenDatabase<BlogClient>
  let rows: BlogRows
  let onPrisma: Served
  let onKysely: Served
  let statements = 0
  let close: () => Promise<void>
  beforeAll(async () => {
    opened = await database.open({ seed: true })
    rows = await blogRows(opened.prisma)
    const kysely = kyselyAdapter(opened, { log: () => statements++ })
    close = kysely.close
    onPrisma = serve(blogOn(prismaAdapter(opened.prisma)))
    onKysely = serve(blogOn(kysely.adapter))
  })
  afterAll(async () => {
    await close()
    await opened.close()
  })

  test('random valid requests return the same document from both engines, byte for byte', async () => {
    const resources = blogOn(new MemoryAdapter(blogStore(rows)))
    await fc.assert(
      fc.asyncProperty(requests(resources, rows), async (path) => {
        const [one, other] = [await onPrisma.get(path), await onKysely.get(path)]
        expect({ path, status: other.status, text: JSON.stringify(other.body) }).toEqual({
          path,
          status: one.status,
          text: JSON.stringify(one.body),
        })
      }),
      chance(isSoak ? 50_000 : 300),
    )
    expect(statements).toBeGreaterThan(quickly(100))
  }, 3_600_000)
})
