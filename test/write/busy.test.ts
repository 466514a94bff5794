import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type BlogClient } from '../support/clients.js'
import { sqlite, type OpenDatabase } from '../support/databases.js'
import { shortErrors } from './support/documents.js'
import { recordedBlog } from './support/recorded.js'
import { serveWrites, type Served } from './support/serve.js'

/** What another process does with the file before it says so, and then for a while. */
const LOCKS = {
  'writes to it': 'BEGIN IMMEDIATE; INSERT INTO "Tag" (name) VALUES (\'theirs-\' || hex(randomblob(8)))',
  'reads from it': 'BEGIN; SELECT count(*) FROM "Tag"',
  'has it for itself': 'BEGIN EXCLUSIVE',
} as const

describe('write/busy: a lock that a second process has on SQLite', () => {
  let database: OpenDatabase<BlogClient>
  let prisma: BlogClient
  let served: Served
  beforeAll(async () => {
    database = await sqlite.open({ seed: true })
    prisma = await createClient('blog', 'sqlite', new PrismaLibSql({ url: database.url }))
    const { resources } = recordedBlog(prisma)
    served = serveWrites(resources)
    await served.send('GET', '/posts/1')
  })
  afterAll(async () => {
    await prisma.$disconnect()
    await database.close()
  })

  /** Has another process lock the file for so many milliseconds; it has the lock when this resolves. */
  async function locked(
    how: keyof typeof LOCKS,
    milliseconds: number,
  ): Promise<{ readonly end: Promise<unknown> }> {
    const script = `
      const { createClient } = require('@libsql/client')
      const run = async () => {
        const transaction = createClient({ url: ${JSON.stringify(database.url)} })
        await transaction.executeMultiple('PRAGMA journal_mode')
        const Database = require('libsql')
        const file = new Database(${JSON.stringify(database.url.slice('file:'.length))})
        for (const sql of ${JSON.stringify(LOCKS[how])}.split('; ')) {
          const statement = file.prepare(sql)
          if (sql.startsWith('SELECT')) statement.all(); else statement.run()
        }
        console.log('locked')
        setTimeout(() => { file.prepare('COMMIT').run() }, ${milliseconds})
      }
      run()`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    return { end: once(child, 'close') }
  }

  const createTag = (name: string) =>
    served.send('POST', '/tags', { data: { type: 'tags', attributes: { name } } })

  test.each(Object.keys(LOCKS) as (keyof typeof LOCKS)[])(
    'that %s for a second: a write waits for it and is done, and so is a read (23.3)',
    async (how) => {
      const { end } = await locked(how, 1000)
      const [write, read] = await Promise.all([
        createTag(`ours while it ${how}`),
        served.send('GET', '/tags/1'),
      ])
      expect([write.status, read.status]).toEqual([201, 200])
      await end
      expect((await createTag(`ours after it ${how}`)).status).toBe(201)
      expect(await database.prisma.tag.count({ where: { name: { endsWith: `it ${how}` } } })).toBe(2)
    },
  )

  test.each(Object.keys(LOCKS) as (keyof typeof LOCKS)[])(
    'that %s for long: a 503 after some seconds, nothing is written, and no lock is left behind (23.3)',
    async (how) => {
      const { end } = await locked(how, 9000)
      const answer = await createTag(`too late while it ${how}`)
      expect([answer.status, shortErrors(answer)]).toEqual([
        503,
        ['503 - The store can not be reached now, or is too busy.'],
      ])
      await end
      expect(await database.prisma.tag.count({ where: { name: `too late while it ${how}` } })).toBe(0)
      expect((await createTag(`at last, after it ${how}`)).status).toBe(201)
    },
    20_000,
  )
})
