import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { adapterResource } from '../../support/people.js'

/** PostgreSQL ends a transaction with its first error. */
describe.each(databases.filter(({ name }) => name !== 'postgresql'))(
  'write/caught-refusals (11.7): rejected writes that the application catches, on $name',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    beforeAll(async () => {
      opened = await database.open()
    })
    afterAll(() => opened.close())

    test('after a read and a first write that the database rejects, later writes in the transaction succeed', async () => {
      const adapter = prismaAdapter(opened.prisma)
      const tags = adapterResource('tags', 'Tag')
      const insert = async (name: string): Promise<string> => {
        const written = adapter.write([{ kind: 'insert', resource: tags, rows: [{ name }] }])
        return written.then(
          () => 'written',
          (error: unknown) => adapter.faultOf(error, tags).kind,
        )
      }
      await insert('taken')
      const outcomes = await adapter.transaction(async () => {
        await adapter.read(adapter.all(tags), 'all', tags)
        return [await insert('taken'), await insert('first'), await insert('second')]
      }, {})
      expect([outcomes, await opened.prisma.tag.count()]).toEqual([['unique', 'written', 'written'], 3])
    })
  },
)
