import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dice, SEED } from '../support/dice.js'
import { openProxy, type Proxy } from '../support/proxy.js'
import { lastStatus, writeUntil } from './support/clients.js'
import { buildServers, ENGINES, sendTo, type Servers } from './support/servers.js'
import { openOwn, ownStores, type OwnStore } from './support/stores.js'
import { countOf, untrueOf } from './support/writes.js'

/** The number of writes on each engine and database that must exceed their time limit. */
const LATE = Number(process.env['SOAK_LATE'] ?? 300)
/** The time limit for a request, and the time after which held statements go on to the server, in milliseconds. */
const TIME = 300
const HELD = 450

const servers = ownStores.filter((name) => name !== 'sqlite')

describe.each(servers)(
  'soak/timeouts (17.4, 23.15): nested writes that exceed their time limit while %s does not respond',
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
        await store.prisma.node.deleteMany()
        await store.prisma.idempotencyKey.deleteMany()
        const server = await built.start(engine, { url: proxy.url, time: TIME })
        await firstResponse(server.url)
        proxy.judge = () => {
          if (chance.below(120) > 0) return 'pass'
          void wait(HELD).then(() => proxy.release())
          return 'hold'
        }
        const outcomes = await writeUntil({ store, server, chance, failing: LATE })
        proxy.judge = undefined
        await wait(2 * HELD)
        proxy.release()
        const last = await lastStatus(server)
        expect([server.isRunning(), last]).toEqual([true, 200])
        await server.kill()
        const counts = countOf(outcomes.map(([, received]) => received))
        process.stdout.write(`${name} ${engine}: ${outcomes.length} writes, ${JSON.stringify(counts)}\n`)
        expect(await untrueOf(store.prisma, outcomes)).toEqual([])
        expect((await store.transactions()).filter((marks) => marks.length > 1)).toEqual([])
        expect(Object.keys(counts).filter((count) => !EXPECTED.has(count))).toEqual([])
        expect(counts['503 written: false'] ?? 0).toBeGreaterThan(LATE / 4)
      },
      3_600_000,
    )
  },
)

/** The first request of a process loads code and asks the database for its triggers, which may take too long. */
async function firstResponse(url: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if ((await sendTo(url, { method: 'GET', path: '/nodes' })).status === 200) return
  }
}

/** The statuses that a late response of the database explains. */
const EXPECTED = new Set(['200', '201', '503 written: false', '503 written: unknown', '500 written: true'])
