import { describe, expect, test } from 'vitest'
import { databases } from './databases.js'

const CHANGES = {
  sqlite: [],
  postgresql: [
    'ALTER TABLE "Tag" ADD COLUMN more TEXT',
    'ALTER TABLE "Tag" ALTER name DROP NOT NULL',
    `ALTER TABLE "Tag" ADD CONSTRAINT rule CHECK (name <> 'bad')`,
    'ALTER TABLE "Post" DROP CONSTRAINT "Post_authorId_fkey"',
    'CREATE INDEX more ON "Tag" (name)',
    'CREATE TABLE more (id INTEGER)',
    `CREATE FUNCTION more() RETURNS INTEGER LANGUAGE sql AS 'SELECT 1'`,
    'CREATE RULE more AS ON DELETE TO "Tag" DO INSTEAD NOTHING',
    'CREATE TRIGGER more BEFORE UPDATE ON "Tag" FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  ],
  mariadb: [
    'ALTER TABLE Tag ADD COLUMN more TEXT',
    'ALTER TABLE Tag MODIFY name VARCHAR(191) NULL',
    `ALTER TABLE Tag ADD CONSTRAINT rule CHECK (name <> 'bad')`,
    'ALTER TABLE Post DROP FOREIGN KEY Post_authorId_fkey',
    'CREATE INDEX more ON Tag (name)',
    'CREATE TABLE more (id INTEGER)',
    'CREATE TRIGGER more BEFORE UPDATE ON Tag FOR EACH ROW SET @more = 1',
  ],
} as const

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'support/reused-stores: stores that are reused, on $name',
  (database) => {
    test('a store that was closed is reopened without rows, and its ids start again from the beginning', async () => {
      const first = await database.open({ seed: true })
      await first.prisma.tag.create({ data: { name: 'more' } })
      await first.close()
      const second = await database.open()
      const { author, attachment, comment, post, profile, tag } = second.prisma
      expect([
        second.url,
        await Promise.all([author, attachment, comment, post, profile, tag].map((model) => countOf(model))),
        await tag.create({ data: { name: 'the first one' }, select: { id: true } }),
      ]).toEqual([first.url, [0, 0, 0, 0, 0, 0], { id: 1 }])
      await second.close()
      const third = await database.open({ seed: true })
      expect([third.url, await third.prisma.tag.count()]).toEqual([first.url, 20])
      await third.close()
    })

    test('a store that was closed twice is reopened only once', async () => {
      const first = await database.open()
      await first.close()
      await first.close()
      const next = await Promise.all([database.open(), database.open()])
      expect(new Set(next.map(({ url }) => url)).size).toBe(2)
      for (const each of next) await each.close()
    })

    test.each(CHANGES[database.name])('a store is not reopened after %s', async (statement) => {
      const changed = await database.open()
      await changed.prisma.$executeRawUnsafe(statement)
      await changed.close()
      const next = await database.open()
      expect(next.url).not.toBe(changed.url)
      await next.close()
    })
  },
)

const countOf = (model: { count(): Promise<number> }): Promise<number> => model.count()
