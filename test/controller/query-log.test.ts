import type { QueryLogNode } from '../../runtime/src/shape/query-log.js'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { informed } from '../support/facts.js'
import { isOtherEngine } from '../support/engine.js'

interface Read {
  readonly queries?: QueryLogNode
}

/** The in-process reads of a class whose shape is unknown. */
const reading = (resource: ResourceClass) =>
  resource as unknown as { all(query: object): Promise<Read>; find(id: string, query: object): Promise<Read> }

/** The tree without its milliseconds, which differ between runs. */
const shapeOf = ({ path, queries, includes }: QueryLogNode): unknown => ({
  path,
  queries: queries.map(({ resource, operation, rows, milliseconds }) => [
    resource,
    operation,
    rows,
    milliseconds >= 0 && Number.isFinite(milliseconds),
  ]),
  includes: includes.map(shapeOf),
})

/** The reads of a tree, from the top down. */
const readsOf = ({ path, queries, includes }: QueryLogNode): readonly unknown[] => [
  ...queries.map(({ operation, read }) => [path, operation, read]),
  ...includes.flatMap(readsOf),
]

describe.each(databases)('controller/query-log: the query log on $name', (database) => {
  const people = seededPeople(database)

  const TREE = {
    path: '',
    queries: [
      ['users', 'resolve', 3, true],
      ['users', 'stats', 1, true],
    ],
    includes: [
      {
        path: 'memberships',
        queries: [
          ['memberships', 'keys', 3, true],
          ['memberships', 'resolve', 2, true],
        ],
        includes: [],
      },
      {
        path: 'teams',
        queries: [['teams', 'resolve', 2, true]],
        includes: [{ path: 'teams.users', queries: [['users', 'resolve', 2, true]], includes: [] }],
      },
    ],
  }

  test('in process, `queries: true` returns the tree of executed queries', async () => {
    const { queries } = await reading(people.resources.users).all({
      include: ['teams.users', 'memberships'],
      page: { memberships: { size: 1 } },
      stats: { total: 'count' },
      queries: true,
    })
    if (!queries) throw new Error('There is no log.')
    expect(shapeOf(queries)).toEqual(TREE)
    expect(queries.queries[0]?.arguments).toMatchObject(
      isOtherEngine()
        ? { sql: expect.stringMatching(/ order by .*id. asc limit /), parameters: expect.anything() }
        : { orderBy: [{ id: 'asc' }], skip: 0, take: 21 },
    )
    const one = await reading(people.resources.users).find('1', { queries: true })
    expect(one.queries && shapeOf(one.queries)).toEqual({
      path: '',
      queries: [['users', 'resolve', 1, true]],
      includes: [],
    })
  })

  test('each query in the query log names the read that it belongs to', async () => {
    const { queries } = await reading(people.resources.users).all({
      include: ['teams.users', 'memberships'],
      filter: { id: { not_eq: 9 } },
      sort: '-name',
      page: { size: 5, memberships: { size: 1 } },
      stats: { total: 'count' },
      queries: true,
    })
    const byId = { sort: ['id'] }
    const ofMemberships = { base: 'users.memberships', ...byId }
    expect(queries && readsOf(queries)).toEqual([
      [
        '',
        'resolve',
        { base: 'scope', filters: ['id'], sort: ['-name', 'id'], page: { number: 1, size: 5 } },
      ],
      ['', 'stats', { base: 'scope', filters: ['id'] }],
      ['memberships', 'keys', { ...ofMemberships, page: { number: 1, size: 1 }, columns: ['id', 'userId'] }],
      ['memberships', 'resolve', { ...ofMemberships, filters: ['id'] }],
      ['teams', 'resolve', { base: 'users.teams', ...byId }],
      ['teams.users', 'resolve', { base: 'teams.users', ...byId }],
    ])
  })

  test('without the option for the query log, the response contains no log', async () => {
    expect(await reading(people.resources.users).all({})).not.toHaveProperty('queries')
    expect(await reading(people.resources.users).all({ queries: false })).not.toHaveProperty('queries')
  })

  const PATH = '/users?include=teams.users,memberships&page[memberships][size]=1&stats[total]=count'

  test('over HTTP, meta.queries contains the query log if the application permits it for the request', async () => {
    const api = serve(people.resources.all, {
      queryLog: (request) => request.headers.get('x-debug') === 'yes',
    })
    const { body } = await api.get(PATH, { 'x-debug': 'yes' })
    const { meta } = body as { meta: { queries: QueryLogNode; stats: unknown } }
    expect(shapeOf(meta.queries)).toEqual(TREE)
    expect(meta.stats).toEqual({ total: { count: 3 } })
    expect((await api.get(PATH)).body).toHaveProperty('meta', { stats: { total: { count: 3 } } })
    const one = await api.get('/users/1', { 'x-debug': 'yes' })
    expect((one.body as { meta: { queries: QueryLogNode } }).meta.queries.queries).toHaveLength(1)
    const related = await api.get('/users/1/teams', { 'x-debug': 'yes' })
    const { queries } = (related.body as { meta: { queries: QueryLogNode } }).meta
    expect(shapeOf(queries)).toMatchObject({ queries: [['teams', 'resolve', 2, true]] })
  })

  test('the query log can never be requested by a URL', async () => {
    for (const search of ['queries=true', 'queries', 'query_log=1', 'meta[queries]=1', 'debug=true']) {
      expect((await people.api.get(`/users?${search}`)).status).toBe(400)
    }
    const api = serve(people.resources.all, { parameters: ['queries'] })
    expect((await api.get('/users?queries=true')).body).not.toHaveProperty('meta')
  })

  test('the query log renders arguments of every type, including dates, bigints, bytes and cycles', async () => {
    class Users extends people.resources.users {
      static {
        this.extraField('cyclic', { value: () => 1 }, (scope) => {
          const cycle: { self?: unknown } = {}
          cycle.self = cycle
          Object.defineProperty(scope, 'odd', { value: cycle })
          return scope
        })
      }
    }
    Users.useAdapter(
      informed(
        new (class extends PrismaAdapter {
          override describe(): unknown {
            const cycle: Record<string, unknown> = {
              big: 2n ** 63n,
              at: new Date(0),
              bytes: new Uint8Array([255]),
            }
            cycle['self'] = cycle
            return cycle
          }
        })(people.prisma),
      ),
    )
    const { status, body } = await serve([Users, ...people.resources.all.slice(1)], {
      queryLog: () => true,
    }).get('/users')
    const { meta } = body as { meta: { queries: QueryLogNode } }
    expect({ status, arguments: meta.queries.queries[0]?.arguments }).toMatchObject({
      status: 200,
      arguments: { big: '9223372036854775808', at: '1970-01-01T00:00:00.000Z', bytes: '/w==' },
    })
  })
})
