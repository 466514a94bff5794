import { describe, expect, test } from 'vitest'
import { databases, keyedDatabases } from '../../support/databases.js'
import { includedIn, linkage, shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

describe.each(keyedDatabases)('write/joins (11.4): other kinds of relationships, on $title', (database) => {
  const types = writableTypes(database)
  const send = (method: string, path: string, body?: unknown) =>
    serveWrites(typesResources(types.adapter)).send(method, path, body)
  let count = 0
  const user = () => types.prisma.user.create({ data: { name: 'U', email: `u${++count}@example.com` } })
  const team = () => types.prisma.team.create({ data: { name: `T${++count}` } })
  const memberships = (userId: number) =>
    types.prisma.membership.findMany({ where: { userId }, orderBy: { id: 'asc' } })

  test('a many-to-many relationship over its own join model can be linked once and unlinked', async () => {
    const [{ id }, one, two] = [await user(), await team(), await team()]
    const patch = (data: readonly object[]) =>
      send('PATCH', `/users/${id}`, {
        data: { type: 'users', id: String(id), relationships: { teams: { data } } },
      })
    const link = (team: { id: number }, method?: string) => ({
      type: 'teams',
      id: String(team.id),
      ...(method && { method }),
    })
    written(await patch([link(one, 'update'), link(two, 'update')]))
    const first = await memberships(id)
    expect(first).toMatchObject([{ teamId: one.id, role: 'member' }, { teamId: two.id }])
    written(await patch([link(one, 'update'), link(two)].slice(0, 1)))
    written(await patch([link(two), link(one)]))
    expect(await memberships(id)).toEqual(first)
    written(await patch([link(one, 'disassociate')]))
    expect(await memberships(id)).toEqual(first.slice(1))
    const replaced = written(await patch([link(one)]))
    expect([linkage(replaced.data, 'teams'), await memberships(id)]).toMatchObject([
      [`teams ${one.id}`],
      [{ teamId: one.id }],
    ])
    expect(await types.prisma.team.count({ where: { id: { in: [one.id, two.id] } } })).toBe(2)
  })

  test('a join model can be written as a resource, with its own attributes', async () => {
    const { id } = await team()
    const answer = await send('POST', '/users', {
      data: {
        type: 'users',
        attributes: { name: 'Owner', email: 'owner@example.com' },
        relationships: { memberships: { data: [{ type: 'memberships', lid: 'm' }] } },
      },
      included: [
        {
          type: 'memberships',
          lid: 'm',
          attributes: { role: 'owner' },
          relationships: { team: { data: { type: 'teams', id: String(id) } } },
        },
      ],
    })
    const document = written(answer)
    expect(await memberships(Number(document.data.id))).toMatchObject([{ role: 'owner', teamId: id }])
    expect(includedIn(document)).toEqual([expect.stringMatching(/^memberships /), `teams ${id}`])
  })

  test('a tree of records can be created, moved and pruned', async () => {
    const child = (lid: string, ...children: readonly string[]) => ({
      type: 'nodes',
      lid,
      attributes: { name: lid },
      relationships: { children: { data: children.map((name) => ({ type: 'nodes', lid: name })) } },
    })
    const root = written(
      await send('POST', '/nodes', {
        data: child('root', 'a', 'b'),
        included: [child('a', 'a1', 'a2'), child('b'), child('a1'), child('a2')],
      }),
    )
    const rows = await types.prisma.node.findMany({ orderBy: { id: 'asc' } })
    const named = (name: string) => rows.find((row) => row.name === name)
    expect(
      rows.map(({ name, parentId }) => `${name} ${rows.find(({ id }) => id === parentId)?.name}`).toSorted(),
    ).toEqual(['a root', 'a1 a', 'a2 a', 'b root', 'root undefined'])
    const destroy = { type: 'nodes', id: String(named('a2')?.id), method: 'destroy' }
    const moved = { type: 'nodes', id: String(named('a1')?.id), method: 'update' }
    written(
      await send('PATCH', `/nodes/${root.data.id}`, {
        data: {
          type: 'nodes',
          id: root.data.id,
          relationships: {
            children: { data: [moved, { type: 'nodes', id: String(named('a')?.id), method: 'update' }] },
          },
        },
        included: [
          {
            type: 'nodes',
            id: String(named('a')?.id),
            attributes: { name: 'A' },
            relationships: { children: { data: [destroy] } },
          },
        ],
      }),
    )
    expect(await types.prisma.node.findMany({ orderBy: { name: 'asc' } })).toMatchObject([
      { name: 'A' },
      { name: 'a1', parentId: Number(root.data.id) },
      { name: 'b' },
      { name: 'root' },
    ])
  })

  test('a polymorphic child can be created under either of its owners', async () => {
    const note = { data: [{ type: 'notes', lid: 'n' }] }
    const included = [{ type: 'notes', lid: 'n', attributes: { body: 'Hi' } }]
    const ofUser = written(
      await send('POST', '/users', {
        data: {
          type: 'users',
          attributes: { name: 'N', email: 'n@example.com' },
          relationships: { notes: note },
        },
        included,
      }),
    )
    const ofTeam = written(
      await send('POST', '/teams', {
        data: { type: 'teams', attributes: { name: 'Noted' }, relationships: { notes: note } },
        included,
      }),
    )
    expect(await types.prisma.note.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { ownerType: 'User', ownerId: Number(ofUser.data.id) },
      { ownerType: 'Team', ownerId: Number(ofTeam.data.id) },
    ])
  })

  test('a custom sideload can be written only if the resource overrides associate', async () => {
    const resources = typesResources(types.adapter)
    const declare = { resource: 'nodes', scope: 'baseScope', assign: () => undefined } as const
    resources['nodes']?.allowSideload('related', declare)
    const body = {
      data: {
        type: 'nodes',
        attributes: { name: 'x' },
        relationships: { related: { data: [{ type: 'nodes', lid: 'y' }] } },
      },
      included: [{ type: 'nodes', lid: 'y', attributes: { name: 'y' } }],
    }
    expect(shortErrors(await serveWrites(resources).send('POST', '/nodes', body))).toEqual([
      '403 /data/relationships/related The relationship "related" cannot be written.',
    ])
    const associated: unknown[] = []
    const Nodes = resources['nodes']
    if (!Nodes) throw new Error('There are nodes.')
    class Related extends Nodes {
      static {
        this.allowSideload('related', declare)
      }
      override associate(parent: object, child: object, name: string, kind: string): void {
        associated.push([Reflect.get(parent, 'name'), Reflect.get(child, 'name'), name, kind])
      }
    }
    written(await serveWrites({ ...resources, nodes: Related }).send('POST', '/nodes', body))
    expect(associated).toEqual([['x', 'y', 'related', 'custom']])
  })
})

