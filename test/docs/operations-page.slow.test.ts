import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Resource } from '@jsonapi-gen/runtime'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { createClient, type BlogClient } from '../support/clients.js'
import { databases, type OpenDatabase, type TestDatabase } from '../support/databases.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import { blocksOf, withoutSemicolons } from './blocks.js'
import { prismaAdapter } from '../support/facts.js'

/**
 * The pool that docs/operations.md shows for a server, but with one connection and a fraction of each timeout:
 * by default a twentieth, because tests wait for it.
 */
function documentedPool(server: 'PostgreSQL' | 'MariaDB', part = 20): string {
  const pools = blocksOf('docs/operations.md', 'ts', 'Timeouts and pools')
  const code = pools.find(({ text }) => text.startsWith(`// ${server}`))?.text
  if (code === undefined) throw new Error(`docs/operations.md has no pool for ${server}.`)
  return (
    withoutSemicolons(code)
      .replace(/^\/\/ .*\n/, '')
      .replace(/\b(max|connectionLimit): 10\b/, '$1: 1')
      .replaceAll(/\b\d+_000\b/g, (time) => String(Number(time.replace('_', '')) / part))
      // These times are in seconds, and the lock timeout must be an integer.
      .replace(/(?<=max_statement_time: )\d+/, (time) => String(Number(time) / part))
      .replace(/(?<=innodb_lock_wait_timeout: )\d+/, (time) =>
        String(Math.max(1, Math.floor(Number(time) / part))),
      )
  )
}

const servers: readonly TestDatabase[] = databases.filter(({ name }) => name !== 'sqlite')
const SLEEP = { sqlite: '', postgresql: 'SELECT pg_sleep(20)', mariadb: 'SELECT SLEEP(20)' }
const TABLE_LOCKS = {
  sqlite: ['', ''],
  postgresql: ['LOCK TABLE "Tag" IN ACCESS EXCLUSIVE MODE', 'SELECT 1'],
  mariadb: ['LOCK TABLES `Tag` WRITE', 'UNLOCK TABLES'],
} as const

describe.each(servers)('docs/operations: the documented connection pool on $name', (database) => {
  let opened: OpenDatabase<BlogClient>
  let prisma: BlogClient
  let served: Served
  let sleeps = false
  beforeAll(async () => {
    opened = await database.open({ seed: true })
    prisma = await createClient('blog', database.name, adapterOf(opened))
    const adapter = prismaAdapter(prisma)
    class Tags extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.id('integer')
        this.useAdapter(adapter)
        this.attribute('name', 'string')
      }
      override async resolve(scope: unknown) {
        if (sleeps) await prisma.$queryRawUnsafe(SLEEP[database.name])
        return super.resolve(scope)
      }
    }
    served = serveWrites({ tags: Tags }, { answerErrors: true })
  })
  afterAll(async () => {
    await prisma.$disconnect()
    await opened.close()
  })

  /** The statuses of a read and a write. If `isAsleep` is true, both wait for a statement that sleeps. */
  async function answers(isAsleep: boolean): Promise<readonly number[]> {
    sleeps = isAsleep
    const data = { type: 'tags', id: '1', attributes: { name: 'Awake' } }
    const read = await served.send('GET', '/tags')
    const write = await served.send('PATCH', '/tags/1', { data })
    return [read.status, write.status]
  }

  test('a statement that runs for too long is terminated, and its connection returns to the documented pool', async () => {
    expect(await answers(true)).toEqual([503, 503])
    expect(await answers(false)).toEqual([200, 200])
  })

  test('a request that does not obtain a connection in time returns 503, and the next request obtains one', async () => {
    const asleep = prisma.$queryRawUnsafe(SLEEP[database.name]).catch((error: unknown) => error)
    expect((await served.send('GET', '/tags')).status).toBe(503)
    await asleep
    expect(await answers(false)).toEqual([200, 200])
  })

  test("a wait for another transaction's lock ends, and the connection returns to the pool", async () => {
    await opened.prisma.$transaction(
      async (other) => {
        await other.tag.update({ where: { id: 1 }, data: { name: 'Locked' } })
        const data = { type: 'tags', id: '1', attributes: { name: 'Awake' } }
        const { status } = await served.send('PATCH', '/tags/1', { data })
        expect(status).toBe(409)
      },
      { timeout: 20_000 },
    )
    expect(await answers(false)).toEqual([200, 200])
  })

  test('a read that waits for a table lock returns 503', async () => {
    sleeps = false
    const [lock, unlock] = TABLE_LOCKS[database.name]
    await opened.prisma.$transaction(
      async (other) => {
        await other.$executeRawUnsafe(lock)
        expect((await served.send('GET', '/tags')).status).toBe(503)
        await other.$executeRawUnsafe(unlock)
      },
      { timeout: 20_000 },
    )
    expect(await answers(false)).toEqual([200, 200])
  })
})

