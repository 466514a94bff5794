import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MemoryAdapter } from '../adapter/memory/adapter.js'
import { MemoryStore } from '../adapter/memory/store.js'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { keysResources, seedKeys } from '../support/keys.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededPeople } from '../support/seeded-people.js'
import { serve, type Served } from '../support/serve.js'

describe.each(databases)('filters/through-many (3.9): related records on $name', (database) => {
  const people = seededPeople(database)
  const ids = async (path: string) => idsOf(await people.api.get(path))

  test('a filter through hasMany matches any of the related records', async () => {
    const { nodes } = people.resources
    nodes.allowFilter('children.name')
    nodes.allowFilter('children.position')
    expect(await ids('/nodes?filter[children.name]=Node 3')).toEqual([1])
    expect(await ids('/nodes?filter[children.name]=Node 3,Node 6')).toEqual([1, 5])
    expect(await ids('/nodes?filter[children.position][lte]=7')).toEqual([1, 2, 5])
    expect(await ids('/nodes?filter[children.name]=Node 1')).toEqual([])
    expect(await ids('/nodes?filter[children.name]=')).toEqual([])
  })

  test('filters through to-many relationships may each match a different record, as may two operators of one filter', async () => {
    const { nodes } = people.resources
    nodes.allowFilter('children.name')
    nodes.allowFilter('children.position')
    expect(await ids('/nodes?filter[children.name]=Node 2&filter[children.position]=7')).toEqual([1])
    expect(await ids('/nodes?filter[children.position][gt]=7&filter[children.position][lt]=8')).toEqual([1])
  })

  test('a negated operator requires a related record that matches it, and filter[not] requires that none matches', async () => {
    const { nodes } = people.resources
    nodes.allowFilter('children.name')
    expect(await ids('/nodes?filter[children.name][not_eq]=Node 2')).toEqual([1, 2, 5])
    expect(await ids('/nodes?filter[not][children.name]=Node 2')).toEqual([2, 3, 4, 5, 6])
    expect(await ids('/nodes?filter[not][children.name][not_eq]=Node 2')).toEqual([3, 4, 6])
    expect(await ids('/nodes?filter[not][children.name][not_eq]=')).toEqual([3, 4, 6])
  })

  test('rows with null and unknown comparisons match either a filter or its complement, never both', async () => {
    const { nodes } = people.resources
    nodes.allowFilter('children.parentId', { type: 'integer?' })
    nodes.allowFilter('parent.children.parentId', { type: 'integer?' })
    nodes.allowFilter('children.children.parentId', { type: 'integer?' })
    expect(await ids('/nodes?filter[children.parentId]=null')).toEqual([])
    expect(await ids('/nodes?filter[not][children.parentId][gt]=1')).toEqual([1, 3, 4, 6])
    expect(await ids('/nodes?filter[parent.children.parentId]=1')).toEqual([2, 3])
    expect(await ids('/nodes?filter[not][parent.children.parentId]=1')).toEqual([1, 4, 5, 6])
    expect(await ids('/nodes?filter[children.children.parentId]=2')).toEqual([1])
    expect(await ids('/nodes?filter[not][children.children.parentId]=2')).toEqual([2, 3, 4, 5, 6])
  })

  test('a filter can go through hasAndBelongsToMany over a join model', async () => {
    const { users } = people.resources
    users.allowFilter('teams.name')
    users.allowFilter('teams.users.name')
    expect(await ids('/users?filter[teams.name]=Team 2')).toEqual([1, 2])
    expect(await ids('/users?filter[teams.name]=Team 1,Team 3')).toEqual([1])
    expect(await ids('/users?filter[not][teams.name]=Team 1')).toEqual([2, 3])
    expect(await ids('/users?filter[teams.users.name]=User 2')).toEqual([1, 2])
    expect(people.operations).toEqual(Array(4).fill('User.findMany'))
  })

  test('a filter through polymorphicHasMany reads the keys of matching records first', async () => {
    const { users, teams, memberships } = people.resources
    users.allowFilter('notes.body')
    teams.allowFilter('notes.body')
    memberships.allowFilter('user.notes.body')
    teams.allowFilter('users.notes.body')
    expect(await ids('/users?filter[notes.body][prefix]=on')).toEqual([1])
    expect(await ids('/teams?filter[notes.body]=on team 1')).toEqual([1])
    expect(await ids('/teams?filter[notes.body]=on user 1')).toEqual([])
    expect(await ids('/teams?filter[not][notes.body][prefix]=on')).toEqual([2, 3])
    const first = 'Note.findMany'
    const [user, team] = ['User.findMany', 'Team.findMany']
    expect(people.operations).toEqual([first, user, first, team, first, team, first, team])
    expect(await ids('/memberships?filter[user.notes.body]=on user 1')).toEqual([1, 2])
    expect(await ids('/teams?filter[users.notes.body]=on user 1 again')).toEqual([1, 2])
    expect(await ids('/teams?filter[not][users.notes.body]=on user 1 again')).toEqual([3])
  })

  test('a filter can combine to-one and to-many relationships', async () => {
    const { memberships, nodes, teams } = people.resources
    memberships.allowFilter('user.memberships.role')
    nodes.allowFilter('parent.children.name')
    nodes.allowFilter('children.parent.parent.name')
    teams.allowFilter('memberships.user.name')
    expect(await ids('/memberships?filter[user.memberships.role]=owner')).toEqual([1, 2])
    expect(await ids('/memberships?filter[not][user.memberships.role]=owner')).toEqual([3])
    expect(await ids('/nodes?filter[parent.children.name]=Node 2')).toEqual([2, 3])
    expect(await ids('/nodes?filter[not][parent.children.name]=Node 2')).toEqual([1, 4, 5, 6])
    expect(await ids('/nodes?filter[children.parent.parent.name]=Node 1')).toEqual([2])
    // A child whose parent has no parent is in the complement, as in a filter on the children themselves.
    expect(await ids('/nodes?filter[children.parent.parent.name][not_eq]=Node 1')).toEqual([1, 5])
    expect(await ids('/teams?filter[memberships.user.name]=User 2')).toEqual([2])
  })

  test('filters through a to-many relationship work in groups, includes and stats, and at related URLs', async () => {
    const { nodes, users, teams } = people.resources
    nodes.allowFilter('children.name')
    nodes.allowStat({ total: ['count'] })
    users.allowFilter('notes.body')
    teams.allowFilter('memberships.role')
    const or = 'filter[or][0][children.name]=Node 6&filter[or][1][name]=Node 3'
    expect(await ids(`/nodes?${or}`)).toEqual([3, 5])
    expect(
      await people.api.get('/nodes?filter[children.name][prefix]=node&stats[total]=count&page[size]=1'),
    ).toMatchObject({
      status: 200,
      body: { data: [{ id: '1' }], meta: { stats: { total: { count: 3 } } } },
    })
    expect(await people.api.get('/teams?include=users&filter[users][notes.body][prefix]=on')).toMatchObject({
      status: 200,
      body: { included: [{ type: 'users', id: '1' }] },
    })
    expect(await ids('/users/1/teams?filter[memberships.role]=owner')).toEqual([1])
    expect(await ids('/nodes/1/children?filter[children.name]=Node 4')).toEqual([2])
  })

  test('each relationship in the path of a filter counts towards the limit (17.2)', async () => {
    const { nodes } = people.resources
    nodes.allowFilter('children.children.name')
    const times = (count: number) =>
      Array.from({ length: count }, (_, at) => `filter[or][${at}][children.children.name]=Node 4`).join('&')
    expect(await ids(`/nodes?${times(10)}`)).toEqual([1])
    const detail = 'Filters and sorts can go through at most 20 relationships in total.'
    const parameter = 'filter[or][0][children.children.name]'
    expect(await people.api.get(`/nodes?${times(11)}`)).toMatchObject(
      refusal(KINDS.badFilter, parameter, detail),
    )
  })

  test('a filter that needs more keys than the store accepts in a list returns 400', async () => {
    const { users } = people.resources
    users.allowFilter('notes.body')
    const api = serve(people.resources.all, { limits: { keys: 1 } })
    expect(idsOf(await api.get('/users?filter[notes.body]=on user 1'))).toEqual([1])
    const detail =
      'The filter "notes.body" matches more related records than the store accepts in one list. Use a filter that matches fewer.'
    expect(await api.get('/users?filter[notes.body][prefix]=on user')).toMatchObject(
      refusal(KINDS.invalidParameter, 'filter', detail),
    )
  })

  test('related records in another store are found by their keys, except on the Null adapter', async () => {
    const { users, notes } = people.resources
    users.allowFilter('notes.body')
    const rows = await people.prisma.note.findMany({ orderBy: { id: 'desc' } })
    notes.useAdapter(new MemoryAdapter(new MemoryStore({ Note: rows })))
    expect(await ids('/users?filter[notes.body]=on user 1 again')).toEqual([1])
    expect(await ids('/users?filter[not][notes.body]=on user 1 again')).toEqual([2, 3])
    notes.useAdapter(NullAdapter)
    expect(() => serve(people.resources.all)).toThrow(
      `allowFilter('notes.body') cannot go through "notes.body": "notes" connects "users" to "notes": NullAdapter cannot filter records itself`,
    )
  })

  test('the query log contains the query that reads the keys for a filter (21.5)', async () => {
    const { users } = people.resources
    users.allowFilter('notes.body')
    const api = serve(people.resources.all, { queryLog: () => true })
    const query = (resource: string, operation: string, rows: number) => ({
      resource,
      operation,
      rows,
      path: '',
    })
    expect((await api.get('/users?filter[notes.body]=on user 1')).body).toMatchObject({
      meta: { queries: { queries: [query('notes', 'keys', 1), query('users', 'resolve', 1)], includes: [] } },
    })
  })
})

