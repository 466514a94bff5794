import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { included, linkage } from '../sideload/support.js'

interface Shape {
  readonly jsonapi: unknown
  readonly data: readonly { readonly type: string; readonly id: string }[]
  readonly included?: readonly unknown[]
  readonly meta?: unknown
  readonly links: unknown
}

describe.each(databases)('12.1 on $name', (database) => {
  const people = seededPeople(database)

  const ask = async (path: string): Promise<Shape> => (await people.api.get(path)).body as Shape
  const ORIGIN = 'http://test.example'

  test('a whole document', async () => {
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

  test('data always: an array of a collection, empty too; null for no record is a 404', async () => {
    expect((await ask('/users?filter[id]=99')).data).toEqual([])
    expect((await people.api.get('/users/99')).body).not.toHaveProperty('data')
  })

  test('included whenever an include was asked for, even when it is empty, and never otherwise', async () => {
    expect((await ask('/users?include=teams&filter[id]=3')).included).toEqual([])
    expect((await ask('/users?include=teams&filter[id]=99')).included).toEqual([])
    expect((await ask('/users?include=')).included).toEqual([])
    expect((await ask('/nodes/1?include=parent')).included).toEqual([])
    expect(await ask('/users')).not.toHaveProperty('included')
  })

  test('meta when there is any', async () => {
    expect(await ask('/users')).not.toHaveProperty('meta')
    expect((await ask('/users?stats[total]=count')).meta).toEqual({ stats: { total: { count: 3 } } })
  })

  test('each record once in the whole document; primary records never repeat in included', async () => {
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

  test('full linkage: every included record is linked to, primary records that a path leads back to as well', async () => {
    const body = await ask('/nodes?include=children.parent.children&filter[id]=1')
    expect(linkage(body, 'children', 'nodes')).toEqual({ 1: [2, 3] })
    expect(linkage(body, 'parent', 'nodes')).toEqual({ 2: 1, 3: 1 })
  })

  test('linkage for what was included, and for nothing else', async () => {
    const body = await ask('/users?include=teams')
    expect([linkage(body, 'teams'), linkage(body, 'memberships'), linkage(body, 'notes')]).toEqual([
      { 1: [1, 2], 2: [2], 3: [] },
      {},
      {},
    ])
    expect(people.operations).toEqual(['User.findMany', 'Team.findMany'])
  })

  test('linkage: always stands in the record’s own key: nothing is loaded for it', async () => {
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
    expect(linkage(await ask('/notes'), 'owner')).toMatchObject({ 1: 1, 2: 1, 3: 1, 5: null })
    expect(await ask('/nodes')).not.toHaveProperty('included')
    expect(people.operations).toEqual(['Node.findMany', 'Note.findMany', 'Node.findMany'])
  })

  test('nothing is loaded that was not asked for', async () => {
    await ask('/users?fields[users]=memberships,teams,notes')
    expect(people.operations).toEqual(['User.findMany'])
  })
})
