import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { seededPeople } from '../support/seeded-people.js'
import { idsOf } from '../support/read/answers.js'

describe.each(databases)('sort/hidden (14.2): sorts through hidden records, on $name', (database) => {
  const people = seededPeople(database)
  const users = () => people.adapter.all(adapterResource('users', 'User'))
  const BY_USER = { sort: '-user.name', order: [3, 1, 2] }
  const bad = (by: string) => ({
    status: 400,
    body: {
      errors: [
        {
          code: 'bad_sort',
          source: { parameter: 'sort' },
          detail: `"memberships" cannot be sorted by "${by}".`,
        },
      ],
    },
  })
  const ask = (sort: string) => people.api.get(`/memberships?sort=${sort}`)

  test('a listed path can be used in a sort if nothing on it hides records (4.2)', async () => {
    expect(await ask('user.name')).toMatchObject(bad('user.name'))
    expect(people.operations).toEqual([])
    people.resources.memberships.allowSort('user.name')
    expect(idsOf(await ask(BY_USER.sort))).toEqual(BY_USER.order)
    const { body } = await ask('user.nam')
    expect(body).toMatchObject({
      errors: [{ detail: expect.stringContaining('Did you mean "user.name"?') }],
    })
  })

  const hide = {
    'a default filter': () => people.resources.users.defaultFilter('name', { not_eq: 'User 9' }),
    'a base scope of its resource': () => void (people.resources.users.prototype.baseScope = users),
    'the base scope of the relationship': () =>
      people.resources.memberships.belongsTo('user', {
        resource: 'users',
        foreignKey: 'userId',
        scope: users,
      }),
  }
  describe.each(Object.entries(hide))('if %s may hide records', (_, mayHide) => {
    test('a path that may reveal hidden records is rejected in a sort like an unknown name, whether alone, after other keys or in an include', async () => {
      mayHide()
      expect(await ask('user.name')).toMatchObject(bad('user.name'))
      expect(await ask('role,-user.id')).toMatchObject(bad('-user.id'))
      const { body: hidden } = await ask('user.name')
      const { body: absent } = await ask('user.nome')
      expect(JSON.stringify(hidden)).toBe(JSON.stringify(absent).replaceAll('nome', 'name'))
      const included = await people.api.get('/teams?include=memberships&sort=memberships.user.name')
      expect(included).toMatchObject({ status: 400, body: { errors: [{ code: 'bad_sort' }] } })
      expect(people.operations).toEqual([])
    })

    test('attributes of the resource itself can be used in a sort even if related records may be hidden', async () => {
      mayHide()
      expect(idsOf(await ask('role,-id'))).toEqual([3, 2, 1])
    })

    test('a path in a sort is accepted if that exact path is listed', async () => {
      mayHide()
      people.resources.memberships.allowSort('user.name')
      expect(idsOf(await ask(BY_USER.sort))).toEqual(BY_USER.order)
      expect((await ask('user.email')).status).toBe(400)
    })

    test("an attribute's guard applies to a listed path in a sort (7.3)", async () => {
      mayHide()
      people.resources.memberships.allowSort('user.name')
      people.resources.users.attribute('name', { type: 'string', sortable: 'isEditor' })
      expect((await ask('user.name')).status).toBe(400)
    })
  })

  test('a listed path may go through several relationships, and does not permit its prefixes', async () => {
    const { nodes } = people.resources
    nodes.allowSort('parent.parent.name')
    expect((await people.api.get('/nodes?sort=parent.parent.name')).status).toBe(200)
    expect((await people.api.get('/nodes?sort=parent.name')).status).toBe(400)
    nodes.prototype.baseScope = () => people.adapter.all(adapterResource('nodes', 'Node'))
    expect((await people.api.get('/nodes?sort=parent.parent.name')).status).toBe(200)
  })

  test("the application's default sort may use any path", async () => {
    people.resources.memberships.defaultSort([{ 'user.name': 'desc' }, { 'team.id': 'desc' }])
    expect(idsOf(await people.api.get('/memberships'))).toEqual([3, 2, 1])
  })
})
