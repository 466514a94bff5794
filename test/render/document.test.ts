import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { included, linkage } from '../sideload/support.js'
import { narrowed } from '../support/scopes.js'

interface Shape {
  readonly jsonapi: unknown
  readonly data: readonly { readonly type: string; readonly id: string }[]
  readonly included?: readonly unknown[]
  readonly meta?: unknown
  readonly links: unknown
}

describe.each(databases)('render/document (12.1): documents that reads return, on $name', (database) => {
  const people = seededPeople(database)

  const ask = async (path: string): Promise<Shape> => (await people.api.get(path)).body as Shape
  const ORIGIN = 'http://test.example'

  test('the response to a read is a document with the expected members', async () => {
    const relationship = (self: string, name: string, data?: unknown) => ({
      links: { self: `${self}/relationships/${name}`, related: `${self}/${name}` },
      ...(data !== undefined && { data }),
    })
    const self = `${ORIGIN}/memberships/3`
    const team = `${ORIGIN}/teams/2`
    expect(await ask('/memberships/3?include=team')).toEqual({
      jsonapi: { version: '1.1' },
      links: { self: `${self}?include=team` },
      data: {
        type: 'memberships',
        id: '3',
        attributes: { role: 'member' },
        relationships: {
          user: relationship(self, 'user'),
          team: relationship(self, 'team', { type: 'teams', id: '2' }),
        },
        links: { self },
      },
      included: [
        {
          type: 'teams',
          id: '2',
          attributes: { name: 'Team 2' },
          relationships: {
            memberships: relationship(team, 'memberships'),
            users: relationship(team, 'users'),
            notes: relationship(team, 'notes'),
          },
          links: { self: team },
        },
      ],
    })
  })

  test('`data` is always present, and is an empty array for an empty collection, but a missing record returns 404', async () => {
    expect((await ask('/users?filter[id]=99')).data).toEqual([])
    expect((await people.api.get('/users/99')).body).not.toHaveProperty('data')
  })

  test('`included` is present only if an include was requested, even if it is empty', async () => {
    expect((await ask('/users?include=teams&filter[id]=3')).included).toEqual([])
    expect((await ask('/users?include=teams&filter[id]=99')).included).toEqual([])
    expect((await ask('/users?include=')).included).toEqual([])
    expect((await ask('/nodes/1?include=parent')).included).toEqual([])
    expect(await ask('/users')).not.toHaveProperty('included')
  })

  test('`meta` is present only if it has members', async () => {
    expect(await ask('/users')).not.toHaveProperty('meta')
    expect((await ask('/users?stats[total]=count')).meta).toEqual({ stats: { total: { count: 3 } } })
  })

  test('each record occurs once in the document, and primary records are not repeated in `included`', async () => {
    const all = await ask('/nodes?include=parent.children,children.parent,first')
    const keys = [...all.data, ...((all.included ?? []) as Shape['data'])].map(
      ({ type, id }) => `${type} ${id}`,
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect(all.included).toEqual([])
    expect(included(await ask('/nodes?include=children.parent&filter[id]=1,2'))).toEqual([
      'nodes 3',
      'nodes 4',
    ])
  })

  test('every included record is linked, as is a primary record that an include path leads back to', async () => {
    const body = await ask('/nodes?include=children.parent.children&filter[id]=1')
    expect(linkage(body, 'children', 'nodes')).toEqual({ 1: [2, 3] })
    expect(linkage(body, 'parent', 'nodes')).toEqual({ 2: 1, 3: 1 })
  })

  test('linkage is present only for included relationships', async () => {
    const body = await ask('/users?include=teams')
    expect([linkage(body, 'teams'), linkage(body, 'memberships'), linkage(body, 'notes')]).toEqual([
      { 1: [1, 2], 2: [2], 3: [] },
      {},
      {},
    ])
    expect(people.operations).toEqual(['User.findMany', 'Team.findMany'])
  })

  test("`linkage: always` is read from the record's own key, and requires no query", async () => {
    people.resources.nodes.belongsTo('parent', {
      resource: 'nodes',
      foreignKey: 'parentId',
      linkage: 'always',
    })
    people.resources.notes.polymorphicBelongsTo('owner', {
      groupBy: 'ownerType',
      groups: {
        User: { resource: 'users', foreignKey: 'ownerId' },
        Team: { resource: 'teams', foreignKey: 'ownerId' },
      },
      linkage: 'always',
    })
    expect(linkage(await ask('/nodes'), 'parent')).toEqual({ 1: null, 2: 1, 3: 1, 4: 2, 5: null, 6: 5 })
    expect(await ask('/nodes')).not.toHaveProperty('included')
    expect(people.operations).toEqual(['Node.findMany', 'Node.findMany'])
    // The store has no foreign key for a polymorphic key, so the fourth note may refer to a record that does not exist.
    expect(linkage(await ask('/notes'), 'owner')).toEqual({ 1: 1, 2: 1, 3: 1, 4: null, 5: null })
    expect(people.operations.slice(2)).toEqual(['Note.findMany', 'User.findMany', 'Team.findMany'])
  })

  describe.each(['a default filter', 'a base', "the relationship's base", 'resolve'])(
    "`linkage: always` contains the same records as the relationship's URL (rule 14.5), if %s hides a record",
    (form) => {
      const first = { name: { not: 'User 1' } }
      beforeEach(() => {
        const { users, memberships, notes } = people.resources
        const scope = () => narrowed(people.adapter.all(adapterResource('users', 'User')), first)
        const own = form === "the relationship's base" ? { scope } : {}
        memberships.belongsTo('user', {
          resource: 'users',
          foreignKey: 'userId',
          linkage: 'always',
          ...own,
        })
        notes.polymorphicBelongsTo('owner', {
          groupBy: 'ownerType',
          groups: { User: { resource: 'users', foreignKey: 'ownerId' } },
          linkage: 'always',
        })
        if (form === 'a default filter') users.defaultFilter('name', { not_eq: 'User 1' })
        if (form === 'a base') users.prototype.baseScope = scope
        if (form === 'resolve') {
          users.prototype.resolve = async (of: unknown) =>
            (await people.adapter.read(of as never)).filter((user) => !('id' in user && user.id === 1))
        }
      })

      const shown = async (path: string, name: string): Promise<unknown> =>
        linkage({ data: [(await ask(path)).data].flat() } as never, name)

      test("a relationship's linkage is the same in every document and at its own URL", async () => {
        expect(await shown('/memberships', 'user')).toEqual({ 1: null, 2: null, 3: 2 })
        expect(await shown('/memberships/1', 'user')).toEqual({ 1: null })
        expect((await ask('/memberships/1/relationships/user')).data).toBe(null)
        expect(await shown('/memberships?include=user', 'user')).toEqual({ 1: null, 2: null, 3: 2 })
        expect(await shown('/teams/2/memberships', 'user')).toEqual({ 2: null, 3: 2 })
        expect(included(await ask('/teams/1?include=memberships'))).toEqual(['memberships 1'])
        const { included: rows = [] } = await ask('/teams/2?include=memberships')
        expect(linkage({ data: rows } as never, 'user')).toEqual({ 2: null, 3: 2 })
      })

      test('the query log contains the lookup of keys, one query for each relationship', async () => {
        const api = serve(people.resources.all, { queryLog: () => true })
        const { body } = await api.get('/memberships')
        expect(body).toMatchObject({
          meta: { queries: { includes: [{ path: 'user', queries: [{ resource: 'users', rows: 1 }] }] } },
        })
      })

      test('a polymorphic relationship has the same linkage as its URL', async () => {
        const isOwn = form === "the relationship's base"
        const expected = { 1: isOwn ? 1 : null, 2: null, 3: isOwn ? 1 : null, 4: null, 5: null }
        expect(await shown('/notes', 'owner')).toEqual(expected)
      })
    },
  )

  test('a read loads only the requested data', async () => {
    await ask('/users?fields[users]=memberships,teams,notes')
    expect(people.operations).toEqual(['User.findMany'])
  })
})
