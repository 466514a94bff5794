import { Resource } from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { isOtherEngine } from '../support/engine.js'
import { idsOf } from '../support/read/answers.js'
import { narrowed, ordered } from '../support/scopes.js'

/** Ways to extend a scope other than by a condition. Only Prisma's scopes support the last three. */
const CHAINS: readonly (readonly [string, (scope: PrismaScope) => PrismaScope])[] = [
  ['an order', (scope) => ordered(scope, 'id', 'asc')],
  ['a window', (scope) => scope.window(0, 1)],
  ...(isOtherEngine()
    ? []
    : ([
        ['an include', (scope) => scope.include({ memberships: true })],
        ['a cursor', (scope) => scope.with({ cursor: { id: 1 } })],
        ['distinct', (scope) => scope.with({ distinct: ['name'] })],
      ] satisfies [string, (scope: PrismaScope) => PrismaScope][])),
]

describe.each(databases)(
  'filters/through-hidden (18.6): filters through hidden records on $name',
  (database) => {
    const people = seededPeople(database)
    const ids = async (path: string) => idsOf(await people.api.get(path))
    const memberships = (filter: string) => ids(`/memberships?${filter}`)

    describe.each(['conditions', 'a function', 'a base', "the relationship's base"])(
      'records hidden by %s',
      (form) => {
        /** Hides the first user, who has two of the three memberships, from all requests. */
        const hideFirst = (): void => {
          const { users, memberships: of } = people.resources
          of.allowFilter('user.name')
          of.allowFilter('userId')
          const hidden = (scope: unknown) => narrowed(scope, { id: { not: 1 } })
          const base = () => hidden(people.adapter.all(adapterResource('users', 'User')))
          if (form === 'conditions') users.defaultFilter('id', { not_eq: 1 })
          if (form === 'a function') users.defaultFilter('seen', hidden)
          if (form === 'a base') users.prototype.baseScope = base
          if (form === "the relationship's base") {
            of.belongsTo('user', { resource: 'users', foreignKey: 'userId', scope: base })
          }
        }

        test('a filter reveals nothing about records that a default filter hides', async () => {
          hideFirst()
          expect(await memberships('filter[user.name][prefix]=User')).toEqual([3])
          expect(await memberships('filter[user.name]=User 1')).toEqual([])
          expect(await memberships('filter[user.name]=User 1,User 2')).toEqual([3])
        })

        test('a negated filter is the complement, and includes records with a hidden related record (3.4)', async () => {
          hideFirst()
          expect(await memberships('filter[user.name][not_eq]=User 2')).toEqual([1, 2])
          expect(await memberships('filter[user.name][not_eq]=User 1')).toEqual([1, 2, 3])
          expect(await memberships('filter[not][user.name][prefix]=User')).toEqual([1, 2])
          expect(await memberships('filter[not][user.name][not_prefix]=User')).toEqual([3])
        })

        test('a foreign key to a hidden record behaves like null', async () => {
          hideFirst()
          expect(await memberships('filter[userId]=1')).toEqual([])
          expect(await memberships('filter[userId]=1,2')).toEqual([3])
          expect(await memberships('filter[userId][not_eq]=1')).toEqual([1, 2, 3])
          expect(await memberships('filter[userId][not_eq]=2')).toEqual([1, 2])
          expect(await memberships('filter[not][userId]=1')).toEqual([1, 2, 3])
          expect(await memberships('filter[not][userId][gt]=1')).toEqual([1, 2])
        })

        test('hidden records stay hidden behind a to-many relationship, and behind a to-one relationship that follows it (3.9)', async () => {
          hideFirst()
          people.resources.teams.allowFilter('memberships.user.name')
          const teams = (filter: string) => ids(`/teams?${filter}`)
          expect(await teams('filter[memberships.user.name][prefix]=User')).toEqual([2])
          expect(await teams('filter[memberships.user.name]=User 1')).toEqual([])
          expect(await teams('filter[not][memberships.user.name]=User 1')).toEqual([1, 2, 3])
          expect(await teams('filter[memberships.user.name][not_eq]=User 2')).toEqual([1, 2])
          expect(await teams('filter[not][memberships.user.name][not_eq]=User 2')).toEqual([3])
        })

        test('hidden records stay hidden in groups', async () => {
          hideFirst()
          const or = 'filter[or][0][user.name]=User 1&filter[or][1][role]=owner'
          expect(await memberships(or)).toEqual([1])
        })
      },
    )

    test('a filter by null on a nullable foreign key also finds records that refer to a hidden record', async () => {
      const { nodes } = people.resources
      nodes.allowFilter('parentId', { type: 'integer?' })
      nodes.allowFilter('parent.parentId', { type: 'integer?' })
      expect(await ids('/nodes?filter[parentId]=null')).toEqual([1, 5])
      nodes.prototype.baseScope = () =>
        narrowed(people.adapter.all(adapterResource('nodes', 'Node')), { id: { not: 1 } })
      expect(await ids('/nodes?filter[parentId]=null')).toEqual([2, 3, 5])
      expect(await ids('/nodes?filter[parentId]=null,2')).toEqual([2, 3, 4, 5])
      expect(await ids('/nodes?filter[parentId][not_eq]=null')).toEqual([4, 6])
      expect(await ids('/nodes?filter[parentId][not_eq]=null,2')).toEqual([6])
      expect(await ids('/nodes?filter[parentId][gt]=0')).toEqual([4, 6])
      expect(await ids('/nodes?filter[parentId][not_gt]=0')).toEqual([2, 3, 5])
      // The parents of nodes 4 and 6 have no visible parent. Nodes without a visible parent have no such key.
      expect(await ids('/nodes?filter[parent.parentId]=null')).toEqual([4, 6])
      expect(await ids('/nodes?filter[parent.parentId]=1')).toEqual([])
      expect(await ids('/nodes?filter[parent.parentId][not_eq]=null')).toEqual([2, 3, 5])
    })

    test('a foreign key without a relation in the store can be used in a filter', async () => {
      class Entries extends Resource {
        static {
          this.type('entries')
          this.model('Node')
          this.id('integer')
          this.useAdapter(people.adapter)
          this.attribute('name', 'string')
          this.allowFilter('parentId', { type: 'integer?' })
          this.belongsTo('above', { resource: 'nodes', foreignKey: 'parentId' })
          this.belongsTo('parent', { resource: 'entries', foreignKey: 'parentId' })
          this.allowFilter('parent.parentId', { type: 'integer?' })
        }
      }
      const { nodes, all } = people.resources
      nodes.prototype.baseScope = () =>
        narrowed(people.adapter.all(adapterResource('nodes', 'Node')), { id: { not: 1 } })
      const api = serve([...all, Entries])
      const entries = async (filter: string) => idsOf(await api.get(`/entries?filter${filter}`))
      expect(await entries('[parentId]=1')).toEqual([])
      expect(await entries('[parentId]=1,2')).toEqual([4])
      expect(await entries('[parentId]=null')).toEqual([1, 2, 3, 5])
      expect(await entries('[parentId]=null,2')).toEqual([1, 2, 3, 4, 5])
      expect(await entries('[parentId][not_eq]=null')).toEqual([4, 6])
      expect(await entries('[parentId][not_eq]=null,2')).toEqual([6])
      expect(await entries('[parentId][not_eq]=1')).toEqual([1, 2, 3, 4, 5, 6])
      expect(await entries('[parentId][gt]=0')).toEqual([4, 6])
      expect(await entries('[parentId][not_gt]=0')).toEqual([1, 2, 3, 5])
      expect(await entries('[not][parentId]=1')).toEqual([1, 2, 3, 4, 5, 6])
      expect(await entries('[parent.parentId]=1')).toEqual([])
      expect(await entries('[parent.parentId]=null')).toEqual([2, 3, 4, 6])
    })

    test('a base condition that evaluates to unknown for a record hides the record, even when negated', async () => {
      const { nodes } = people.resources
      nodes.allowFilter('parent.name')
      nodes.defaultFilter('child', (scope: unknown) => scope)
      // The parent of nodes 2 and 3 has no parent itself, so the condition is unknown for it.
      const base = { NOT: { parentId: 1 } }
      nodes.belongsTo('parent', {
        resource: 'nodes',
        foreignKey: 'parentId',
        scope: () => narrowed(people.adapter.all(adapterResource('nodes', 'Node')), base),
      })
      expect(await ids('/nodes?filter[parent.name][prefix]=Node')).toEqual([])
      expect(await ids('/nodes?filter[parent.name][not_prefix]=Node')).toEqual([1, 2, 3, 4, 5, 6])
      expect(await ids('/nodes?filter[not][parent.name][prefix]=Node')).toEqual([1, 2, 3, 4, 5, 6])
    })

    test.each(CHAINS)('a base scope with %s causes an error only if a filter uses it', async (_, chain) => {
      const { users, memberships: of } = people.resources
      of.allowFilter('user.name')
      users.prototype.baseScope = () => chain(people.adapter.all(adapterResource('users', 'User')))
      const errors: unknown[] = []
      const api = serve(people.resources.all, { onError: (error) => errors.push(error) })
      expect((await api.get('/users')).status).toBe(200)
      expect((await api.get('/memberships?include=user')).status).toBe(200)
      expect((await api.get('/memberships?filter[user.name]=User 2')).status).toBe(500)
      expect(String(errors)).toContain('This scope of "users" has ')
    })

    test('a filter matches only if every record on its path is visible', async () => {
      const { nodes } = people.resources
      nodes.allowFilter('parent.parent.name')
      expect(await ids('/nodes?filter[parent.parent.name]=Node 1')).toEqual([4])
      nodes.defaultFilter('name', { not_eq: 'Node 2' })
      expect(await ids('/nodes?filter[parent.parent.name]=Node 1')).toEqual([])
      expect(await ids('/nodes?filter[parent.parent.name][not_eq]=Node 1')).toEqual([1, 3, 4, 5, 6])
    })
  },
)
