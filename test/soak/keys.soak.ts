import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dice, SEED } from '../support/dice.js'
import { openProxy, type Proxy } from '../support/proxy.js'
import {
  buildServers,
  ENGINES,
  type Received,
  sendTo,
  type ServerProcess,
  type Servers,
} from './support/servers.js'
import { openOwn, ownStores, type OwnStore } from './support/stores.js'
import { countOf, prepareWrites, untrueOf, type Write } from './support/writes.js'

/** The number of writes on each engine and database. */
const WRITES = Number(process.env['SOAK_KEYS'] ?? 340)
const CLIENTS = 5
const SERVERS = 2
/** The number of responses after which a server is killed. */
const KILL_AFTER = 40

describe.each(ownStores)(
  'soak/keys (30.1): nested writes with keys on %s, with broken connections and killed servers',
  (name) => {
    let store: OwnStore
    let built: Servers
    let beforeStore: Proxy | undefined
    const chance = dice(SEED)
    beforeAll(async () => {
      store = await openOwn[name]()
      built = await buildServers(store)
      beforeStore = name === 'sqlite' ? undefined : await openProxy(store.url)
    }, 120_000)
    afterAll(async () => {
      await beforeStore?.close()
      await built.remove()
      await store.close()
    })

    test.each(ENGINES)(
      `${WRITES} writes from seed ${SEED} each happen exactly once, and none is partial, on %s`,
      async (engine) => {
        const { prisma } = store
        await prisma.node.deleteMany()
        await prisma.idempotencyKey.deleteMany()
        const kinds = Array.from({ length: WRITES }, () =>
          chance.of(['tree', 'nested', 'operations'] as const),
        )
        const writes = await prepareWrites(prisma, kinds, 1)
        const url = beforeStore?.url ?? store.url
        const servers: ServerProcess[] = []
        while (servers.length < SERVERS) servers.push(await built.start(engine, { url }))
        const proxies = await Promise.all(servers.map((server) => openProxy(server.url)))
        const seen = { cut: 0, killed: 0, repeated: 0 }
        for (const proxy of proxies) {
          proxy.judge = (packet) => {
            const drawn = /^(?:POST|PATCH) /.test(packet) ? chance.below(8) : 7
            if (drawn < 2) seen.cut++
            return drawn === 0 ? 'cut before' : drawn === 1 ? 'cut after' : 'pass'
          }
        }
        if (beforeStore) {
          beforeStore.judge = () => (['cut before', 'cut after'] as const)[chance.below(600)] ?? 'pass'
        }
        const outcomes: (readonly [Write, Received])[] = []
        const others: Received[] = []
        let isKilling = false
        const kills: Promise<void>[] = []
        const kill = async (): Promise<void> => {
          if (isKilling) return
          isKilling = true
          const which = chance.below(SERVERS)
          await wait(chance.below(20))
          const port = servers[which]?.port ?? 0
          await servers[which]?.kill()
          seen.killed++
          servers[which] = await built.start(engine, { url, port })
          isKilling = false
        }
        const writeOne = async (write: Write): Promise<void> => {
          const headers = { ...write.request.headers, 'idempotency-key': write.mark }
          for (let attempt = 0; ; attempt++) {
            if (attempt > 4000) throw new Error(`"${write.mark}" has no response.`)
            if (attempt > 0) seen.repeated++
            try {
              const received = await sendTo(chance.of(proxies).url, { ...write.request, headers })
              if (received.status < 300) {
                outcomes.push([write, received])
                if (outcomes.length % KILL_AFTER === 0) kills.push(kill())
                return
              }
              others.push(received)
            } catch {
              // The connection was cut, or the server was killed.
            }
            await wait(10 + chance.below(40))
          }
        }
        const left = [...writes]
        const client = async (): Promise<void> => {
          for (let write = left.shift(); write; write = left.shift()) await writeOne(write)
        }
        await Promise.all(Array.from({ length: CLIENTS }, client))
        await Promise.all(kills)
        if (beforeStore) beforeStore.judge = undefined
        for (const proxy of proxies) await proxy.close()
        for (const server of servers) await server.kill()
        const counts = countOf(others)
        process.stdout.write(
          `${name} ${engine}: ${outcomes.length} writes, ${JSON.stringify({ ...seen, ...counts })}\n`,
        )
        expect(await untrueOf(prisma, outcomes)).toEqual([])
        expect(await wrongIds(outcomes)).toEqual([])
        expect(await prisma.idempotencyKey.count()).toBe(WRITES)
        expect((await store.transactions()).filter((marks) => marks.length > 1)).toEqual([])
        expect(Object.keys(counts).filter((count) => !EXPECTED.has(count))).toEqual([])
        expect(seen.killed).toBeGreaterThan(0)
        expect([seen.cut > WRITES / 10, seen.repeated > WRITES / 10]).toEqual([true, true])
      },
      3_600_000,
    )

    /** The writes whose response contains the id of a record that they have not written. */
    async function wrongIds(
      outcomes: readonly (readonly [Write, Received])[],
    ): Promise<readonly (readonly [string, string])[]> {
      const rows = await store.prisma.node.findMany({ where: { name: { endsWith: ' root new' } } })
      const ids = new Map(rows.map((row) => [row.name, String(row.id)]))
      return outcomes.flatMap(([{ mark }, { body }]) => {
        const { data, 'atomic:results': results } = body as {
          data?: { id: string }
          'atomic:results'?: readonly { data?: { id: string } }[]
        }
        const id = data?.id ?? results?.[0]?.data?.id ?? ''
        return ids.get(`${mark} root new`) === id ? [] : [[mark, id] as const]
      })
    }
  },
)

/** What a request may receive while another one has its key, or while connections break. */
const EXPECTED = new Set([
  '409 written: false',
  '502 written: false',
  '503 written: false',
  '503 written: unknown',
  '500 written: true',
])
