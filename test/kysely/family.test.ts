import { Ref, type StoreStep } from '@jsonapi-gen/runtime/adapter'
import type { KyselyAdapter } from '@jsonapi-gen/kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

const posts = adapterResource('posts', 'Post')
const comments = adapterResource('comments', 'Comment')

describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'kysely/family (11.14): a record and its new children, on $name',
  (database) => {
    let store: OpenDatabase<BlogClient>
    let opened: { readonly adapter: KyselyAdapter; readonly close: () => Promise<void> }
    let authorId: number
    const sent: string[] = []
    beforeAll(async () => {
      store = await database.open()
      opened = kyselyAdapter(store, { log: ({ query }) => void sent.push(query.sql) })
      const author = await store.prisma.author.create({ data: { name: 'A', email: 'a@example.test' } })
      authorId = author.id
    })
    afterAll(async () => {
      await opened.close()
      await store.close()
    })
    beforeEach(async () => {
      opened.adapter.forgetTriggers()
      await opened.adapter.write([{ kind: 'sideEffects', resource: posts }])
      sent.length = 0
    })

    const family = (title: string, bodies: readonly string[], of = authorId): readonly StoreStep[] => [
      { kind: 'insert', resource: posts, rows: [{ title, body: 'text', authorId }] },
      {
        kind: 'insert',
        resource: comments,
        rows: bodies.map((body) => ({ body, authorId: of, postId: new Ref(0, 0, 'id') })),
      },
    ]
    const writes = (): readonly string[] => sent.filter((sql) => /\binsert into\b/i.test(sql))

    test('one statement inserts the record and its children, and returns them as a read would, in row order', async () => {
      const { adapter } = opened
      const results = await adapter.write(family('together', ['c', 'a', 'b']))
      const [[record = {}] = [], children = []] = results.map((result) =>
        result.kind === 'records' ? result.records : [],
      )
      expect(writes()).toHaveLength(1)
      const read = async (resource: typeof posts, column: string, value: unknown) =>
        (
          await adapter.read(
            adapter.narrow(
              adapter.all(resource),
              {
                kind: 'among',
                name: column,
                through: [],
                columns: [column],
                types: [{ kind: 'integer', list: false, nullable: false, values: [] }],
                keys: [[Number(value)]],
              },
              resource,
            ),
            'all',
            resource,
          )
        ).toSorted((one, other) => Number(Reflect.get(one, 'id')) - Number(Reflect.get(other, 'id')))
      expect([record]).toEqual(await read(posts, 'id', Reflect.get(record, 'id')))
      expect(children).toEqual(await read(comments, 'postId', Reflect.get(record, 'id')))
      expect(children.map((child) => Reflect.get(child, 'body'))).toEqual(['c', 'a', 'b'])
    })

    test.each(['Post', 'Comment'])(
      'with a trigger on %s, the record is inserted before its children, in a separate statement',
      async (table) => {
        await store.prisma.$executeRawUnsafe(
          `CREATE FUNCTION seen_${table}() RETURNS trigger AS $$ BEGIN RETURN NEW; END $$ LANGUAGE plpgsql`,
        )
        await store.prisma.$executeRawUnsafe(
          `CREATE TRIGGER seen BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION seen_${table}()`,
        )
        opened.adapter.forgetTriggers()
        const results = await opened.adapter.write(family('apart', ['d', 'e']))
        expect(writes()).toHaveLength(2)
        expect(results).toMatchObject([
          { records: [{ title: 'apart' }] },
          { records: [{ body: 'd' }, { body: 'e' }] },
        ])
        await store.prisma.$executeRawUnsafe(`DROP TRIGGER seen ON "${table}"`)
      },
    )

    test('inside a transaction that began before the triggers were known, the record and its children are inserted by separate statements', async () => {
      const { adapter } = opened
      adapter.forgetTriggers()
      const results = await adapter.transaction(() => adapter.write(family('unknown', ['f'])), {})
      expect(writes()).toHaveLength(2)
      expect(results).toMatchObject([{ records: [{ title: 'unknown' }] }, { records: [{ body: 'f' }] }])
    })

    test('if a child is rejected, nothing is inserted, and the error names its column', async () => {
      const { adapter } = opened
      const before = await store.prisma.post.count()
      const writing = adapter.write(family('rejected', ['g'], -1))
      const fault = await writing.then(
        () => undefined,
        (error: unknown) => adapter.faultOf(error, comments),
      )
      expect(fault).toMatchObject({ kind: 'foreignKey' })
      expect(await store.prisma.post.count()).toBe(before)
    })
  },
)
