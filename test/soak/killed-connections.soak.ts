import { describe, expect, test } from 'vitest'
import { dice, SEED } from '../support/dice.js'
import { behindProxy, CORRECT, remoteStores, verdictOn } from './support/behind-proxy.js'
import { writeUntil } from './support/clients.js'
import { ENGINES, sendTo } from './support/servers.js'

/** The number of writes on each engine and database whose connection must break. */
const BROKEN = Number(process.env['SOAK_BROKEN'] ?? 150)
/** The number of writes after which the administrator ends all connections. */
const ENDED_AFTER = 24

describe.each(remoteStores)(
  'soak/killed-connections (14.6, 23.15): connections to %s that break during nested writes',
  (name) => {
    const opened = behindProxy(name)
    const chance = dice(SEED)

    test.each(ENGINES)(
      `no write is partial, each response is correct, and on PostgreSQL none runs in the transaction of another, on %s from seed ${SEED}`,
      async (engine) => {
        const { store, built, proxy } = opened()
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
        const verdict = await verdictOn(`${name} ${engine}`, outcomes, { store, server, least: BROKEN / 4 })
        expect(verdict).toEqual(CORRECT)
      },
      3_600_000,
    )
  },
)