describe.each(databases)('write/joins (11.4): ids that clients choose, on $name', (database) => {
  const types = writableTypes(database)
  const sample = {
    string: 's',
    integer: 1,
    bigint: '1',
    float: 1.5,
    decimal: '1.5',
    boolean: true,
    date: '2024-02-29',
    datetime: '2024-02-29T10:00:00Z',
    json: {},
    bytes: 'AA==',
    uuid: '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
    color: 'red',
  }
  const ID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'
  const post = (clientIds: 'forbidden' | 'allowed' | 'required', id?: string) => {
    const resources = typesResources(types.adapter)
    resources['samples']?.id('uuid', { clientIds })
    return serveWrites(resources).send('POST', '/samples', {
      data: { type: 'samples', ...(id !== undefined && { id }), attributes: sample },
    })
  }

  test('an id in a new record returns 403 unless the resource allows client ids', async () => {
    expect(shortErrors(await post('forbidden', ID))).toEqual([
      '403 /data/id "samples" does not accept client-generated ids.',
    ])
    expect(written(await post('forbidden')).data.id).toMatch(/^[\da-f-]{36}$/)
    expect(written(await post('allowed', ID)).data.id).toBe(ID)
    expect(written(await post('allowed')).data.id).toMatch(/^[\da-f-]{36}$/)
  })

  test('an API can require a client id, which must have the right type and must not be taken', async () => {
    expect(shortErrors(await post('required'))).toEqual(['422 /data id is required.'])
    expect(shortErrors(await post('allowed', 'no-uuid'))).toEqual(['422 /data/id id is not a uuid.'])
    const taken = await post('allowed', ID)
    expect([taken.status, shortErrors(taken)]).toEqual([
      409,
      [`409 /data/id The id "${ID}" is already taken.`],
    ])
  })

  test('a client-generated id may be stored in an attribute with a different name', async () => {
    const resources = typesResources(types.adapter)
    resources['documents']?.id('string', { column: 'slug', clientIds: 'required' })
    const served = serveWrites(resources)
    const attributes = { folder: 'f', title: 'By slug' }
    const created = await served.send('POST', '/documents', {
      data: { type: 'documents', id: 'by-slug', attributes },
    })
    expect([created.status, created.location, written(created).data.id]).toEqual([
      201,
      'http://blog.test/documents/by-slug',
      'by-slug',
    ])
    const data = { type: 'documents', id: 'by-slug', attributes: { title: 'Changed' } }
    expect(written(await served.send('PATCH', '/documents/by-slug', { data })).data.attributes).toMatchObject(
      {
        title: 'Changed',
        lockVersion: 1,
      },
    )
    const moved = { type: 'documents', id: 'by-slug', attributes: { slug: 'another' } }
    expect(shortErrors(await served.send('PATCH', '/documents/by-slug', { data: moved }))).toEqual([
      '400 /data/attributes/slug The attribute "slug" cannot be written.',
    ])
    expect((await served.send('DELETE', '/documents/by-slug')).status).toBe(204)
    expect(await types.prisma.document.count()).toBe(0)
  })

  test('the rules for client ids also apply to nested records', async () => {
    const body = {
      data: {
        type: 'nodes',
        attributes: { name: 'x' },
        relationships: { children: { data: [{ type: 'nodes', id: '77', method: 'create' }] } },
      },
      included: [{ type: 'nodes', id: '77', attributes: { name: 'y' } }],
    }
    const resources = typesResources(types.adapter)
    const forbidden = await serveWrites(resources).send('POST', '/nodes', body)
    expect([forbidden.status, shortErrors(forbidden)]).toEqual([
      403,
      ['403 /data/relationships/children/data/0/id "nodes" does not accept client-generated ids.'],
    ])
    resources['nodes']?.id('integer', { clientIds: 'allowed' })
    const { data } = written(await serveWrites(resources).send('POST', '/nodes', body))
    expect(await types.prisma.node.findUnique({ where: { id: 77 } })).toMatchObject({
      name: 'y',
      parentId: Number(data.id),
    })
  })

  /** A new parent with the given linkage to its children, which are in `included`. */
  const withChildren = (linkage: readonly object[], included: readonly object[]): object => ({
    data: { type: 'nodes', attributes: { name: 'parent' }, relationships: { children: { data: linkage } } },
    included,
  })
  const child = (members: object): object => ({ type: 'nodes', ...members, attributes: { name: 'y' } })

  test('a child with a temp-id is in `included`, and its errors point there', async () => {
    const body = withChildren(
      [{ type: 'nodes', 'temp-id': 'c', method: 'create' }],
      [child({ 'temp-id': 'c', id: '78' })],
    )
    expect(
      shortErrors(await serveWrites(typesResources(types.adapter)).send('POST', '/nodes', body)),
    ).toEqual(['403 /included/0/id "nodes" does not accept client-generated ids.'])
  })

  test('a record with only a lid or a temp-id is new, and uses the id that the client sends (11.1)', async () => {
    const resources = typesResources(types.adapter)
    resources['nodes']?.id('integer', { clientIds: 'allowed' })
    const body = withChildren(
      [
        { type: 'nodes', lid: 'a' },
        { type: 'nodes', 'temp-id': 'b' },
      ],
      [child({ lid: 'a', id: '81' }), child({ 'temp-id': 'b', id: '82' })],
    )
    const { data } = written(await serveWrites(resources).send('POST', '/nodes', body))
    const children = await types.prisma.node.findMany({ where: { parentId: Number(data.id) } })
    expect(children.map(({ id }) => id).toSorted()).toEqual([81, 82])
  })

  test('if two new children share an id, a single error is returned (11.1)', async () => {
    const resources = typesResources(types.adapter)
    resources['nodes']?.id('integer', { clientIds: 'allowed' })
    const names = ['c0', 'c1']
    const body = withChildren(
      names.map((name) => ({ type: 'nodes', 'temp-id': name, method: 'create' })),
      names.map((name) => child({ 'temp-id': name, id: '90' })),
    )
    expect(shortErrors(await serveWrites(resources).send('POST', '/nodes', body))).toEqual([
      '400 /included/1 "included" contains "nodes" with the id "90" twice.',
    ])
  })
})
