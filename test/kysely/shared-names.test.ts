import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { oneIn } from '../support/sample.js'
import {
  type AnyScope,
  type Builder,
  compared,
  type Narrowing,
  openSharedNames,
  type SharedNames,
  sharedNamesApi,
} from './support/shared-names.js'

const past = new Date('2020-01-01T00:00:00.000Z')

/** The scope of one tenant, in each form that an application can write. */
const FORMS: Readonly<Record<string, Narrowing>> = {
  'column values': (scope) => scope.where({ tenantId: 1 }),
  'a list of values': (scope) => scope.where({ tenantId: [1, 3], isOpen: [true, false, null] }),
  'the query builder': (scope) => scope.where((of: Builder) => of('tenantId', '=', 1)),
  'the query builder with the table name': (scope) =>
    scope.where((of: Builder) => of(`${scope.model}.tenantId`, 'in', [1, 3])),
  'the query builder with dates and booleans': (scope) =>
    scope.where((of: Builder) =>
      of.and([
        of('tenantId', '=', 1),
        of('startsAt', '>', past),
        of.or([of('isOpen', '=', true), of.not(of('isOpen', '=', true))]),
        of.not(of.between('startsAt', new Date(0), past)),
      ]),
    ),
  'functions and cases': (scope) =>
    scope.where((of: Builder) =>
      of(of.fn.coalesce('tenantId', 'rank'), '=', of.case().when('name', '=', '').then(2).else(1).end()),
    ),
  'hand-written SQL': (scope) => scope.where(() => sql`${sql.id('tenantId')} = ${1}`),
  'hand-written SQL with the table name': (scope) =>
    scope.where(() => sql`${sql.id(scope.model, 'tenantId')} = ${1} and ${sql.id('startsAt')} > ${past}`),
  'a subquery on the same table': (scope) =>
    scope.where((of: Builder) =>
      of('id', 'in', of.selectFrom(scope.model).select('id').where('tenantId', '=', 1)),
    ),
  'a subquery on the same table under an alias': (scope) =>
    scope.where((of: Builder) =>
      of.exists(
        of
          .selectFrom(`${scope.model} as own`)
          .select('own.id')
          .whereRef('own.id', '=', `${scope.model}.id`)
          .where('own.tenantId', '=', 1)
          .where('own.startsAt', '>', past),
      ),
    ),
  'a subquery on another table': (scope) =>
    scope.where((of: Builder) =>
      of.and([
        of('tenantId', '=', 1),
        of.exists(of.selectFrom('Shelf').select('Shelf.id').where('Shelf.tenantId', '=', 1)),
        of.not(of.exists(of.selectFrom('Tag').select('Tag.id').where('Tag.startsAt', '<', past))),
      ]),
    ),
  'several conditions': (scope) =>
    (scope.where({ tenantId: 1 }) as AnyScope).where(() => sql`${sql.id('tenantId')} < ${2}`),
}

