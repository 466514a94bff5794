import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dice, SEED } from '../support/dice.js'
import { openProxy, type Proxy } from '../support/proxy.js'
import { buildServers, ENGINES, type Received, sendTo, type Servers } from './support/servers.js'
import { openOwn, ownStores, type OwnStore } from './support/stores.js'
import { countOf, KINDS, prepareWrites, told, untrueOf, type Write } from './support/writes.js'

/** The number of writes on each engine and database whose connection must break. */
const BROKEN = Number(process.env['SOAK_BROKEN'] ?? 150)
const CLIENTS = 6
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
        const outcomes: (readonly [Write, Received | undefined])[] = []
        let broken = 0
        let started = 0
        let isEnding = false
        const left: Write[] = []
        const next = async (): Promise<Write | undefined> => {
          if (broken >= BROKEN) return undefined
          if (left.length === 0) {
            const kinds = Array.from({ length: 48 }, () => chance.of(KINDS))
            const first = started + 1
            started += kinds.length
            left.push(...(await prepareWrites(prisma, kinds, first)))
          }
          return left.shift() ?? next()
        }
        const client = async (): Promise<void> => {
          for (let write = await next(); write; write = await next()) {
            if (outcomes.length % ENDED_AFTER === ENDED_AFTER - 1 && !isEnding) {
              isEnding = true
              await store.endConnections(proxy.ports())
              isEnding = false
            }
            const received = await sendTo(server.url, write.request)
            outcomes.push([write, received])
            if (told(received) !== true || received.status >= 300) broken++
          }
        }
        await Promise.all(Array.from({ length: CLIENTS }, client))
        proxy.judge = undefined
        const last = await lastAnswer(server.url)
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

/** The pool may still contain connections that have ended, each of which fails one request. */
async function lastAnswer(url: string): Promise<number> {
  let status = 0
  for (let attempt = 0; attempt < 10 && status !== 200; attempt++) {
    status = (await sendTo(url, { method: 'GET', path: '/nodes?page[size]=1' })).status
  }
  return status
}

/** The statuses that a lost connection explains. */
const EXPECTED = new Set(['200', '201', '503 written: false', '503 written: unknown', '500 written: true'])
