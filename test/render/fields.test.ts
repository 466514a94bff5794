import type { ResourceClass } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { seededPeople } from '../support/seeded-people.js'

interface Shown {
  readonly type: string
  readonly id: string
  readonly attributes?: object
  readonly relationships?: object
  readonly links?: object
}

interface Shape {
  readonly data: Shown
  readonly included?: readonly Shown[]
}

/** The rendered members of a record, without its links. */
const shown = ({ links: _links, relationships, ...rest }: Shown) => ({
  ...rest,
  ...(relationships && { relationships: Object.keys(relationships) }),
})

describe.each(databases)('render/fields (7): fields and extra fields on $name', (database) => {
  const people = seededPeople(database)
  let users: ResourceClass
  beforeEach(() => {
    users = people.resources.users
    users.extraField('initial', {
      type: 'string',
      value: (user) => (user as { name: string }).name.charAt(0),
    })
  })

  const ask = async (search: string): Promise<Shape> =>
    (await people.api.get(`/users/1?${search}`)).body as Shape
  const all = ['memberships', 'teams', 'notes', 'membership']

  test('without fields, every attribute and relationship is rendered, but no extra field (7.1)', async () => {
    const { data } = await ask('')
    expect(shown(data)).toEqual({
      type: 'users',
      id: '1',
      attributes: { name: 'User 1', email: 'u1@example.org' },
      relationships: all,
    })
  })

  test('fields[type] limits the fields of that type wherever it occurs (7.1)', async () => {
    const { data, included = [] } = await ask('include=teams.users&fields[users]=name')
    expect(shown(data)).toEqual({ type: 'users', id: '1', attributes: { name: 'User 1' } })
    expect(included.filter(({ type }) => type === 'users').map(shown)).toEqual([
      { type: 'users', id: '2', attributes: { name: 'User 2' } },
    ])
    expect(included.filter(({ type }) => type === 'teams').map(({ attributes }) => attributes)).toEqual([
      { name: 'Team 1' },
      { name: 'Team 2' },
    ])
    const ofIncluded = await ask('include=teams&fields[teams]=')
    expect(ofIncluded.data.attributes).toMatchObject({ name: 'User 1' })
    expect(ofIncluded.included?.map(({ attributes }) => attributes)).toEqual([undefined, undefined])
  })

  test('the values of extra fields are computed for all records together, wherever they are in the document (7.2)', async () => {
    const calls: (readonly [count: number, names: readonly string[]])[] = []
    const valuesOf = (records: readonly object[], names: readonly string[]): readonly object[] => {
      calls.push([records.length, names])
      return (records as readonly { name: string }[]).map(({ name }) => ({
        length: name.length,
        last: name.at(-1),
      }))
    }
    users.extraField('length', { type: 'integer', values: valuesOf })
    users.extraField('last', { type: 'string', values: valuesOf })
    const { body } = await people.api.get(
      '/users?extra_fields[users]=length,last,initial&fields[users]=name&sort=id',
    )
    const { data } = body as { data: readonly Shown[] }
    expect(data.length).toBeGreaterThan(1)
    expect(data[0]?.attributes).toEqual({ name: 'User 1', length: 6, last: '1', initial: 'U' })
    const below = await ask('include=teams.users&extra_fields[users]=last&fields[users]=name')
    const others = below.included?.filter(({ type }) => type === 'users') ?? []
    expect(others.map(({ attributes }) => attributes)).toEqual([{ name: 'User 2', last: '2' }])
    expect(calls[0]).toEqual([data.length, ['length', 'last']])
    expect(calls.slice(1).every(([, names]) => names.join() === 'last')).toBe(true)
    expect(calls.length).toBeLessThanOrEqual(3)
    users.extraField('length', { type: 'integer', values: () => [] })
    expect((await people.api.get('/users?extra_fields[users]=length')).status).toBe(500)
  })

  test('`fields` without a type applies to the primary type (7.1)', async () => {
    const { data, included = [] } = await ask('fields=name&include=teams')
    expect(shown(data)).toEqual({ type: 'users', id: '1', attributes: { name: 'User 1' } })
    expect(included.map(({ attributes }) => attributes)).toEqual([{ name: 'Team 1' }, { name: 'Team 2' }])
  })

  test('relationships are fields, so only those in `fields` are rendered, with linkage (7.1)', async () => {
    const { data } = await ask('include=teams,notes&fields[users]=teams')
    expect(shown(data)).toEqual({ type: 'users', id: '1', relationships: ['teams'] })
    expect(data.relationships).toMatchObject({
      teams: {
        data: [
          { type: 'teams', id: '1' },
          { type: 'teams', id: '2' },
        ],
      },
    })
  })

  test('omitted fields are not rendered, but `included` is unaffected (7.1)', async () => {
    const { data, included = [] } = await ask('include=teams&fields[users]=name')
    expect(data.relationships).toBeUndefined()
    expect(included.map(({ id }) => id)).toEqual(['1', '2'])
  })

  test('an empty list of fields leaves only type and id (7.1)', async () => {
    const { data } = await ask('fields[users]=')
    expect(shown(data)).toEqual({ type: 'users', id: '1' })
  })

  test('extra_fields adds fields that are not rendered by default, and can be combined with fields (7.1)', async () => {
    expect(shown((await ask('extra_fields[users]=initial')).data)).toEqual({
      type: 'users',
      id: '1',
      attributes: { name: 'User 1', email: 'u1@example.org', initial: 'U' },
      relationships: all,
    })
    expect(shown((await ask('extra_fields[users]=initial&fields[users]=email')).data)).toEqual({
      type: 'users',
      id: '1',
      attributes: { email: 'u1@example.org', initial: 'U' },
    })
    expect(shown((await ask('extra_fields=initial&fields[users]=')).data)).toEqual({
      type: 'users',
      id: '1',
      attributes: { initial: 'U' },
    })
    expect(shown((await ask('extra_fields[users]=initial&fields[users]=name,initial')).data)).toEqual({
      type: 'users',
      id: '1',
      attributes: { name: 'User 1', initial: 'U' },
    })
  })

  test('`fields` accepts any type of the API, even if the response contains no records of that type (7.1)', async () => {
    expect((await people.api.get('/users?fields[nodes]=name')).status).toBe(200)
    expect((await people.api.get('/users?fields[nodes]=nosuch')).status).toBe(400)
  })

  test.each([
    ['fields[users]=nosuch', 'fields[users]'],
    ['fields[nosuch]=name', 'fields[nosuch]'],
    ['fields[users]=name,', 'fields[users]'],
    ['fields[users]=Name', 'fields[users]'],
    ['fields[users]=constructor', 'fields[users]'],
    ['fields[__proto__]=name', 'fields[__proto__]'],
    ['fields=nosuch', 'fields'],
    ['extra_fields[users]=nosuch', 'extra_fields[users]'],
    ['extra_fields[nosuch]=initial', 'extra_fields[nosuch]'],
    ['extra_fields[users]=name', 'extra_fields[users]'],
    ['extra_fields[teams]=initial&include=teams', 'extra_fields[teams]'],
    ['fields[users]=initial', 'fields[users]'],
    ['include=teams&fields[teams]=email', 'fields[teams]'],
  ])(
    'an unknown name or type in `fields` throws UnknownField before any query: %s (7.1)',
    async (search, parameter) => {
      expect(await people.api.get(`/users?${search}`)).toMatchObject({
        status: 400,
        body: { errors: [{ status: '400', code: 'unknown_field', source: { parameter } }] },
      })
      expect(people.operations).toEqual([])
    },
  )

  test("an extra field's function receives (scope, context), after filters and before the sort (7.2)", async () => {
    const seen: unknown[] = []
    users.allowFilter('marked', { type: 'string' }, (scope) => {
      seen.push('filter')
      return scope
    })
    users.sort((scope) => {
      seen.push('sort')
      return scope
    })
    users.extraField('noted', {}, (scope, context) => {
      seen.push('extra field', (context as { actionName: string }).actionName, scope)
      return scope
    })
    await people.api.get('/users?extra_fields[users]=noted&filter[marked]=x&sort=name')
    expect(seen).toEqual([
      'filter',
      'extra field',
      'index',
      people.adapter.all(adapterResource('users', 'User')),
      'sort',
      'sort',
    ])
  })

  test("an extra field's function runs only if the field is requested for its own type (7.2)", async () => {
    const seen: string[] = []
    users.extraField('noted', {}, (scope) => {
      seen.push('users')
      return scope
    })
    people.resources.teams.extraField('noted', {}, (scope) => {
      seen.push('teams')
      return scope
    })
    await people.api.get('/users?include=teams')
    expect(seen).toEqual([])
    await people.api.get('/users?include=teams&extra_fields[teams]=noted')
    expect(seen).toEqual(['teams'])
    await people.api.get('/users?include=teams&extra_fields[users]=noted')
    expect(seen).toEqual(['teams', 'users'])
  })

  test("an extra field's function receives the records that its scope loads, even if they are not included (7.2)", async () => {
    users.extraField(
      'membershipCount',
      { type: 'integer', value: (user) => (user as { memberships: unknown[] }).memberships.length },
      (scope) => (scope as ReturnType<typeof people.adapter.all>).include({ memberships: true }),
    )
    const counts = async (search: string): Promise<unknown> =>
      (
        (await people.api.get(`/users?extra_fields[users]=membershipCount&fields[users]=${search}`)).body as {
          data: readonly Shown[]
        }
      ).data.map(({ attributes }) => attributes)
    const expected = [{ membershipCount: 2 }, { membershipCount: 1 }, { membershipCount: 0 }]
    expect(await counts('')).toEqual(expected)
    expect(await counts('&include=memberships&filter[memberships][role]=owner')).toEqual(expected)
  })

  test("an extra field's value may be asynchronous, and its function receives the context (7.2)", async () => {
    users.extraField('action', {
      value: async (_user, context) => (context as { actionName: string }).actionName,
    })
    expect((await ask('extra_fields[users]=action&fields[users]=')).data.attributes).toEqual({
      action: 'show',
    })
  })

  test('an attribute does not exist for a request that its guard rejects (7.3)', async () => {
    users.attribute('email', { type: 'string', readable: 'isEditor' })
    expect((await ask('')).data.attributes).toEqual({ name: 'User 1' })
    const editor = await people.api.get('/users/1', { 'x-role': 'editor' })
    expect((editor.body as Shape).data.attributes).toEqual({ name: 'User 1', email: 'u1@example.org' })
    const { included = [] } = (await people.api.get('/teams/1?include=users')).body as Shape
    expect(included.map(({ attributes }) => attributes)).toEqual([{ name: 'User 1' }])
  })

  test.each(['fields[users]=', 'sort=', 'filter[', 'stats['])(
    'a request for an attribute that its guard rejects returns the response for an unknown name: %s (7.3)',
    async (start) => {
      users.attribute('email', { type: 'string', readable: 'isEditor' })
      users.allowStat({ email: ['count'] })
      const search = (name: string): string =>
        start.endsWith('[') ? `${start}${name}]=count` : `${start}${name}`
      const answer = async (name: string, headers = {}): Promise<{ status: number; text: string }> => {
        const { status, body } = await people.api.get(`/users?${search(name)}`, headers)
        return { status, text: JSON.stringify(body).replaceAll(name, 'x') }
      }
      expect(await answer('email')).toEqual(await answer('zzzzz'))
      expect((await answer('email')).status).toBe(400)
      expect((await answer('emaik')).text).not.toContain('email')
      expect((await answer('email', { 'x-role': 'editor' })).status).toBe(200)
      expect(people.operations).toHaveLength(start === 'stats[' ? 2 : 1)
    },
  )

  test('a guard that is not a method, or that returns anything but true, denies access (7.3)', async () => {
    for (const readable of ['noSuchMethod', 'request', 'toString', '__proto__']) {
      users.attribute('email', { type: 'string', readable })
      expect((await ask('')).data.attributes).toEqual({ name: 'User 1' })
    }
    users.attribute('email', { type: 'string', readable: false })
    expect((await ask('')).data.attributes).toEqual({ name: 'User 1' })
  })
})
