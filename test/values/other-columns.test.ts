import { Resource } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test, vi } from 'vitest'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { databases } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { shortErrors } from '../write/support/documents.js'
import { serveWrites, type Served } from '../write/support/serve.js'

const UUID = '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55'

/**
 * Column types that the schema declares as String, with strings and the values that each engine returns for
 * them.
 */
const COLUMNS: Readonly<
  Record<string, Readonly<Record<string, readonly (readonly [sent: string, shown: string])[]>>>
> = {
  postgresql: {
    inet: [
      ['10.0.0.1', '10.0.0.1'],
      ['10.1.2.3/24', '10.1.2.3/24'],
      ['::1', '::1'],
    ],
    cidr: [
      ['10.0.0.0/8', '10.0.0.0/8'],
      ['10.0.0.1', '10.0.0.1/32'],
    ],
    'public.citext': [
      ['Abc ', 'Abc '],
      ['007', '007'],
    ],
    name: [['abc', 'abc']],
    uuid: [['3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55', '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55']],
    'numeric(6,2)': [['1.50', '1.50']],
    xml: [['<a/>', '<a/>']],
  },
  mariadb: {
    uuid: [['3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55', '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55']],
    inet6: [['::1', '::1']],
    inet4: [['10.0.0.1', '10.0.0.1']],
    time: [['10:00:00', '10:00:00']],
    'decimal(6,2)': [['1.50', '1.50']],
  },
  sqlite: {
    BLOB: [
      ['007', '007'],
      ['1e3', '1e3'],
    ],
    // SQLite treats STRING as a numeric type, and converts strings that look like numbers.
    STRING: [
      ['abc', 'abc'],
      ['007', '7'],
    ],
  },
}

/** Changes the column type of the nodes' names. */
const CHANGES = {
  postgresql: (type: string) => [
    ...(type === 'public.citext' ? ['create extension if not exists citext schema public'] : []),
    `alter table "Node" alter column name type ${type} using null`,
  ],
  mariadb: (type: string) => [`alter table Node modify name ${type}`],
  sqlite: (type: string) => [
    'alter table "Node" rename to "Former"',
    `create table "Node" (id integer primary key, name ${type} not null, position integer not null default 0, "parentId" integer)`,
  ],
}

describe.each(databases)(
  'values/other-columns (23.13): a String in the schema whose column has a different type, on $name',
  (database) => {
    test.each(Object.entries(COLUMNS[database.name] ?? {}))(
      'both engines return the same text for a String column whose database type is %s',
      async (type, texts) => {
        const opened = await database.openTypes()
        for (const sql of CHANGES[database.name](type)) await opened.prisma.$executeRawUnsafe(sql)
        const kysely = kyselyAdapter(opened)
        const engines = {
          prisma: served(informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma)))),
          kysely: served(kysely.adapter),
        }
        for (const [sent, shown] of texts) {
          for (const [writer, { send }] of Object.entries(engines)) {
            const made = await send('POST', '/nodes', { data: { type: 'nodes', attributes: { name: sent } } })
            const { id, attributes } = (made.body as { data: { id: string; attributes: object } }).data
            expect([writer, made.status, attributes]).toEqual([writer, 201, { name: shown }])
            for (const [reader, other] of Object.entries(engines)) {
              const { body } = await other.send('GET', `/nodes/${id}`)
              expect([writer, reader, body]).toMatchObject([
                writer,
                reader,
                { data: { attributes: { name: shown } } },
              ])
            }
          }
        }
        await kysely.close()
        await opened.close()
      },
    )
  },
)

/**
 * Column types that are not text, with a value of each, and the groups of queries that they do not support. All other
 * queries find the record.
 */
const LACKING: Readonly<
  Record<
    string,
    Readonly<Record<string, readonly [value: string, refused: readonly string[], type?: string]>>
  >
> = {
  postgresql: {
    inet: ['10.0.0.1', ['other', 'patterns']],
    cidr: ['10.0.0.0/8', ['other', 'patterns']],
    uuid: [UUID, ['other', 'patterns', 'maximum']],
    'numeric(6,2)': ['1.50', ['other', 'patterns']],
    money: ['$1.50', ['other', 'patterns']],
    bigint: ['5', ['other', 'patterns']],
    'bit(4)': ['1010', ['other', 'patterns', 'maximum']],
    varbit: ['101', ['other', 'patterns', 'maximum'], 'bit varying'],
    time: ['10:00:00', ['other', 'patterns'], 'time without time zone'],
    mood: ['sad', ['other', 'patterns']],
    'char(5)': ['ab   ', [], 'character(5)'],
    xml: ['<a/>', ['equal', 'other', 'patterns', 'sort', 'count', 'maximum']],
  },
  mariadb: {
    uuid: [UUID, []],
    inet6: ['::1', []],
    time: ['10:00:00', []],
    date: ['2026-01-01', []],
    'decimal(6,2)': ['1.50', []],
    'char(5)': ['ab', []],
    "enum('a','b')": ['a', []],
  },
  sqlite: { STRING: ['abc', []], INTEGER: ['abc', []], DATETIME: ['2026-01-01', []] },
}

/** Queries for `/nodes`. The response to each contains the record, or an error that names the parameter. */
const ASKED: Readonly<
  Record<string, (value: string) => readonly (readonly [query: string, parameter: string])[]>
