import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyOf, poolOf } from '../kysely/support/kysely-of.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { type BlogClient, databases, type OpenDatabase, type TestDatabase } from '../support/databases.js'
import { factsOf, ofStore } from '../support/facts.js'

interface Blog {
  readonly opened: OpenDatabase<BlogClient>
  adapter(): Adapter
  close(): Promise<void>
}

/** The ways to open a blog's store with an adapter that has no facts yet. */
const ENGINES = {
  prisma: ({ prisma }: OpenDatabase<BlogClient>) => ({
    adapter: () => new PrismaAdapter(prisma, ofStore(prisma)),
    end: () => Promise.resolve(),
  }),
  kysely: ({ url }: OpenDatabase<BlogClient>, name: TestDatabase['name']) => {
    const db = kyselyOf({ name, url })
    return { adapter: () => new KyselyAdapter(db, poolOf(db)), end: () => db.destroy() }
  },
} as const

const CASES = databases.flatMap((database) =>
  (['prisma', 'kysely'] as const).map((engine) => ({ database, name: database.name, engine })),
)

describe.each(CASES)(
  'resource/late-adapter (1.6): an adapter that is set later, on $name with $engine',
  ({ database, engine }) => {
    const blogs: Blog[] = []
    beforeAll(async () => {
      for (const _ of [1, 2]) {
        const opened = await database.open({ seed: true })
        const { adapter, end } = ENGINES[engine](opened, database.name)
        blogs.push({ opened, adapter, close: () => end().then(() => opened.close()) })
      }
      await blogs[1]?.opened.prisma.tag.create({ data: { name: 'only in the second' } })
    })
    afterAll(async () => {
      for (const blog of blogs) await blog.close()
    })

    test('a new adapter of the common base applies to all its subclasses, even after they have served requests', async () => {
      const [first, second] = blogs
      if (!first || !second) throw new Error('Two blogs are open.')
      abstract class ApplicationResource extends Resource {
        static {
          this.useAdapter(first.adapter())
        }
      }
      const facts = factsOf(first.opened.prisma)
      abstract class TagBase extends ApplicationResource {
        static {
          this.type('tags')
          this.model('Tag')
          this.id('integer')
          this.facts(facts)
          this.attribute('name', 'string')
          this.allowFilter('name')
        }
      }
      class Tags extends TagBase {}
      class OwnTags extends TagBase {
        static {
          this.type('own-tags')
          this.useAdapter(first.adapter())
        }
      }
      const api = apiOf(class extends ActionsController {}, [Tags, OwnTags] as readonly ResourceClass[])
      const found = async (type: string): Promise<unknown> => {
        const path = `/${type}?filter[name]=only in the second`
        const response = await api.fetch(new Request(`http://test.example${path}`))
        const { data } = (await response.json()) as { readonly data: readonly { attributes: object }[] }
        return data.map(({ attributes }) => attributes)
      }
      const there = [{ name: 'only in the second' }]
      expect([await found('tags'), await found('own-tags')]).toEqual([[], []])
      ApplicationResource.useAdapter(second.adapter())
      expect([await found('tags'), await found('own-tags')]).toEqual([there, []])
      expect((await Tags.all({ filter: { name: 'only in the second' } })).data).toHaveLength(1)
      ApplicationResource.useAdapter(first.adapter())
      expect(await found('tags')).toEqual([])
    })
  },
)
