import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { isSoak } from '../support/sample.js'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { typesResources } from '../write/support/types.js'
import { keyedApi } from './support/keyed.js'

const ROUNDS = isSoak ? 60 : 3
const AT_ONCE = 6
const LONG_AGO = new Date('2020-01-01T00:00:00Z')

const engines = databases.flatMap((database) =>
  (['prisma', 'kysely'] as const).map((engine) => ({ database, engine, name: database.name })),
)

describe.each(engines)(
  'idempotency/expired (30.1, 30.8): a request with an expired key, on $engine and $name',
  ({ database, engine }) => {
    let opened: OpenDatabase<TypesClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    let api: ReturnType<typeof keyedApi>
    beforeAll(async () => {
      opened = await database.openTypes()
      kysely = kyselyAdapter(opened)
      const adapter = engine === 'kysely' ? kysely.adapter : prismaAdapter(opened.prisma)
      api = keyedApi(typesResources(adapter))
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    /** An expired key with the response to an earlier request. */
    async function outlived(name: string) {
      const asked = { key: name, body: { data: { type: 'nodes', attributes: { name } } } }
      const first = await api.ask('POST', '/nodes', asked)
      await opened.prisma.idempotencyKey.updateMany({ data: { expiresAt: LONG_AGO } })
      return { asked, first }
    }

    const writtenAs = (name: string): Promise<number> => opened.prisma.node.count({ where: { name } })

    test(`${AT_ONCE} concurrent requests with an expired key are executed once, and all receive the same response`, async () => {
      const outcomes: unknown[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const { asked, first } = await outlived(`round-${round}`)
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => api.ask('POST', '/nodes', asked)),
        )
        const texts = new Set(answers.map(({ text }) => text))
        outcomes.push({
          statuses: answers.map(({ status }) => status),
          answers: texts.size,
          isFirst: texts.has(first.text),
          written: await writtenAs(asked.key),
        })
      }
      const once = {
        statuses: Array.from({ length: AT_ONCE }, () => 201),
        answers: 1,
        isFirst: false,
        written: 2,
      }
      expect(outcomes).toEqual(Array.from({ length: ROUNDS }, () => once))
    }, 600_000)

    test('a request whose key is deleted in the meantime is executed once, and no renewed key is deleted', async () => {
      const outcomes: unknown[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const { asked } = await outlived(`forgotten-${round}`)
        const forgetting = [api.api.forgetKeys(), api.api.forgetKeys()]
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => api.ask('POST', '/nodes', asked)),
        )
        await Promise.all(forgetting)
        const again = await api.ask('POST', '/nodes', asked)
        outcomes.push({
          statuses: [...answers, again].map(({ status }) => status),
          answers: new Set([...answers, again].map(({ text }) => text)).size,
          written: await writtenAs(asked.key),
        })
      }
      const once = { statuses: Array.from({ length: AT_ONCE + 1 }, () => 201), answers: 1, written: 2 }
      expect(outcomes).toEqual(Array.from({ length: ROUNDS }, () => once))
    }, 600_000)
  },
)
