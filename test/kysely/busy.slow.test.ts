import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, sqlite, type TypesClient } from '../support/databases.js'
import { shortErrors } from '../write/support/documents.js'
import { type Served, serveWrites } from '../write/support/serve.js'
import { typesResources } from '../write/support/types.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

/** The statements by which another process takes the lock. */
const LOCKS = {
  'locks the file exclusively': ['BEGIN EXCLUSIVE'],
  'writes to the file': ['BEGIN IMMEDIATE'],
  'reads from the file': ['BEGIN', 'SELECT * FROM "Node"'],
} as const

type How = keyof typeof LOCKS

describe('kysely/busy (23.3): on SQLite, a lock that a second process holds', () => {
  let opened: OpenDatabase<TypesClient>
  let kysely: ReturnType<typeof kyselyAdapter>
  let served: Served
  beforeEach(async () => {
    opened = await sqlite.openTypes()
    kysely = kyselyAdapter(opened)
    served = serveWrites(typesResources(kysely.adapter))
    await create('first')
  })
  afterEach(async () => {
    await kysely.close()
    await opened.close()
  })

  const create = (name: string) =>
    served.send('POST', '/nodes', { data: { type: 'nodes', attributes: { name } } })

  /** Makes another process lock the file until `release` is called. */
  async function locked(how: How): Promise<{ release(): Promise<unknown> }> {
    const script = `
      const Database = require('libsql')
      const file = new Database(${JSON.stringify(opened.url.slice('file:'.length))})
      for (const sql of ${JSON.stringify(LOCKS[how])}) {
        const statement = file.prepare(sql)
        if (sql.startsWith('SELECT')) statement.all(); else statement.run()
      }
      console.log('locked')
      process.stdin.resume().once('end', () => { file.exec('COMMIT') })`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    return {
      release() {
        child.stdin.end()
        return once(child, 'close')
      },
    }
  }

  test.each(Object.keys(LOCKS) as How[])(
    'if another process %s, this process serves other requests, and the waiting requests succeed',
    async (how) => {
      const lock = await locked(how)
      const waited = { isDone: false }
      const waiting = Promise.all([create('ours'), served.send('GET', '/nodes/1')]).finally(() => {
        waited.isDone = true
      })
      // Each of these turns needs a timer, which would not fire in a blocked process.
      let turns = 0
      while (!waited.isDone && turns < 40) {
        await wait(5)
        expect((await served.send('GET', '/nosuch')).status).toBe(404)
        turns++
      }
      expect([waited.isDone, turns]).toEqual([false, 40])
      expect(await lock.release()).toEqual([0, null])
      expect((await waiting).map(({ status }) => status)).toEqual([201, 200])
      // The attempts have left no trace: this connection can commit, and others can lock the file.
      expect((await create('ours after it')).status).toBe(201)
      const next = await locked('locks the file exclusively')
      await next.release()
      expect(await opened.prisma.node.count()).toBe(3)
    },
  )

  test('a request that has waited about five seconds for a lock returns 503, writes no data and leaves no lock', async () => {
    const lock = await locked('locks the file exclusively')
    const began = Date.now()
    const [write, read] = await Promise.all([create('too late'), served.send('GET', '/nodes/1')])
    expect(Date.now() - began).toBeGreaterThan(4000)
    expect(Date.now() - began).toBeLessThan(20_000)
    expect([write, read].map(shortErrors)).toEqual([
      ['503 - The store cannot be reached or is too busy.'],
      ['503 - The store cannot be reached or is too busy.'],
    ])
    await lock.release()
    expect((await create('at last')).status).toBe(201)
    expect((await opened.prisma.node.findMany()).map(({ name }) => name)).toEqual(['first', 'at last'])
  })
})
