import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../support/clients.js'
import { sqlite } from '../../support/databases.js'
import { sqliteAdapter } from '../../support/stores.js'
import { shortErrors } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites, type Served } from '../support/serve.js'
import { timesOpen } from '../support/times-open.js'

/** The statements that another process runs in the file before it reports the lock. */
const LOCKS = {
  'writes to the file':
    'BEGIN IMMEDIATE; INSERT INTO "Tag" (name) VALUES (\'theirs-\' || hex(randomblob(8)))',
  'reads from the file': 'BEGIN; SELECT count(*) FROM "Tag"',
  'locks the file exclusively': 'BEGIN EXCLUSIVE',
} as const

type How = keyof typeof LOCKS

/** A blog in its own file, served as in an application. */
interface Blog {
  readonly url: string
  readonly served: Served
  createTag(name: string): ReturnType<Served['send']>
  countOfTags(name: string): Promise<number>
  countInTransaction(): Promise<number>
  close(): Promise<void>
}

async function openBlog(): Promise<Blog> {
  const database = await sqlite.open({ seed: true })
  const prisma = await createClient('blog', 'sqlite', sqliteAdapter(database.url))
  const served = serveWrites(recordedBlog(prisma).resources)
  await served.send('GET', '/posts/1')
  return {
    url: database.url,
    served,
    createTag: (name) => served.send('POST', '/tags', { data: { type: 'tags', attributes: { name } } }),
    countInTransaction: () => prisma.$transaction((transaction) => transaction.tag.count()),
    countOfTags: (name) => database.prisma.tag.count({ where: { name } }),
    async close() {
      await prisma.$disconnect()
      await database.close()
    },
  }
}

/** Makes another process lock the file. Resolves when the process has the lock, which it keeps until `release`. */
async function locked({ url }: Blog, how: How): Promise<{ release(): Promise<unknown> }> {
  const script = `
    const { createClient } = require('@libsql/client')
    const run = async () => {
      const transaction = createClient({ url: ${JSON.stringify(url)} })
      await transaction.executeMultiple('PRAGMA journal_mode')
      const Database = require('libsql')
      const file = new Database(${JSON.stringify(url.slice('file:'.length))})
      for (const sql of ${JSON.stringify(LOCKS[how])}.split('; ')) {
        const statement = file.prepare(sql)
        if (sql.startsWith('SELECT')) statement.all(); else statement.run()
      }
      console.log('locked')
      process.stdin.resume().once('end', () => { file.prepare('COMMIT').run() })
    }
    run()`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return {
    release() {
      child.stdin.end()
      return once(child, 'close')
    },
  }
}

/** The errors that the server reported, with the driver's messages. */
const causesOf = ({ reported }: Served): readonly string[] =>
  reported.map((error) => inspect(error, { depth: 5 }))

