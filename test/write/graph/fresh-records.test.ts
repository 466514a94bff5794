import { Controller, type ResourceClass, withoutPolicies } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../../support/databases.js'
import { isOtherEngine } from '../../support/engine.js'
import { ATOMIC_MEDIA_TYPE } from '../../operations/support/operate.js'
import { linkage, written } from '../support/documents.js'
import { plainBlog, watchedBlog } from '../support/plain.js'
import { type Served, serveWrites } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'
import { adapterResource } from '../../support/people.js'
import { narrowed } from '../../support/scopes.js'

const AUTHOR = { author: { data: { type: 'authors', id: '1' } } }

const TAGS = { data: [{ type: 'tags', id: '1' }] }

/** A post by author 1 with comments by author 2. */
const postWith = (count: number, relationships: object = AUTHOR) => {
  const ids = Array.from({ length: count }, (_, at) => `c${at}`)
  const comments = { data: ids.map((id) => ({ type: 'comments', 'temp-id': id, method: 'create' })) }
  return {
    data: {
      type: 'posts',
      attributes: { title: 'Fresh', body: 'Fresh' },
      relationships: { ...relationships, ...(count > 0 && { comments }) },
    },
    included: ids.map(comment),
  }
}

/** The events of queries that run one after another, sorted by the name of the query. */
const inPairs = (events: readonly string[]): readonly string[] =>
  events
    .flatMap((event, at) => (at % 2 === 0 ? [[event, events[at + 1] ?? '']] : []))
    .toSorted()
    .flat()

const comment = (id: string) => ({
  type: 'comments',
  'temp-id': id,
  attributes: { body: id },
  relationships: { author: { data: { type: 'authors', id: '2' } } },
})

