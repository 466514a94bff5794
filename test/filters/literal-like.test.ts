import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, useClient } from '../support/blog.js'
import { createClient, type BlogClient } from '../support/clients.js'
import { sqlite, type OpenDatabase } from '../support/databases.js'
import { sqliteAdapter } from '../support/stores.js'
import { idsOf } from '../support/read/answers.js'

describe('filters/literal-like (3.5): with literalLike, the wildcards of LIKE are literal on SQLite too', () => {
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
  ])('%j', async (value) => {
    const titles = await prisma.post.findMany({ orderBy: { id: 'asc' }, select: { id: true, title: true } })
    const find = async (operator: string) =>
      idsOf(await get(`/posts?page[size]=100&filter[title][${operator}]=${encodeURIComponent(value)}`))
    const holds = (matches: (text: string) => boolean) =>
      titles.filter(({ title }) => matches(title.toLowerCase())).map(({ id }) => id)
    expect(await find('contains')).toEqual(holds((title) => title.includes(value)))
    expect(await find('prefix')).toEqual(holds((title) => title.startsWith(value)))
  })

  test('a suffix too, and inside of a transaction', async () => {
    await prisma.$transaction(async (transaction) => {
      const ending = (endsWith: string) => transaction.post.findMany({ where: { title: { endsWith } } })
      // A filter of the application's own means what it did: a backslash is one, and a wildcard stays a wildcard.
      expect((await ending(String.raw`back\slashes`)).map(({ id }) => id)).toEqual([8])
      expect((await ending(String.raw`back_slashes`)).map(({ id }) => id)).toEqual([8])
      expect(await ending('\u001B_slashes')).toEqual([])
    })
  })

  test('nothing else of the SQL changes: what it reads, writes and counts is the same', async () => {
    const { id } = await prisma.tag.create({ data: { name: "a LIKE (? || '%') in a value" } })
    expect(await prisma.tag.findUnique({ where: { id } })).toEqual({
      id,
      name: "a LIKE (? || '%') in a value",
    })
    await prisma.tag.delete({ where: { id } })
    expect(await prisma.tag.count()).toBe(20)
  })
})
