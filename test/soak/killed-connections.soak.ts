import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dice, SEED } from '../support/dice.js'
import { openProxy, type Proxy } from '../support/proxy.js'
import { lastStatus, writeUntil } from './support/clients.js'
import { buildServers, ENGINES, sendTo, type Servers } from './support/servers.js'
import { openOwn, ownStores, type OwnStore } from './support/stores.js'
import { countOf, untrueOf } from './support/writes.js'

/** The number of writes on each engine and database whose connection must break. */
const BROKEN = Number(process.env['SOAK_BROKEN'] ?? 150)
/** The number of writes after which the administrator ends all connections. */
const ENDED_AFTER = 24

const servers = ownStores.filter((name) => name !== 'sqlite')

describe.each(servers)(
  'soak/killed-connections (14.6, 23.15): connections to %s that break during nested writes',
  (name) => {
    let store: OwnStore
    let built: Servers
    let proxy: Proxy
    const chance = dice(SEED)
    beforeAll(async () => {
      store = await openOwn[name]()
      built = await buildServers(store)
      proxy = await openProxy(store.url)
    }, 120_000)
    afterAll(async () => {
      await proxy.close()
      await built.remove()
      await store.close()
    })

    test.each(ENGINES)(
      `no write is partial, each response is correct, and on PostgreSQL none runs in the transaction of another, on %s from seed ${SEED}`,
      async (engine) => {
        const { prisma } = store
        await prisma.node.deleteMany()
        await prisma.idempotencyKey.deleteMany()
        const server = await built.start(engine, { url: proxy.url })
        // The first request of a process loads code, and asks the database for its triggers.
        await sendTo(server.url, { method: 'GET', path: '/nodes' })
        proxy.judge = () => (['cut before', 'cut after'] as const)[chance.below(160)] ?? 'pass'
        let isEnding = false
        const outcomes = await writeUntil({
          store,
          server,
          chance,
          failing: BROKEN,
          async beforeEach(count) {
            if (count % ENDED_AFTER !== ENDED_AFTER - 1 || isEnding) return
            isEnding = true
            await store.endConnections(proxy.ports())
            isEnding = false
          },
        })
        proxy.judge = undefined
        const last = await lastStatus(server)
        expect([server.isRunning(), last]).toEqual([true, 200])
        await server.kill()
        const counts = countOf(outcomes.map(([, received]) => received))
        process.stdout.write(`${name} ${engine}: ${outcomes.length} writes, ${JSON.stringify(counts)}\n`)
        expect(await untrueOf(prisma, outcomes)).toEqual([])
        expect((await store.transactions()).filter((marks) => marks.length > 1)).toEqual([])
        expect(Object.keys(counts).filter((count) => !EXPECTED.has(count))).toEqual([])
        expect(counts['503 written: false'] ?? 0).toBeGreaterThan(BROKEN / 4)
      },
      3_600_000,
    )
  },
)

/** The statuses that a lost connection explains. */
const EXPECTED = new Set(['200', '201', '503 written: false', '503 written: unknown', '500 written: true'])