describe.each(databases)(
  'write/fresh-records (11.9): records that are read back after a write, on $name',
  (database) => {
    const statements: string[] = []
    // On MariaDB, Prisma itself reads the new record, because its INSERT returns none.
    const readsItsOwn = database.name === 'mariadb' && !isOtherEngine()
    let blog: OpenDatabase<BlogClient>
    beforeAll(async () => {
      blog = await database.open({ seed: true, onQuery: (sql) => void statements.push(sql) })
    })
    afterAll(() => blog.close())

    /** The tables that are read after the last statement that writes. */
    const readBack = async (request: Promise<{ readonly status: number }>): Promise<readonly string[]> => {
      statements.splice(0)
      const { status } = await request
      expect(status).toBeLessThan(300)
      const asked = statements.flatMap((sql) => {
        const [, verb] = /^\s*(SELECT|INSERT|UPDATE|DELETE)/i.exec(sql) ?? []
        // The statement may read a column with `extract(epoch from …)`.
        const [, table] =
          /(?:(?<!epoch )FROM|INTO|UPDATE)\s+(?:[`"]?\w+[`"]?\.)?[`"](\w+)[`"]/i.exec(sql) ?? []
        return verb === undefined || sql.includes('set_config') ? [] : [`${verb.toUpperCase()} ${table}`]
      })
      const last = asked.findLastIndex((statement) => !statement.startsWith('SELECT'))
      // On MariaDB, an UPDATE returns no row, so the update itself reads the record.
      const own = readsItsOwn || (database.name === 'mariadb' && asked[last]?.startsWith('UPDATE'))
      return asked.slice(last + (own ? 2 : 1)).toSorted()
    }
    const served = (change: (resources: Record<string, ResourceClass>) => void = () => {}): Served => {
      const resources = plainBlog(blog.prisma)
      change(resources)
      return serveWrites(resources)
    }
    const returning = (...statement: readonly string[]): readonly string[] => (readsItsOwn ? [] : statement)

    test('a record that a statement has returned, or that the write has found, is not read back', async () => {
      const tag = { data: { type: 'tags', attributes: { name: 'fresh' } } }
      expect(await readBack(served().send('POST', '/tags', tag))).toEqual([])
      const renamed = { data: { type: 'tags', id: '1', attributes: { name: 'renamed' } } }
      expect(await readBack(served().send('PATCH', '/tags/1', renamed))).toEqual([])
      expect(await readBack(served().send('POST', '/posts', postWith(0)))).toEqual([])
    })

    test('Prisma itself reads a new record and its new children after all of them are written', async () => {
      for (const query of ['', '?include=author']) {
        expect(await readBack(served().send('POST', `/posts${query}`, postWith(10)))).toEqual(
          isOtherEngine() ? [] : ['SELECT Comment', ...returning('SELECT Post')],
        )
      }
    })

    test('a later statement on a different table does not make a record stale', async () => {
      const { data, included } = postWith(2, {
        ...AUTHOR,
        tags: { data: [{ type: 'tags', 'temp-id': 't', method: 'create' }] },
      })
      const tag = { type: 'tags', 'temp-id': 't', attributes: { name: 'late' } }
      const sent = served().send('POST', '/posts', { data, included: [...included, tag] })
      // Prisma reads the records that it connects.
      expect(await readBack(sent)).toEqual(isOtherEngine() || readsItsOwn ? [] : ['SELECT Tag'])
      expect(linkage(written(await sent).data, 'tags')).toHaveLength(1)
    })

    test('a scope of a relationship over a join hides records that the write has linked outside the scope', async () => {
      const resources = plainBlog(blog.prisma)
      resources['posts']?.hasAndBelongsToMany('tags', {
        resource: 'tags',
        foreignKey: { posts: 'id' },
        scope: () =>
          narrowed(prismaAdapter(blog.prisma).all(adapterResource('tags', 'Tag')), {
            name: { in: ['shown by the scope'] },
          }),
      })
      const names = ['shown by the scope', 'not in the scope']
      const created = names.map((name, at) => ({ type: 'tags', 'temp-id': `t${at}`, attributes: { name } }))
      const entries = created.map((one) => ({ type: 'tags', 'temp-id': one['temp-id'], method: 'create' }))
      const { data } = postWith(0, { ...AUTHOR, tags: { data: entries } })
      const answer = await serveWrites(resources).send('POST', '/posts', { data, included: created })
      const { included = [] } = written(answer)
      expect(linkage(written(answer).data, 'tags')).toHaveLength(1)
      expect(
        included.flatMap(({ type, attributes }) => (type === 'tags' ? attributes?.['name'] : [])),
      ).toEqual(['shown by the scope'])
    })

    test('records that one statement has changed together are read back, with a single query', async () => {
      const comments = { data: ['1', '2'].map((id) => ({ type: 'comments', id })) }
      const data = { type: 'authors', id: '3', relationships: { comments } }
      const read = await readBack(served().send('PATCH', '/authors/3', { data }))
      // On MariaDB, "readBack" leaves out the first read after an UPDATE.
      expect(read).toEqual(database.name === 'mariadb' ? [] : ['SELECT Comment'])
    })

    test('a link from a new record to existing ones does not count as a later statement', async () => {
      const tagged = postWith(2, { ...AUTHOR, tags: { data: [{ type: 'tags', id: '2' }] } })
      const read = await readBack(served().send('POST', '/posts', tagged))
      const counts = Object.fromEntries(
        ['Author', 'Comment', 'Post'].map((table) => [
          table,
          read.filter((statement) => statement === `SELECT ${table}`).length,
        ]),
      )
      // The create itself reads the post and its comments after all of them are written.
      const ownRead = isOtherEngine() ? 0 : 1
      expect(counts).toEqual({ Author: 0, Comment: ownRead, Post: readsItsOwn ? 0 : ownRead })
    })

    test('with `readBack: false`, a record is returned as its own statement returned it', async () => {
      const resources = watchedBlog(blog.prisma)
      resources['tags']?.readBack(false)
      const { send } = serveWrites(resources)
      const tag = { data: { type: 'tags', attributes: { name: 'as returned' } } }
      expect(await readBack(send('POST', '/tags', tag))).toEqual([])
    })

    test.each([
      [
        'at the same time',
        undefined,
        ['begin authors', 'begin comments', 'begin posts', 'end authors', 'end comments', 'end posts'],
      ],
      [
        'one after another with a concurrency of 1',
        { concurrency: 1 },
        ['begin authors', 'end authors', 'begin comments', 'end comments', 'begin posts', 'end posts'],
      ],
    ])('records of several resources are read back %s (9.4)', async (_, limits, expected) => {
      const events: string[] = []
      const { send } = serveWrites(watchedBlog(blog.prisma), {
        ...(limits && { limits }),
        traceQuery: async ({ resource }, ask) => {
          events.push(`begin ${resource}`)
          const result = await ask()
          events.push(`end ${resource}`)
          return result
        },
      })
      expect((await send('POST', '/posts', postWith(2))).status).toBe(201)
      const isTogether = limits === undefined
      // The order in which concurrent queries end is undefined.
      expect(isTogether ? events.toSorted() : inPairs(events)).toEqual(expected)
      expect(events.slice(0, 3).every((event) => event.startsWith('begin'))).toBe(isTogether)
    })

    test('records whose parent is hidden are not read back (9.3)', async () => {
      const read: string[] = []
      const resources = plainBlog(blog.prisma)
      const { authors, profiles } = resources
      if (!authors || !profiles) throw new Error('The blog has neither authors nor profiles.')
      profiles.readBack(true)
      const hiding = class extends authors {
        override baseScope(context?: object) {
          return narrowed(super.baseScope(context), { id: { lt: 4 } })
        }
      }
      const { send } = serveWrites(
        { ...resources, authors: hiding },
        {
          traceQuery: ({ resource, path }, ask) => {
            read.push(`${resource} ${path}`)
            return ask()
          },
        },
      )
      const author = { type: 'authors', 'temp-id': 'a', method: 'create' }
      const profile = { type: 'profiles', 'temp-id': 'p', method: 'create' }
      const { status, body } = await send('POST', '/posts', {
        data: { ...postWith(0).data, relationships: { author: { data: author } } },
        included: [
          {
            type: 'authors',
            'temp-id': 'a',
            attributes: { name: 'Hidden', email: 'hidden@example.com' },
            relationships: { profile: { data: profile } },
          },
          { type: 'profiles', 'temp-id': 'p', attributes: { website: 'https://example.com' } },
        ],
      })
      expect({ status, included: (body as { included?: unknown }).included, read }).toEqual({
        status: 201,
        included: [],
        read: ['authors author'],
      })
    })

    test('the results of operations are not read back', async () => {
      const { send } = serveWrites(plainBlog(blog.prisma), { operations: true })
      const operations = ['one', 'two', 'three'].map((name) => ({
        op: 'add',
        data: { type: 'tags', attributes: { name: `operation ${name}` } },
      }))
      const headers = { 'content-type': ATOMIC_MEDIA_TYPE, accept: ATOMIC_MEDIA_TYPE }
      const asked = send('POST', '/operations', { 'atomic:operations': operations }, headers)
      expect(await readBack(asked)).toEqual([])
      const names = operations.map(({ data: { attributes } }) => ({ data: { attributes } }))
      expect((await asked).body).toMatchObject({ 'atomic:results': names })
    })

    test('with `readBack: true`, a record is always read back', async () => {
      const { send } = served(({ tags }) => tags?.readBack(true))
      const tag = { data: { type: 'tags', attributes: { name: 'always' } } }
      expect(await readBack(send('POST', '/tags', tag))).toEqual(['SELECT Tag'])
    })

    test('records that hooks and overrides may have changed are read back', async () => {
      const everything = ['SELECT Author', 'SELECT Comment', 'SELECT Post']
      const hooked = serveWrites(watchedBlog(blog.prisma))
      expect(await readBack(hooked.send('POST', '/posts', postWith(3)))).toEqual(
        [...everything, 'SELECT Comment', ...returning('SELECT Post')].toSorted(),
      )
      const tag = { data: { type: 'tags', attributes: { name: 'watched' } } }
      expect(await readBack(hooked.send('POST', '/tags', tag))).toEqual(['SELECT Tag'])
      const overridden = plainBlog(blog.prisma)
      const { tags = fail() } = overridden
      overridden['tags'] = class extends tags {
        override create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
          return super.create({ ...parameters, name: 'overridden' }, parent)
        }
      }
      expect(await readBack(serveWrites(overridden).send('POST', '/tags', tag))).toEqual(['SELECT Tag'])
    })

    test('records that a filter hides or a scope narrows are read back after a write, like other records', async () => {
      const tag = { data: { type: 'tags', attributes: { name: 'hidden' } } }
      const changes: readonly ((resource: ResourceClass) => void)[] = [
        (resource) => resource.scopes({ read: (scope: unknown) => scope }),
        (resource) =>
          resource.allowFilter('id', {}, (scope: unknown, id) => narrowed(scope, { id: Number(id) })),
      ]
      for (const [at, change] of changes.entries()) {
        const { send } = served(({ tags = fail() }) => change(tags))
        const body = { data: { ...tag.data, attributes: { name: `hidden ${at}` } } }
        expect(await readBack(send('POST', '/tags', body))).toContain('SELECT Tag')
      }
    })

    test('a record with a scope is read back once, for what the request asks for and for what it names', async () => {
      const { send } = served(({ posts }) => posts?.scopes({ read: (scope: unknown) => scope }))
      const body = postWith(0, { tags: TAGS, ...AUTHOR })
      const named = await readBack(send('POST', '/posts', body))
      expect(await readBack(send('POST', '/posts?include=author', body))).toEqual(named)
    })

    test('changing the instance in a controller does not change the response to the write', async () => {
      class InMemory extends Controller {
        override async jsonapiCreate() {
          const response = await super.jsonapiCreate()
          Object.assign(response.object, { name: 'in memory' })
          return response
        }
      }
      const { send } = serveWrites(plainBlog(blog.prisma), { controller: InMemory })
      const tag = { data: { type: 'tags', attributes: { name: 'in the store' } } }
      expect(written(await send('POST', '/tags', tag)).data.attributes).toMatchObject({
        name: 'in the store',
      })
    })

    test('the response to a write includes later writes made in process or in a surrounding transaction', async () => {
      class InProcess extends Controller {
        override async jsonapiCreate() {
          const response = await super.jsonapiCreate()
          const id: unknown = Reflect.get(response.object, 'id')
          await withoutPolicies(() => this.jsonapiResource.update({ id, name: `in process ${String(id)}` }))
          return response
        }
      }
      const first = { data: { type: 'tags', attributes: { name: 'first' } } }
      const answer = await serveWrites(plainBlog(blog.prisma), { controller: InProcess }).send(
        'POST',
        '/tags',
        first,
      )
      const { data } = written(answer)
      expect(data.attributes).toMatchObject({ name: `in process ${data.id}` })

      class Around extends Controller {
        override jsonapiCreate() {
          return this.jsonapiResource.transaction(() => super.jsonapiCreate()) as ReturnType<
            Controller['jsonapiCreate']
          >
        }
      }
      const second = { data: { type: 'tags', attributes: { name: 'second' } } }
      const around = serveWrites(plainBlog(blog.prisma), { controller: Around })
      expect(await readBack(around.send('POST', '/tags', second))).toEqual(['SELECT Tag'])
    })
  },
)

function fail(): never {
  throw new Error('The blog has it.')
}
