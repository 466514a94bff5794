import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { isSoak } from '../support/sample.js'
import { typesResources } from '../write/support/types.js'
import { keyedApi } from './support/keyed.js'

const ROUNDS = isSoak ? 20 : 1
const LONG_AGO = new Date('2020-01-01T00:00:00Z')
const LATER = new Date('2100-01-01T00:00:00Z')

const engines = databases
  .filter(({ name }) => name !== 'sqlite')
  .flatMap((database) =>
    (['prisma', 'kysely'] as const).map((engine) => ({ database, engine, name: database.name })),
  )

describe.each(engines)(
  'idempotency/forgetting (30.8): forgetKeys during another transaction, on $engine and $name',
  ({ database, engine, name }) => {
    let opened: OpenDatabase<TypesClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    let api: ReturnType<typeof keyedApi>['api']
    beforeAll(async () => {
      opened = await database.openTypes()
      kysely = kyselyAdapter(opened)
      const adapter = engine === 'kysely' ? kysely.adapter : prismaAdapter(opened.prisma)
      ;({ api } = keyedApi(typesResources(adapter)))
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    /** Waits until another connection is waiting for a lock of this transaction. */
    async function untilOneWaits(transaction: Pick<TypesClient, '$queryRawUnsafe'>): Promise<void> {
      const isPostgres = name === 'postgresql'
      const [own] = await transaction.$queryRawUnsafe<{ id: number | bigint }[]>(
        isPostgres ? 'SELECT pg_backend_pid() AS id' : 'SELECT connection_id() AS id',
      )
      const waiting = isPostgres
        ? `SELECT pid FROM pg_stat_activity WHERE ${own?.id} = ANY(pg_blocking_pids(pid))`
        : `SELECT trx_id FROM information_schema.innodb_lock_waits JOIN information_schema.innodb_trx
           ON trx_id = blocking_trx_id WHERE trx_mysql_thread_id = ${own?.id}`
      while ((await opened.prisma.$queryRawUnsafe<unknown[]>(waiting)).length === 0) await sleep(150)
    }

    test('forgetKeys restarts after a deadlock, and keeps a renewed key', async () => {
      const outcomes: unknown[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const { idempotencyKey: keys } = opened.prisma
        await keys.deleteMany()
        const row = { request: '', status: 0, headers: [], answer: new Uint8Array(), isShort: false }
        for (const digest of ['a', 'b', 'c']) {
          await keys.create({ data: { ...row, digest, expiresAt: LONG_AGO } })
        }
        const forgotten = await opened.prisma.$transaction(
          async (transaction) => {
            const take = (digest: string): Promise<unknown> =>
              transaction.idempotencyKey.update({ where: { digest }, data: { expiresAt: LATER } })
            // Makes the database abort the other transaction: the one that checks for deadlocks, or has
            // written less.
            if (name === 'postgresql') {
              await transaction.$executeRawUnsafe("SET LOCAL deadlock_timeout = '1min'")
            } else {
              const nodes = Array.from({ length: 50 }, (_, index) => ({ name: `${round}-${index}` }))
              await transaction.node.createMany({ data: nodes })
            }
            await take('b')
            const forgetting = api.forgetKeys().catch(({ message }: Error) => message)
            await untilOneWaits(transaction)
            await take('a')
            return { forgetting }
          },
          { timeout: 60_000 },
        )
        outcomes.push({
          forgotten: await forgotten.forgetting,
          left: (await keys.findMany({ orderBy: { digest: 'asc' } })).map(({ digest }) => digest),
        })
      }
      expect(outcomes).toEqual(Array.from({ length: ROUNDS }, () => ({ forgotten: 1, left: ['a', 'b'] })))
    }, 600_000)
  },
)
