import { copyFile, rename, rm } from 'node:fs/promises'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BlogClient, createClient } from '../../support/clients.js'
import { sqlite } from '../../support/databases.js'
import { sqliteAdapter } from '../../support/stores.js'
import { recordedBlog } from '../support/recorded.js'
import { type Served, serveWrites } from '../support/serve.js'
import { timesOpen } from '../support/times-open.js'

describe('write/kept-connections (23.9): consecutive transactions on an SQLite file reuse the connection', () => {
  let prisma: BlogClient
  let url: string
  let served: Served
  let close: () => Promise<void>

  beforeEach(async () => {
    const database = await sqlite.open({ seed: true })
    url = database.url
    prisma = await createClient('blog', 'sqlite', sqliteAdapter(url))
    served = serveWrites(recordedBlog(prisma).resources)
    close = async () => {
      await prisma.$disconnect()
      await database.close()
    }
    await createTag('first')
  })
  afterEach(() => close())

  const tag = (name: string) => ({ data: { type: 'tags', attributes: { name } } })
  const createTag = async (name: string): Promise<number> =>
    (await served.send('POST', '/tags', tag(name))).status
  const failing = (name: string): Promise<unknown> =>
    prisma.$transaction(async (transaction) => {
      await transaction.tag.create({ data: { name } })
      throw new Error('No more of it')
    })
  const names = async (): Promise<readonly string[]> =>
    (await prisma.tag.findMany({ where: { name: { startsWith: 'kept' } }, orderBy: { name: 'asc' } })).map(
      ({ name }) => name,
    )

  const insert = (name: string) => ({
    sql: `INSERT INTO "Tag" ("name") VALUES ('${name}')`,
    args: [],
    argTypes: [],
  })

  /** Runs a script and then a query on a separate connection. */
  const elsewhere = async (script: string, sql: string): Promise<unknown> => {
    const other = await new PrismaLibSql({ url }).connect()
    await other.executeScript(script)
    const { rows } = await other.queryRaw({ sql, args: [], argTypes: [] })
    await other.dispose()
    return rows
  }

  test('a connection is reused after a commit, a rejection or a rollback by the application', async () => {
    const before = timesOpen(url)
    const outcomes = new Set<unknown>()
    for (let at = 0; at < 40; at++) {
      outcomes.add(await createTag(`kept ${at % 20}`))
      outcomes.add(await failing(`kept, and undone, ${at}`).catch(String))
      outcomes.add((await prisma.tag.update({ where: { name: 'first' }, data: { name: 'first' } })).name)
    }
    expect([...outcomes]).toEqual([201, 'Error: No more of it', 'first', 422])
    expect(await names()).toEqual(Array.from({ length: 20 }, (_, at) => `kept ${at}`).toSorted())
    expect(timesOpen(url) - before).toBeLessThanOrEqual(1)
  })

  test('a transaction does not see changes that an earlier one has undone, and its committed changes are visible to others', async () => {
    await failing('kept, and undone').catch(() => {})
    const seen = await prisma.$transaction((transaction) =>
      transaction.tag.count({ where: { name: 'kept, and undone' } }),
    )
    expect([seen, await createTag('kept'), await names()]).toEqual([0, 201, ['kept']])
    expect(await elsewhere('', `SELECT name FROM "Tag" WHERE name LIKE 'kept%'`)).toEqual([['kept']])
  })

  test('between two transactions, other programs can lock the file and change its tables', async () => {
    const script = `BEGIN EXCLUSIVE; ALTER TABLE "Tag" ADD COLUMN "colour" TEXT DEFAULT 'red'; COMMIT`
    expect(await elsewhere(script, 'SELECT 1')).toEqual([[1]])
    expect([await createTag('kept'), await names()]).toEqual([201, ['kept']])
    expect(await elsewhere('', `SELECT colour FROM "Tag" WHERE name = 'kept'`)).toEqual([['red']])
  })

  test('a connection is reused after the store itself has ended a transaction', async () => {
    await elsewhere(
      `CREATE TRIGGER ended BEFORE INSERT ON "Tag" WHEN NEW.name = 'bad' BEGIN SELECT RAISE(ROLLBACK, 'No'); END`,
      'SELECT 1',
    )
    const before = timesOpen(url)
    const bad = serveWrites(recordedBlog(prisma).resources, { answerErrors: true })
    const statuses = new Set<number>()
    for (let at = 0; at < 10; at++) statuses.add((await bad.send('POST', '/tags', tag('bad'))).status)
    expect([[...statuses], await createTag('kept'), await names()]).toEqual([[500], 201, ['kept']])
    expect(timesOpen(url) - before).toBeLessThanOrEqual(1)
  })

  test('statements that are sent after the store has ended a transaction are not committed individually', async () => {
    await elsewhere(
      `CREATE TRIGGER ended BEFORE INSERT ON "Tag" WHEN NEW.name = 'bad' BEGIN SELECT RAISE(ROLLBACK, 'No'); END`,
      'SELECT 1',
    )
    const connection = await sqliteAdapter(url).connect()
    const transaction = await connection.startTransaction()
    await transaction.executeRaw(insert('kept before'))
    const late = [
      transaction.executeRaw(insert('bad')),
      transaction.executeRaw(insert('kept behind')),
      transaction.commit(),
    ]
    const outcomes = (await Promise.allSettled(late)).map(({ status }) => status)
    const next = await connection.startTransaction()
    await next.executeRaw(insert('kept'))
    await next.commit()
    await connection.dispose()
    expect([outcomes, await names()]).toEqual([['rejected', 'rejected', 'rejected'], ['kept']])
  })

  test('late statements of a finished transaction do not affect the next transaction', async () => {
    const connection = await sqliteAdapter(url).connect()
    const over = await connection.startTransaction()
    await over.executeRaw(insert('kept, and undone'))
    await over.rollback()
    const next = await connection.startTransaction()
    await next.executeRaw(insert('kept'))
    const late = [over.executeRaw(insert('kept too late')), over.commit(), over.rollback()]
    const outcomes = (await Promise.allSettled(late)).map(({ status }) => status)
    await next.rollback()
    await connection.dispose()
    expect([outcomes, await names()]).toEqual([['rejected', 'rejected', 'fulfilled'], []])
  })

  test('if the database file is replaced, later writes go to the new file', async () => {
    const path = url.slice('file:'.length)
    await copyFile(path, `${path}-other`)
    expect(await createTag('kept before')).toBe(201)
    await rename(`${path}-other`, path)
    await Promise.all(['-wal', '-shm'].map((ending) => rm(path + ending, { force: true })))
    const statuses = [await createTag('kept'), await createTag('kept too')]
    const there = await elsewhere('', `SELECT name FROM "Tag" WHERE name LIKE 'kept%' ORDER BY name`)
    expect([statuses, there, await names()]).toEqual([
      [201, 201],
      [['kept'], ['kept too']],
      ['kept', 'kept too'],
    ])
  })

  test('an in-memory store keeps its tables after a transaction', async () => {
    const connection = await sqliteAdapter(':memory:').connect()
    await connection.executeScript('CREATE TABLE "Tag" ("name" TEXT)')
    const transaction = await connection.startTransaction()
    await transaction.executeRaw(insert('kept'))
    await transaction.commit()
    const { rows } = await connection.queryRaw({ sql: 'SELECT name FROM "Tag"', args: [], argTypes: [] })
    await connection.dispose()
    expect(rows).toEqual([['kept']])
  })

  test('transactions on the same file that begin at the same time take turns', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, at) => createTag(`kept ${at}`)))
    expect([new Set(statuses), (await names()).length]).toEqual([new Set([201]), 20])
  })
})