/** Every path that joins tables. */
const READS = [
  '/boxes',
  '/boxes/2',
  '/boxes/1',
  '/boxes?sort=one.rank,id',
  '/boxes?sort=-one.startsAt,id&page[size]=3&page[number]=2',
  '/boxes?sort=two.one.rank,-id&page[size]=4&stats[total]=count&stats[rank]=sum',
  '/boxes?include=one,two,inner,links,tags,marks,notes',
  '/boxes?include=tags&page[tags][size]=1&page[size]=4',
  '/boxes?include=marks&page[marks][size]=1',
  '/boxes?include=notes,inner&page[notes][size]=1&page[inner][size]=1',
  '/boxes?include=tags.boxes.one,marks.boxes&page[size]=2',
  '/boxes?include=tags&filter[tags][name]=of%201,%202',
  '/boxes?filter[one.name]=of%201,%202',
  '/boxes?filter[one.name][not_eq]=of%201,%202&sort=one.rank,id',
  '/boxes?filter[one.cover.rank][gte]=1',
  '/boxes?filter[two.rank]=3',
  '/boxes?filter[tags.name][prefix]=of%201',
  '/boxes?filter[tags.name][not_prefix]=of%201',
  '/boxes?filter[marks.name]=of%202,%200',
  '/boxes?filter[marks.name]=of%201,%202',
  '/boxes?filter[own]=true&sort=one.rank,id',
  '/boxes?filter[one.rank][gte]=0&filter[two.one.rank][gte]=0',
  '/boxes?filter[inner.rank][gte]=0&filter[links.rank][gte]=0&sort=one.rank,id',
  '/boxes?filter[tags.rank][gte]=0&filter[marks.rank][gte]=0&sort=two.one.rank,id',
  '/boxes?filter[or][0][tags.rank][gte]=0&filter[or][1][one.rank][gte]=0&filter[isOpen]=false',
  '/boxes?filter[startsAt][gt]=2026-04-01T10:00:00Z&sort=-startsAt,id',
  '/boxes/6/one',
  '/boxes/4/two',
  '/boxes/2/inner?sort=one.rank,id',
  '/boxes/6/tags?sort=-rank&page[size]=1&stats[total]=count',
  '/boxes/6/tags?filter[boxes.rank][gte]=0',
  '/boxes/6/marks?page[size]=1&sort=rank',
  '/boxes/6/notes?include=about',
  '/boxes/6/links?sort=one.rank,id&include=two',
  '/boxes/6/relationships/tags',
  '/boxes/6/relationships/marks',
  '/boxes/6/relationships/one',
  '/shelves?include=boxes.tags,cover,notes&page[boxes][size]=1',
  '/shelves?filter[boxes.rank][gte]=0&filter[cover.rank][gte]=0',
  '/shelves?filter[boxes.tags.name][prefix]=of%201&stats[total]=count',
  '/shelves?filter[cover.name][prefix]=of%201',
  '/shelves/2/boxes?sort=two.one.rank,id&page[size]=2',
  '/tags?filter[boxes.one.name][prefix]=of%201&include=boxes',
  '/marks?filter[boxes.rank][gte]=0&include=boxes&page[boxes][size]=2',
  '/notes?include=about.one&sort=rank,id',
  '/links?sort=one.rank,id&include=one,two',
] as const

/** Lists that are also read after a cursor. */
const PAGED = [
  '/boxes?sort=rank,-id&page[size]=3',
  '/boxes?sort=-rank,startsAt,id&filter[tags.name][prefix]=of&include=tags&page[size]=3',
  '/boxes/2/inner?sort=rank,id&page[size]=2',
] as const

const JSON_API = 'application/vnd.api+json'
const CURSORS = `${JSON_API};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`

/** Requests that reach only hidden records, or none. */
const EMPTY = [
  'GET /boxes/1',
  'GET /boxes?filter[one.name]=of%201,%202',
  'GET /boxes?filter[two.rank]=3',
  'GET /boxes?filter[tags.name][not_prefix]=of%201',
  'GET /boxes?filter[marks.name]=of%202,%200',
  'GET /boxes?filter[marks.name]=of%201,%202',
  'GET /boxes?filter[one.rank][gte]=0&filter[two.one.rank][gte]=0',
  'GET /boxes/6/relationships/tags',
  'GET /boxes/6/relationships/marks',
  'GET /boxes/6/relationships/one',
]

const link = (type: string, ...ids: readonly number[]) => ({
  data: ids.map((id) => ({ type, id: String(id) })),
})