function adapterOf({ name, url }: OpenDatabase<BlogClient>): SqlDriverAdapterFactory {
  const { hostname: host, username: user, password, pathname, searchParams } = new URL(url)
  if (name === 'mariadb') {
    const make = new Function(
      'PrismaMariaDb, host, user, password, database',
      `return (${documentedPool('MariaDB')})`,
    )
    return make(PrismaMariaDb, host, user, password, pathname.slice(1)) as SqlDriverAdapterFactory
  }
  const schema = /search_path=(\w+)/.exec(searchParams.get('options') ?? '')?.[1] ?? 'public'
  class OfSchema extends PrismaPg {
    constructor(config: ConstructorParameters<typeof PrismaPg>[0]) {
      super(config, { schema })
    }
  }
  const make = new Function('PrismaPg, connectionString', `return (${documentedPool('PostgreSQL')})`)
  return make(OfSchema, url) as SqlDriverAdapterFactory
}

/**
 * A process with a pool of one connection, which runs a statement while a transaction waits for the
 * connection.
 */
const WORKER = (pool: string) => `
  const { readSync, writeSync } = require('node:fs')
  const { PrismaPg } = require('@prisma/adapter-pg')
  const connectionString = process.argv[1]
  const run = async () => {
    const store = await (${pool}).connect()
    const ask = (sql) => store.queryRaw({ sql, args: [], argTypes: [] })
    const settled = (promise) => promise.then(() => 'done', () => 'failed')
    const { rows } = await ask('SELECT pg_backend_pid()')
    const outcomes = [settled(ask('SELECT 1 AS answered')), settled(store.startTransaction())]
    await new Promise((resume) => process.nextTick(resume))
    // This blocks until the test has ended the backend, so the result and the end of the connection then arrive together.
    writeSync(1, String(rows[0][0]) + '\\n')
    readSync(0, Buffer.alloc(1))
    outcomes.push(settled(Promise.all(outcomes).then(() => ask('SELECT 2'))))
    writeSync(1, (await Promise.all(outcomes)).join(' ') + '\\n')
    await store.dispose()
  }
  run()`

describe.each(servers.filter(({ name }) => name === 'postgresql'))(
  'docs/operations: a backend on $name that ends while a transaction waits for its connection',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    beforeAll(async () => {
      opened = await database.open()
    })
    afterAll(() => opened.close())

    async function outcomeOf(pool: string): Promise<{ readonly code: unknown; readonly said: string }> {
      const child = spawn(process.execPath, ['-e', WORKER(pool), opened.url], { cwd: at('.') })
      const said: string[] = []
      child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
      const end = once(child, 'close')
      await once(child.stdout, 'data')
      const id = Number(said.join(''))
      const answered = `SELECT pid FROM pg_stat_activity WHERE pid = ${id} AND state = 'idle' AND query LIKE '%answered%'`
      while ((await opened.prisma.$queryRawUnsafe<unknown[]>(answered)).length === 0) {
        if (child.exitCode !== null) break
      }
      await opened.prisma.$queryRawUnsafe(`SELECT pg_terminate_backend(${id}, 5000)`)
      child.stdin.end('\n')
      const [code] = await end
      return { code, said: said.slice(1).join('') }
    }

    test('the process ends if the pool has no error handler', async () => {
      const { code, said } = await outcomeOf('new PrismaPg({ connectionString, max: 1 })')
      expect([code, said]).toEqual([1, expect.stringMatching(/Unhandled 'error' event[^]*57P01/)])
    })

    test('the process survives if the pool has an error handler, and the next statement uses a new connection', async () => {
      expect(await outcomeOf(documentedPool('PostgreSQL', 1))).toEqual({
        code: 0,
        said: expect.stringMatching(/^A connection to the database was lost\.[^]*\ndone failed done\n$/),
      })
    })
  },
)
