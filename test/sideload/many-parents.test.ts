import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counted } from '../support/counting.js'
import { keyedDatabases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { people } from '../support/people.js'
import { serve, type Served } from '../support/serve.js'
import { linkage } from './support.js'
import { prismaAdapter } from '../support/facts.js'
import { isOtherEngine } from '../support/engine.js'

/**
 * Both the number of parents and the number of children on one page exceed the number of keys that SQLite accepts in
 * one query.
 */
const PARENTS = 900
const EACH = 3

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** The ids of a parent's children. The children of node 1 are the parents themselves. */
const childrenOf = (parent: number): readonly number[] =>
  numbers(EACH).map((index) => 1000 + parent * EACH + index)

const parents = numbers(PARENTS).map((index) => index + 1)

describe.each(keyedDatabases)(
  'sideload/many-parents (5.3): pages for very many parents on $title',
  ({ key, openTypes }) => {
    let database: OpenDatabase<TypesClient>
    let operations: string[]
    let api: Served
    beforeAll(async () => {
      database = await openTypes()
      const { prisma } = database
      const node = (id: number, parentId: number | null) => ({
        id,
        parentId,
        name: `Node ${id}`,
        position: -id,
      })
      await prisma.node.create({ data: node(1, null) })
      await prisma.node.createMany({ data: parents.map((id) => node(id, 1)) })
      await prisma.node.createMany({
        data: parents.flatMap((parent) => childrenOf(parent).map((id) => node(id, parent))),
      })
      await prisma.user.createMany({
        data: parents.map((id) => ({ id, name: `User ${id}`, email: `u${id}@example.org` })),
      })
      await prisma.team.createMany({ data: parents.map((id) => ({ id, name: `Team ${id}` })) })
      // Each user is in the team with the same number and in the next team. The last user is also in the first team.
      await prisma.membership.createMany({
        data: parents.flatMap((id) => [
          { userId: id, teamId: id },
          { userId: id, teamId: id === PARENTS + 1 ? 2 : id + 1 },
        ]),
      })
      await prisma.note.createMany({
        data: parents.flatMap((ownerId) =>
          numbers(EACH).map(() => ({ body: 'a note', ownerType: 'User', ownerId })),
        ),
      })
      const client = counted(prisma)
      operations = client.operations
      const resources = people(prismaAdapter(client.prisma))
      resources.users.maxPageSize(5000)
      api = serve(resources.all)
    })
    afterAll(() => database.close())

    test('nested children have a page for each parent', async () => {
      const { status, body } = await api.get(
        '/nodes/1?include=children.children&page[children.children][size]=2',
      )
      expect(status).toBe(200)
      const linked = linkage(body, 'children', 'nodes')
      expect(parents.map((id) => linked[id])).toEqual(parents.map((id) => childrenOf(id).slice(0, 2)))
    })

    test('pages for many parents can be sorted and narrowed by a filter', async () => {
      const { status, body } = await api.get(
        `/nodes/1?include=children.children&page[children.children][size]=2&filter[children.children][name]=${numbers(
          99,
        )
          .map((index) => `Node ${1000 + 2 * EACH + index}`)
          .join(',')}&sort=children.children.position`,
      )
      expect(status).toBe(200)
      const linked = linkage(body, 'children', 'nodes')
      expect(parents.slice(0, 34).map((id) => linked[id])).toEqual(
        parents.slice(0, 34).map((id) => (id < 35 ? childrenOf(id).toReversed().slice(0, 2) : [])),
      )
    })

    test('in a many-to-many relationship, a child may be on the page of only one of its parents', async () => {
      const { status, body } = await api.get(
        '/users?include=teams&page[size]=5000&page[teams][size]=1&sort=id,-teams.id',
      )
      expect(status).toBe(200)
      const linked = linkage(body, 'teams')
      expect(parents.map((id) => linked[id])).toEqual(parents.map((id) => [Math.min(id + 1, PARENTS + 1)]))
    })

    test('a many-to-many relationship without pages has the same number of children', async () => {
      const { status, body } = await api.get('/users?include=teams&page[size]=5000&sort=id,teams.id')
      expect(status).toBe(200)
      const linked = linkage(body, 'teams')
      expect(parents.map((id) => linked[id])).toEqual(
        parents.map((id) => (id === PARENTS + 1 ? [2, id] : [id, id + 1])),
      )
    })

    test('a polymorphic relationship has a page for each parent', async () => {
      const { status, body } = await api.get('/users?include=notes&page[size]=5000&page[notes][size]=2')
      expect(status).toBe(200)
      expect(Object.values(linkage(body, 'notes')).map((notes) => (notes as number[]).length)).toEqual(
        parents.map(() => 2),
      )
    })

    test('the keys of many parents are sent once for each chunk, and then the rows of the page are read', async () => {
      operations.splice(0)
      await api.get('/nodes/1?include=children.children&page[children.children][size]=1')
      const pieces =
        database.name === 'sqlite' && !isOtherEngine()
          ? Math.ceil((PARENTS * (key === 'single' ? 1 : 2)) / 750)
          : 1
      expect(operations).toHaveLength(2 + 2 * pieces)
    })
  },
)