// Each test waits for seconds, so they run concurrently, each with its own file.
describe.concurrent('write/busy: on SQLite, a lock that a second process holds', () => {
  test.each(Object.keys(LOCKS) as How[])(
    'if another process %s for a second, reads and writes wait for the lock and succeed (23.3)',
    async (how) => {
      const blog = await openBlog()
      const lock = await locked(blog, how)
      const answers = Promise.all([blog.createTag('ours'), blog.served.send('GET', '/tags/1')])
      await wait(1000)
      await lock.release()
      expect((await answers).map(({ status }) => status)).toEqual([201, 200])
      const { status } = await blog.createTag('ours after it')
      expect([status, causesOf(blog.served)]).toEqual([201, []])
      expect([await blog.countOfTags('ours'), await blog.countOfTags('ours after it')]).toEqual([1, 1])
      await blog.close()
    },
  )

  test('a read that has waited for an exclusive lock leaves no lock behind (23.3)', async () => {
    const blog = await openBlog()
    const lock = await locked(blog, 'locks the file exclusively')
    const answer = blog.served.send('GET', '/tags/1')
    await wait(300)
    await lock.release()
    expect((await answer).status).toBe(200)
    // libSQL uses the connection of the read for the first transaction, and a different one for the second.
    const writes = [await blog.createTag('ours after it'), await blog.createTag('one more')]
    expect([...writes.map(({ status }) => status), causesOf(blog.served)]).toEqual([201, 201, []])
    await blog.close()
  })

  test('requests that wait for an exclusive lock open few files (23.3, 23.9)', async () => {
    const blog = await openBlog()
    const before = timesOpen(blog.url)
    const lock = await locked(blog, 'locks the file exclusively')
    const writes = Array.from({ length: 20 }, (_, at) => blog.createTag(`ours ${at}`))
    const reads = Array.from({ length: 5 }, () => blog.served.send('GET', '/tags/1'))
    await wait(1500)
    await lock.release()
    const statuses = (await Promise.all([...writes, ...reads])).map(({ status }) => status)
    expect([new Set(statuses), timesOpen(blog.url) - before < 20]).toEqual([new Set([201, 200]), true])
    await blog.close()
  })

  test('a transaction that only reads does not wait for a write lock, even after another request has encountered the lock (23.9)', async () => {
    const blog = await openBlog()
    const lock = await locked(blog, 'writes to the file')
    const answer = blog.createTag('ours')
    await wait(300)
    expect(await blog.countInTransaction()).toBeGreaterThan(0)
    await lock.release()
    expect((await answer).status).toBe(201)
    await blog.close()
  })

  test.each(Object.keys(LOCKS) as How[])(
    'if another process %s for a long time, a request returns 503 after about five seconds, writes no data and leaves no lock (23.3)',
    async (how) => {
      const blog = await openBlog()
      const lock = await locked(blog, how)
      const began = Date.now()
      const answer = await blog.createTag('too late')
      expect(Date.now() - began).toBeGreaterThan(4000)
      expect(Date.now() - began).toBeLessThan(10_000)
      expect([answer.status, shortErrors(answer)]).toEqual([
        503,
        ['503 - The store cannot be reached or is too busy.'],
      ])
      await lock.release()
      expect(await blog.countOfTags('too late')).toBe(0)
      expect((await blog.createTag('at last')).status).toBe(201)
      await blog.close()
    },
  )

  test('a transaction that has read but cannot get the write lock leaves no lock behind (23.3)', async () => {
    const blog = await openBlog()
    const connection = await sqliteAdapter(blog.url).connect()
    const lock = await locked(blog, 'writes to the file')
    const transaction = await connection.startTransaction()
    const plain = (sql: string) => ({ sql, args: [], argTypes: [] })
    await transaction.queryRaw(plain('SELECT count(*) FROM "Tag"'))
    await expect(
      transaction.executeRaw(plain(`INSERT INTO "Tag" (name) VALUES ('ours')`)),
    ).rejects.toMatchObject({ cause: { originalMessage: expect.stringContaining('SQLITE_BUSY') } })
    await transaction.rollback()
    // The other process exits successfully only if it can commit.
    expect(await lock.release()).toEqual([0, null])
    await connection.dispose()
    await blog.close()
  })

  test("after a write lock, a later transaction does not mistake its own lock for another process's lock (23.3)", async () => {
    const blog = await openBlog()
    const connection = await sqliteAdapter(blog.url).connect()
    const insert = (name: string) => ({
      sql: `INSERT INTO "Tag" (name) VALUES ('${name}')`,
      args: [],
      argTypes: [],
    })
    const lock = await locked(blog, 'writes to the file')
    const refused = await connection.startTransaction()
    await expect(refused.executeRaw(insert('refused'))).rejects.toMatchObject({
      cause: { originalMessage: expect.stringContaining('SQLITE_BUSY') },
    })
    await refused.rollback()
    await lock.release()
    const transaction = await connection.startTransaction()
    await transaction.executeRaw(insert('first of two'))
    await transaction.executeRaw(insert('second of two'))
    await transaction.commit()
    expect([await blog.countOfTags('first of two'), await blog.countOfTags('second of two')]).toEqual([1, 1])
    await connection.dispose()
    await blog.close()
  })
})