> = {
  equal: (value) =>
    ['eq', 'not_eq'].map((operator) => [`filter[name][${operator}]=${encodeURIComponent(value)}`, 'filter']),
  other: () => [
    ['filter[name]=zz', 'filter'],
    ['filter[name][not_eq]=zz', 'filter'],
    ['filter[name]=a,zz', 'filter'],
  ],
  patterns: (value) =>
    ['prefix', 'suffix', 'contains', 'not_contains'].map((operator) => [
      `filter[name][${operator}]=${encodeURIComponent(value)}`,
      'filter',
    ]),
  sort: () => [['sort=-name', 'sort']],
  count: () => [['stats[name]=count', 'stats']],
  maximum: () => [['stats[name]=maximum,minimum', 'stats']],
}

describe.each(databases)(
  'values/other-columns (23.17): operations that a column of a different type does not support, on $name',
  (database) => {
    test.each(Object.entries(LACKING[database.name] ?? {}))(
      'both engines warn at the first use of %s, and return 400 for the same requests',
      async (type, [value, refused, listed = type]) => {
        const opened = await database.openTypes()
        if (type === 'mood') await opened.prisma.$executeRawUnsafe("create type mood as enum ('sad')")
        for (const sql of CHANGES[database.name](type)) await opened.prisma.$executeRawUnsafe(sql)
        const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
        const kysely = kyselyAdapter(opened)
        const engines = [
          served(informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma)))),
          served(kysely.adapter),
        ]
        const cure =
          database.name === 'sqlite'
            ? 'SQLite stores 007 as 7 in such columns. Change each column to TEXT, or its field to the type that npx prisma@7 db pull writes. Then run npx jsonapi-gen generate.'
            : 'Write the type of each column in the Prisma schema, as npx prisma@7 db pull does. Then run npx jsonapi-gen generate.'
        const warning = `The schema declares these columns as String, but the database has a different type: Node.name (${listed}). Requests that use them in filters, sorts or stats may fail, and some values may change. ${cure}`
        for (const { send } of engines) {
          warn.mockClear()
          await opened.prisma.node.deleteMany()
          const made = await send('POST', '/nodes', { data: { type: 'nodes', attributes: { name: value } } })
          expect([made.status, warn.mock.calls]).toEqual([201, [[warning]]])
          const outcomes: unknown[] = []
          const expected: unknown[] = []
          for (const [name, asked] of Object.entries(ASKED)) {
            for (const [query, parameter] of asked(value)) {
              const { status, body } = await send('GET', `/nodes?${query}`)
              const [error] = (body as { errors?: readonly { source: object }[] }).errors ?? []
              outcomes.push([query, status, error?.source])
              expected.push(refused.includes(name) ? [query, 400, { parameter }] : [query, 200, undefined])
            }
          }
          expect(outcomes).toEqual(expected)
          const bad = await send('POST', '/nodes', { data: { type: 'nodes', attributes: { name: 'x y' } } })
          expect(bad.status).toBe(refused.includes('other') && type !== 'xml' ? 422 : bad.status)
        }
        await kysely.close()
        await opened.close()
      },
    )
  },
)

describe.each(databases)(
  'values/other-columns (11.10): an id that nothing fills in, on $name',
  (database) => {
    test('on both engines, a POST that omits an id returns 422 if nothing fills it in, and the error names the id', async () => {
      const opened = await database.openTypes()
      const kysely = kyselyAdapter(opened)
      const adapters = [informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma))), kysely.adapter]
      for (const adapter of adapters) {
        const { send } = serveWrites({ documents: documentsOf(adapter) })
        const data = { type: 'documents', attributes: { folder: 'a', title: 'b' } }
        expect(shortErrors(await send('POST', '/documents', { data }))).toEqual(['422 /data id is required.'])
      }
      await kysely.close()
      await opened.close()
    })
  },
)

describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'values/other-columns (23.17): an id whose column is a uuid, on $name',
  (database) => {
    test('an id that is not a uuid returns 404 on both engines, and 422 for a new record', async () => {
      const opened = await database.openTypes()
      await opened.prisma.$executeRawUnsafe('alter table "Document" alter column slug type uuid using null')
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const kysely = kyselyAdapter(opened)
      const adapters = [informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma))), kysely.adapter]
      for (const adapter of adapters) {
        await opened.prisma.document.deleteMany()
        const { send } = serveWrites({ documents: documentsOf(adapter) })
        const data = (id: string, attributes: object): object => ({
          data: { type: 'documents', id, attributes },
        })
        const given = { folder: 'a', title: 'b' }
        const refused = await send('POST', '/documents', data('zz', given))
        expect([refused.status, refused.body]).toMatchObject([
          422,
          { errors: [{ source: { pointer: '/data/id' } }] },
        ])
        expect((await send('POST', '/documents', data(UUID, given))).status).toBe(201)
        const statuses: unknown[] = []
        for (const id of [UUID, 'zz']) {
          statuses.push((await send('GET', `/documents/${id}`)).status)
          statuses.push((await send('PATCH', `/documents/${id}`, data(id, { title: 'c' }))).status)
          statuses.push((await send('DELETE', `/documents/${id}`)).status)
        }
        expect(statuses).toEqual([200, 200, 204, 404, 404, 404])
        expect((await send('GET', '/documents?filter[id]=zz')).status).toBe(400)
      }
      await kysely.close()
      await opened.close()
    })
  },
)

function documentsOf(adapter: Adapter) {
  return class extends Resource {
    static {
      this.type('documents')
      this.model('Document')
      this.id('string', { column: 'slug', clientIds: 'allowed' })
      this.useAdapter(adapter)
      this.attribute('folder', 'string')
      this.attribute('title', 'string')
      this.allowFilter('id')
    }
  }
}

function served(adapter: Adapter): Served {
  class Nodes extends Resource {
    static {
      this.type('nodes')
      this.model('Node')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      this.allowFilter('name')
      this.allowStat({ name: ['count', 'maximum', 'minimum'] })
    }
  }
  return serveWrites({ nodes: Nodes })
}