/** Writes to every kind of relationship, with the tenant's records and with hidden ones. */
const WRITES: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['PATCH', '/boxes/2', { data: { type: 'boxes', id: '2', attributes: { rank: 9 } } }],
  ['PATCH', '/boxes/1', { data: { type: 'boxes', id: '1', attributes: { rank: 9 } } }],
  ['POST', '/boxes/2/relationships/tags', link('tags', 2, 4)],
  ['POST', '/boxes/2/relationships/tags', link('tags', 1)],
  ['DELETE', '/boxes/4/relationships/tags', link('tags', 2, 4, 6)],
  ['PATCH', '/boxes/6/relationships/tags', link('tags', 2)],
  ['POST', '/boxes/2/relationships/marks', link('marks', 2, 6)],
  ['PATCH', '/boxes/4/relationships/marks', link('marks', 2, 4)],
  ['PATCH', '/boxes/4/relationships/marks', link('marks', 1)],
  ['PATCH', '/shelves/2/relationships/boxes', link('boxes', 2, 8)],
  ['PATCH', '/boxes/8/relationships/one', { data: { type: 'shelves', id: '4' } }],
  ['PATCH', '/boxes/8/relationships/one', { data: { type: 'shelves', id: '3' } }],
  [
    'POST',
    '/boxes?include=tags,marks,one',
    {
      data: {
        type: 'boxes',
        attributes: { name: 'nested', rank: 7 },
        relationships: {
          one: { data: { type: 'shelves', id: '2' } },
          tags: {
            data: [
              { type: 'tags', lid: 't' },
              { type: 'tags', id: '2' },
            ],
          },
          marks: { data: [{ type: 'marks', id: '4' }] },
        },
      },
      included: [{ type: 'tags', lid: 't', attributes: { name: 'made' } }],
    },
  ],
  [
    'PATCH',
    '/shelves/4',
    {
      data: {
        type: 'shelves',
        id: '4',
        relationships: { boxes: { data: [{ type: 'boxes', id: '12', method: 'update' }] } },
      },
      included: [{ type: 'boxes', id: '12', attributes: { name: 'renamed' } }],
    },
  ],
  ['DELETE', '/notes/2'],
  ['DELETE', '/notes/3'],
  ['DELETE', '/links/2'],
]

describe.each(inject('databases'))(
  'kysely/shared-names (14.10): on $name, every table has the columns of all other tables',
  (database) => {
    let tables: SharedNames
    beforeAll(async () => {
      tables = await openSharedNames(database)
    })
    afterAll(() => tables.close())

    /** All responses, the number of statements for the reads, and the rows at the end. */
    const told = async (narrowing: Narrowing) => {
      await tables.reset()
      const { api, errors } = sharedNamesApi(tables, narrowing)
      const send = (method: string, path: string, body?: object, accept?: string) =>
        api.fetch(
          new Request(`http://test.example${path}`, {
            method,
            headers: { 'content-type': JSON_API, accept: accept ?? JSON_API },
            ...(body && { body: JSON.stringify(body) }),
          }),
        )
      const ask = async (method: string, path: string, body?: object) => {
        const response = await send(method, path, body)
        // A reset does not restart the server's key counters, so new keys and times are replaced.
        return `${method} ${path}: ${response.status} ${(await response.text()).replaceAll(/\b1\d{3}\b|2026-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!000)\d*Z/g, 'n')}`
      }
      /** The records after the second one. */
      const askAfter = async (path: string) => {
        const text = await (await send('GET', path, undefined, CURSORS)).text()
        const [, after] = [...text.matchAll(/"cursor":"([^"]+)"/g)].map(([, cursor]) => cursor)
        expect(after, text).toBeDefined()
        return ask('GET', `${path}&page[after]=${after}`)
      }
      const answers: string[] = []
      // On first use, an adapter queries the types of columns.
      await ask('GET', READS[0] ?? '')
      tables.statements.length = 0
      for (const path of READS) answers.push(await ask('GET', path))
      for (const path of PAGED) answers.push(await askAfter(path))
      const statements = tables.statements.length
      for (const write of WRITES) answers.push(await ask(...write))
      expect(errors).toEqual([])
      return { answers, statements, contents: await tables.contents() }
    }

    let expected: Awaited<ReturnType<typeof told>>
    test('with policies whose conditions the adapter writes, every path finds records, but only records of one tenant', async () => {
      expected = await told(compared(tables))
      const all = expected.answers.slice(0, READS.length).join('\n')
      expect(all.match(/"name":"of 2/g)).toBeNull()
      const empty = expected.answers
        .slice(0, READS.length)
        .filter((answer) => !answer.includes('"name":"of 1'))
      expect(empty.map((answer) => answer.split(': ')[0])).toEqual(EMPTY)
      expect(expected.answers.filter((answer) => / 5\d\d | 40[05] /.test(answer.slice(0, 120)))).toEqual([])
    })

    test.each(oneIn(3, Object.entries(FORMS)))(
      'on every path with a join, narrowing with %s returns the same result as a condition that the adapter writes, with the same number of statements',
      async (_form, narrowing) => {
        const given = await told(narrowing)
        expect(given.answers).toEqual(expected.answers)
        expect(given.contents).toEqual(expected.contents)
        expect(given.statements).toBe(expected.statements)
      },
    )
  },
)