describe.each(databases)('filters/through-many (3.9): composite keys on $name', ({ openKeys }) => {
  let store: OpenDatabase<KeysClient>
  let api: Served
  beforeAll(async () => {
    store = await openKeys()
    await seedKeys(store.prisma)
    const resources = keysResources(store.prisma)
    const { tenants, customers, invoices, labels } = resources
    customers?.allowFilter('billed.title')
    customers?.allowFilter('approved.title')
    customers?.allowFilter('billed.id')
    invoices?.allowFilter('lines.text')
    invoices?.allowFilter('labels.color')
    labels?.allowFilter('invoices.title')
    tenants?.allowFilter('customers.billed.labels.color')
    api = serve(Object.values(resources))
  })
  afterAll(() => store.close())

  test.each([
    ['/customers?filter[billed.title]=invoice 1 of 1', ['1~1']],
    ['/customers?filter[approved.title]=invoice 1 of 1', ['1~2']],
    ['/customers?filter[billed.id]=2~2', ['2~1']],
    ['/customers?filter[not][billed.id]=2~2', ['1~1', '1~2', '2~2']],
    ['/invoices?filter[lines.text]=line 2 of 2, invoice 3', []],
    ['/invoices?filter[lines.text]={{line 2 of 2, invoice 3}}', ['2~3']],
    ['/invoices?filter[labels.color]=red', ['1~1', '2~1']],
    ['/invoices?filter[not][labels.color]=blue', ['1~3', '2~3']],
    ['/labels?filter[invoices.title]=invoice 2 of 2', ['2~zo!c3!ab']],
    ['/tenants?filter[customers.billed.labels.color]=blue', [1, 2]],
    ['/tenants?filter[customers.billed.labels.color]=green', []],
  ])('a filter through a composite key finds the matching records: %s', async (path, expected) => {
    expect(idsOf(await api.get(path))).toEqual(expected)
  })
})
