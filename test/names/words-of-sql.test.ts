import { Resource } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { databases, type NamesClient, type OpenDatabase } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { serveWrites } from '../write/support/serve.js'

const COLUMNS = { true: 'integer?', false: 'float?', null: 'decimal?' } as const

describe.each(databases)(
  'names/words-of-sql (14.9): columns called `true`, `false` and `null`, on $name',
  (database) => {
    let opened: OpenDatabase<NamesClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    beforeAll(async () => {
      opened = await database.openNames()
      kysely = kyselyAdapter(opened)
      await opened.prisma.word.createMany({
        data: [
          { true: 1, false: 2.5, null: '3.5' },
          { true: 0, false: 4.5, null: '5.5' },
          { true: 7, false: -1, null: '-2' },
          {},
        ],
      })
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    const wordsOn = (adapter: Adapter) =>
      serveWrites({
        words: class extends Resource {
          static {
            this.type('words')
            this.model('Word')
            this.id('integer')
            this.useAdapter(adapter)
            for (const [name, type] of Object.entries(COLUMNS)) {
              this.attribute(name, type)
              this.allowFilter(name)
              this.allowStat({ [name]: ['count', 'sum', 'average', 'maximum', 'minimum'] })
            }
          }
        },
      })
    const adapters = (): Readonly<Record<string, Adapter>> => ({
      prisma: informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma))),
      kysely: kysely.adapter,
    })

    test.each(['prisma', 'kysely'])(
      'columns named `true`, `false` and `null` can be compared, negated and calculated like any others on %s',
      async (engine) => {
        const { send } = wordsOn(adapters()[engine] as Adapter)
        const idsAt = async (query: string): Promise<unknown> => {
          const { body } = await send('GET', `/words?sort=id&${query}`)
          return (body as { data: readonly { id: string }[] }).data.map(({ id }) => Number(id))
        }
        const found = Object.fromEntries(
          await Promise.all(
            [
              'filter[true]=1',
              'filter[true][not_eq]=1',
              'filter[not][true]=0',
              'filter[true][not_gt]=0',
              'filter[false][not_eq]=2.5',
              'filter[null][not_eq]=3.5',
              'filter[null]=null',
            ].map(async (query) => [query, await idsAt(query)] as const),
          ),
        )
        expect(found).toEqual({
          'filter[true]=1': [1],
          'filter[true][not_eq]=1': [2, 3, 4],
          'filter[not][true]=0': [1, 3, 4],
          'filter[true][not_gt]=0': [2, 4],
          'filter[false][not_eq]=2.5': [2, 3, 4],
          'filter[null][not_eq]=3.5': [2, 3, 4],
          'filter[null]=null': [4],
        })
        const asked = Object.keys(COLUMNS).map((name) => `stats[${name}]=count,sum,average,maximum,minimum`)
        const { body } = await send('GET', `/words?page[size]=0&${asked.join('&')}`)
        expect((body as { meta: object }).meta).toEqual({
          stats: {
            true: { count: 3, sum: 8, average: 8 / 3, maximum: 7, minimum: 0 },
            false: { count: 3, sum: 6, average: 2, maximum: 4.5, minimum: -1 },
            null: {
              count: 3,
              sum: '7',
              average: expect.stringMatching(/^2\.3{18}/),
              maximum: '5.5',
              minimum: '-2',
            },
          },
        })
      },
    )
  },
)
