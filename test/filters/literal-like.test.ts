import { literalLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, useClient } from '../support/blog.js'
import { createClient, type BlogClient } from '../support/clients.js'
import { sqlite, type OpenDatabase } from '../support/databases.js'
import { sqliteAdapter } from '../support/stores.js'
import { idsOf } from '../support/read/answers.js'

describe('filters/literal-like (3.5): with literalLike, the wildcards of LIKE are also literal on SQLite', () => {
  let database: OpenDatabase<BlogClient>
  let prisma: BlogClient
  const queries: string[] = []
  beforeAll(async () => {
    database = await sqlite.open({ seed: true })
    const adapter = sqliteAdapter(database.url)
    prisma = await createClient('blog', 'sqlite', adapter, (sql) => queries.push(sql))
    useClient(prisma)
  })
  afterAll(async () => {
    await prisma.$disconnect()
    await database.close()
  })

  test.each([
    '%',
    '_',
    '\\',
    '100%',
    '_und',
    '\\s',
    '%%',
    '\\\\',
    '%_',
    '\\%',
    'k\\sl',
    'hello',
    '\u001B',
    '\u001B%',
  ])('the wildcards of LIKE are literal: %j', async (value) => {
    const titles = await prisma.post.findMany({ orderBy: { id: 'asc' }, select: { id: true, title: true } })
    const find = async (operator: string) =>
      idsOf(await get(`/posts?page[size]=100&filter[title][${operator}]=${encodeURIComponent(value)}`))
    const holds = (matches: (text: string) => boolean) =>
      titles.filter(({ title }) => matches(title.toLowerCase())).map(({ id }) => id)
    expect(await find('contains')).toEqual(holds((title) => title.includes(value)))
    expect(await find('prefix')).toEqual(holds((title) => title.startsWith(value)))
  })

  test('wildcards are literal in a suffix filter and inside a transaction', async () => {
    await prisma.$transaction(async (transaction) => {
      const ending = (endsWith: string) => transaction.post.findMany({ where: { title: { endsWith } } })
      // An application's own filter keeps its meaning: a backslash is literal, and a wildcard remains a
      // wildcard.
      expect((await ending(String.raw`back\slashes`)).map(({ id }) => id)).toEqual([8])
      expect((await ending(String.raw`back_slashes`)).map(({ id }) => id)).toEqual([8])
      expect(await ending('\u001B_slashes')).toEqual([])
    })
  })

  test("if a driver's statements do not share a connection, literalLike changes only the LIKE expression", async () => {
    const { url } = database
    const alone = async <Result>(use: (connection: SqlDriverAdapter) => Promise<Result>): Promise<Result> => {
      const connection = await new PrismaLibSql({ url }).connect()
      return use(connection).finally(() => connection.dispose())
    }
    // As over HTTP, each statement uses its own connection, and so does each transaction.
    const connected: SqlDriverAdapter = {
      provider: 'sqlite',
      adapterName: 'stateless',
      queryRaw: (query) => alone((each) => each.queryRaw(query)),
      executeRaw: (query) => alone((each) => each.executeRaw(query)),
      executeScript: (script) => alone((each) => each.executeScript(script)),
      startTransaction: async (level) => (await new PrismaLibSql({ url }).connect()).startTransaction(level),
      dispose: async () => {},
    }
    const factory = { provider: 'sqlite', adapterName: 'stateless', connect: async () => connected } as const
    const client = await createClient('blog', 'sqlite', literalLike(factory))
    const write = (name: string): Promise<object> =>
      client.$transaction(async (transaction) => transaction.tag.create({ data: { name } }))
    await write('100% of it')
    await write('100 of it')
    const found = await client.tag.findMany({ where: { name: { startsWith: '100\u001B%' } } })
    expect(found.map(({ name }) => name)).toEqual(['100% of it'])
    await client.tag.deleteMany({ where: { name: { endsWith: ' of it' } } })
    await client.$disconnect()
  })

  test('with literalLike, other SQL statements read, write and count the same as before', async () => {
    const { id } = await prisma.tag.create({ data: { name: "a LIKE (? || '%') in a value" } })
    expect(await prisma.tag.findUnique({ where: { id } })).toEqual({
      id,
      name: "a LIKE (? || '%') in a value",
    })
    await prisma.tag.delete({ where: { id } })
    expect(await prisma.tag.count()).toBe(20)
  })
})
