import type { Controller } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted } from '../support/counting.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { people } from '../support/people.js'
import { type Answer, serve } from '../support/serve.js'
import { informed, prismaAdapter } from '../support/facts.js'

const MANY = 30_000
const LIMIT = 10_000

const errorOf = ({ status, body }: Answer): unknown => {
  const [error] =
    (body as { errors?: readonly { detail: string; code: string; source: object }[] }).errors ?? []
  return error ? [status, error.code, error.detail, error.source] : [status]
}
const tooMany = [400, 'too_many_records', expect.any(String), expect.any(Object)]
const included = ({ body }: Answer): number =>
  (body as { included?: readonly unknown[] }).included?.length ?? 0

describe.each(databases)(
  'scope/records (14.4): the maximum number of records in a response, on $name',
  ({ openTypes }) => {
    let database: OpenDatabase<TypesClient>
    let operations: string[]
    let rows: number[]
    let api: ReturnType<typeof serve>
    let resources: ReturnType<typeof people>
    const served = (limits: object) => serve(resources.all, { limits })
    beforeAll(async () => {
      database = await openTypes()
      const { node } = database.prisma
      // The ids of the new records are 1, 2 and 3.
      for (const name of ['one', 'two', 'three']) await node.create({ data: { name } })
      const child = (index: number) => ({
        name: `child ${index}`,
        parentId: index < MANY ? 1 : index % 2 === 0 ? 2 : 3,
      })
      for (let start = 0; start < MANY + 12; start += 3000) {
        const count = Math.min(3000, MANY + 12 - start)
        await node.createMany({ data: Array.from({ length: count }, (_, index) => child(start + index)) })
      }
      const client = counted(database.prisma)
      operations = client.operations
      rows = []
      class Counting extends PrismaAdapter {
        override async read(...of: Parameters<PrismaAdapter['read']>) {
          const found = await super.read(...of)
          rows.push(found.length)
          return found
        }
      }
      resources = people(informed(new Counting(client.prisma)))
      resources.nodes.maxPageSize(20_000)
      api = serve(resources.all)
    }, 120_000)
    beforeEach(() => {
      operations.splice(0)
      rows.splice(0)
    })
    afterAll(() => database.close())

    test('a request for too many records returns a 400 that explains how to paginate the include path, and no query reads more than the limit', async () => {
      expect(errorOf(await api.get('/nodes/1?include=children'))).toEqual([
        400,
        'too_many_records',
        'With "children" included, the response would contain more than 10000 records. Paginate it with "page[children][size]", or request fewer records per page with "page[size]".',
        { parameter: 'include' },
      ])
      expect(rows).toEqual([1, LIMIT])
      const paged = await api.get('/nodes/1?include=children&page[children][size]=50')
      expect([paged.status, included(paged)]).toEqual([200, 50])
    })

    test('the limit on records counts primary and included records together, at n - 1, n and n + 1', async () => {
      const statuses = []
      for (const records of [8, 7, 6]) {
        // The two parents, with six children each.
        const path = '/nodes?filter[id]=2&include=children'
        statuses.push((await served({ records }).get(path)).status)
      }
      expect(statuses).toEqual([200, 200, 400])
    })

    test('the limit on records applies to a nested path, siblings, a page, and the primary data', async () => {
      const told = async (path: string, records: number) => errorOf(await served({ records }).get(path))
      expect(await told('/nodes?filter[id]=2&include=children.parent', 7)).toMatchObject([
        400,
        'too_many_records',
        'With "children.parent" included, the response would contain more than 7 records. Paginate "children" with "page[children][size]", or request fewer records per page with "page[size]".',
        { parameter: 'include' },
      ])
      expect(await told('/nodes?page[size]=6&include=parent', 6)).toMatchObject([
        400,
        'too_many_records',
        'With "parent" included, the response would contain more than 6 records. Request fewer records per page with "page[size]".',
        { parameter: 'include' },
      ])
      expect(await told('/nodes?filter[id]=2&include=children,first', 7)).toMatchObject(tooMany)
      expect(await told('/nodes?page[size]=5', 5)).toEqual([200])
      expect(await told('/nodes?page[size]=6', 5)).toEqual([
        400,
        'too_many_records',
        'The response would contain more than 5 records. Request fewer records per page with "page[size]".',
        { parameter: 'page[size]' },
      ])
      expect(await told('/nodes/2/children?page[size]=6', 5)).toMatchObject(tooMany)
      expect(
        await told('/nodes/1/relationships/children?include=children.parent&page[size]=4', 5),
      ).toMatchObject(tooMany)
    })

    test('the result of an overridden resolve counts towards the limit on records after it returns', async () => {
      const { all, nodes, ...others } = people(prismaAdapter(database.prisma))
      class Nodes extends (nodes as unknown as new () => { resolve(scope: unknown): Promise<object[]> }) {
        override async resolve(scope: unknown): Promise<object[]> {
          return (await super.resolve(scope)).filter(
            (record) => !('name' in record && record.name === 'child 0'),
          )
        }
      }
      expect(all.length).toBeGreaterThan(1)
      const classes = [...Object.values(others), Nodes as unknown as typeof nodes]
      const answer = await serve(classes, { limits: { records: 7 } }).get(
        '/nodes?filter[id]=2&include=children',
      )
      expect(answer.status).toBe(200)
      const over = await serve(classes, { limits: { records: 6 } }).get(
        '/nodes?filter[id]=2&include=children',
      )
      expect(errorOf(over)).toMatchObject(tooMany)
    })

    test('an in-process response has a separate limit on records, even inside a request', async () => {
      const { nodes } = resources
      const Nodes = nodes as unknown as { all(query: object): Promise<{ data: readonly object[] }> }
      await expect(Nodes.all({ filter: { id: 1 }, include: ['children'] })).rejects.toMatchObject({
        code: 'too_many_records',
      })
      const Index = class extends (served({}).controllers['nodes'] as ReturnType<typeof Object>) {
        async index(): Promise<Response> {
          const page = { size: 8000 }
          const first = await Nodes.all({ page })
          const second = await Nodes.all({ page })
          return Response.json({ counts: [first.data.length, second.data.length] })
        }
      }
      const { controllers } = api
      const { body } = await serve(resources.all, {
        controllers: { ...controllers, nodes: Index as never },
      }).get('/nodes')
      expect(body).toEqual({ counts: [8000, 8000] })
    })

    describe('the keys for pages of several parents', () => {
      const path =
        '/nodes?filter[id]=1,2,3&include=children&page[children][size]=2&page[children][number]=2&sort=id'
      const pages = (answer: Answer): unknown =>
        (answer.body as { data: { relationships: { children: { data: { id: string }[] } } }[] }).data.map(
          ({ relationships }) => relationships.children.data.map(({ id }) => id),
        )

      test('above the limit on keys, each parent has a separate query, and the response is still the same', async () => {
        const whole = await served({ keys: 100_000 }).get(path)
        expect([whole.status, operations.length]).toEqual([200, 3])
        operations.splice(0)
        rows.splice(0)
        const each = await served({ keys: 1000 }).get(path)
        expect([each.status, pages(each)]).toEqual([200, pages(whole)])
        expect(operations).toHaveLength(5)
        expect(rows).toEqual([3, 1001, 3, 3, 3])
      })

      test('the limit on keys is enforced exactly: n - 1, n and n + 1', async () => {
        const two = path.replace('1,2,3', '2,3')
        const queries = []
        for (const keys of [13, 12, 11]) {
          operations.splice(0)
          expect((await served({ keys }).get(two)).status).toBe(200)
          queries.push(operations.length)
        }
        expect(queries).toEqual([3, 3, 4])
      })

      test('a page of a sideload for more than a hundred parents returns 400', async () => {
        const { node } = database.prisma
        const parents = await node.findMany({ where: { parentId: 1 }, take: 101, orderBy: { id: 'asc' } })
        await node.createMany({ data: parents.map(({ id }) => ({ name: 'grandchild', parentId: id })) })
        const ask = (count: number) => {
          const ids = parents.slice(0, count).map(({ id }) => id)
          return served({ keys: 50 }).get(
            `/nodes?filter[id]=${ids.join(',')}&page[size]=200&include=children&page[children][size]=1`,
          )
        }
        expect((await ask(100)).status).toBe(200)
        expect(errorOf(await ask(101))).toEqual([
          400,
          'too_many_records',
          '"children" has more than 50 records to search. Request at most 100 records per page with "page[size]".',
          { parameter: 'page[children][size]' },
        ])
      })
    })

    test('the number of links between records is limited', async () => {
      const { user, team, membership } = database.prisma
      for (const id of [1, 2, 3]) await user.create({ data: { name: 'u', email: `${id}@x` } })
      for (const id of [1, 2]) await team.create({ data: { name: `t${id}` } })
      await membership.createMany({
        data: [1, 2, 3].flatMap((userId) => [1, 2].map((teamId) => ({ userId, teamId }))),
      })
      const statuses = []
      for (const linkages of [7, 6, 5]) {
        statuses.push((await served({ linkages }).get('/users?include=teams')).status)
      }
      expect(statuses).toEqual([200, 200, 400])
      expect(errorOf(await served({ linkages: 5 }).get('/users?include=teams'))).toMatchObject([
        400,
        'too_many_records',
        expect.stringContaining('more than 5 resource identifiers in its relationships'),
        { parameter: 'include' },
      ])
    })

    test('the pairs of a large many-to-many relationship are read in chunks, and the response is still the same', async () => {
      const { user, team, membership } = database.prisma
      const ids = Array.from({ length: 12 }, (_, index) => 100 + index)
      await user.createMany({ data: ids.map((id) => ({ id, name: 'w', email: `${id}@w` })) })
      await team.createMany({ data: ids.map((id) => ({ id, name: `w${id}` })) })
      await membership.createMany({ data: ids.map((id) => ({ userId: id, teamId: id })) })
      for (const page of ['', '&page[teams][size]=1']) {
        const path = `/users?filter[name]=w&include=teams${page}`
        const whole = await served({}).get(path)
        operations.splice(0)
        const windows = await served({ linkages: 12 }).get(path)
        expect([windows.status, windows.body]).toEqual([200, whole.body])
        expect(operations.filter((name) => name === 'Team.findMany')).toHaveLength(page === '' ? 2 : 3)
      }
    })

    test('a set that exceeds the limit cannot be replaced, and the error explains why', async () => {
      const { controllers } = api
      class Nodes extends (controllers['nodes'] as typeof Controller) {
        async update(): Promise<Response> {
          await this.jsonapiUpdate()
          return this.renderNothing()
        }
      }
      const writing = serve(resources.all, { controllers: { ...controllers, nodes: Nodes as never } })
      const answer = await writing.fetch('/nodes/1/relationships/children', {
        method: 'PATCH',
        headers: { 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({ data: [] }),
      })
      expect(errorOf(answer)).toEqual([
        400,
        'invalid_document',
        'A request can write at most 200 records. Records omitted from "children" also count: remove them in several requests.',
        { pointer: '/data' },
      ])
      expect(Math.max(...rows)).toBe(200)
      expect(await database.prisma.node.count({ where: { parentId: 1 } })).toBe(MANY)
    })
  },
)
