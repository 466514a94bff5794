import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { dice, SEED } from '../support/dice.js'
import { behindProxy, CORRECT, remoteStores, verdictOn } from './support/behind-proxy.js'
import { lastStatus, writeUntil } from './support/clients.js'
import { ENGINES } from './support/servers.js'

/** The number of writes on each engine and database that must exceed their time limit. */
const LATE = Number(process.env['SOAK_LATE'] ?? 300)
/** The time limit for a request, and the time after which held statements go on to the server, in milliseconds. */
const TIME = 300
const HELD = 450

describe.each(remoteStores)(
  'soak/timeouts (17.4, 23.15): nested writes that exceed their time limit while %s does not respond',
  (name) => {
    const opened = behindProxy(name)
    const chance = dice(SEED)

    test.each(ENGINES)(
      `no write is partial, each response is correct, and on PostgreSQL none runs in the transaction of another, on %s from seed ${SEED}`,
      async (engine) => {
        const { store, built, proxy } = opened()
        const server = await built.start(engine, { url: proxy.url, time: TIME })
        // The first request of a process loads code and asks the database for its triggers, which may take too long.
        await lastStatus(server)
        proxy.judge = () => {
          if (chance.below(120) > 0) return 'pass'
          void wait(HELD).then(() => proxy.release())
          return 'hold'
        }
        const outcomes = await writeUntil({ store, server, chance, failing: LATE })
        proxy.judge = undefined
        await wait(2 * HELD)
        proxy.release()
        const verdict = await verdictOn(`${name} ${engine}`, outcomes, { store, server, least: LATE / 4 })
        expect(verdict).toEqual(CORRECT)
      },
      3_600_000,
    )
  },
)
