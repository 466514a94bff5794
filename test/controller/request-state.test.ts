import { Query, type Resource } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { sqlite } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { controllerOf, serve, type Served } from '../support/serve.js'

const JSONAPI = 'application/vnd.api+json'

describe('controller/request-state (3.2, 22.3): one request calls each guard and each base scope once', () => {
  const people = seededPeople(sqlite)
  const asked: string[] = []
  let api: Served

  /** Records each call of a base scope, by its resource, and each call of the only guard, which is slow. */
  beforeEach(() => {
    asked.length = 0
    const { all, users, teams, memberships } = people.resources
    for (const resource of all) {
      const { baseScope } = resource.prototype as Resource
      resource.prototype.baseScope = function (this: Resource, context?: object): unknown {
        asked.push(resource.config.type)
        return baseScope.call(this, context)
      }
    }
    users.attribute('email', { type: 'string', readable: 'seesMail' })
    users.allowFilter('email')
    memberships.allowFilter('user.email')
    users.hasMany('again', { resource: 'memberships', foreignKey: 'userId' })
    teams.hasMany('again', { resource: 'memberships', foreignKey: 'teamId' })
    const controllers = all.map((resource) => [
      resource.config.type,
      class extends controllerOf(resource) {
        async seesMail(): Promise<boolean> {
          asked.push('guard')
          await new Promise((resume) => setTimeout(resume, 2))
          return true
        }
        async update(): Promise<Response> {
          const { object } = await this.jsonapiUpdate()
          return this.renderJsonapi(object, { scope: false })
        }
        async index(): Promise<Response> {
          return this.renderJsonapi(this.recordScope())
        }
      },
    ])
    api = serve(all, { controllers: Object.fromEntries(controllers) })
  })

  const relationship = { method: 'PATCH', headers: { 'content-type': JSONAPI } }
  test.each([
    ['/users?include=memberships.user,again&filter[email][prefix]=u', {}, ['guard', 'memberships', 'users']],
    ['/users/1?include=memberships,again', {}, ['guard', 'memberships', 'users']],
    ['/users/1/memberships?include=user', {}, ['guard', 'memberships', 'users']],
    ['/users/1/relationships/memberships?include=memberships.user', {}, ['guard', 'memberships', 'users']],
    ['/notes/1/owner', {}, ['guard', 'notes', 'users']],
    [
      '/memberships/1/relationships/user',
      { ...relationship, body: JSON.stringify({ data: { type: 'users', id: '1' } }) },
      ['guard', 'memberships', 'users'],
    ],
  ])('%s calls each guard and base scope once', async (path, init, expected) => {
    expect((await api.fetch(path, init)).status).toBeLessThan(300)
    expect(asked.toSorted()).toEqual(expected)
  })

  test.each([
    ['/users/1/memberships?filter[or][0][role]=owner', {}],
    ['/users/1/relationships/memberships?filter[or][0][role]=owner', {}],
    [
      '/users/1?include=memberships&filter[memberships][or][0][role]=owner',
      {
        method: 'PATCH',
        headers: { 'content-type': JSONAPI },
        body: JSON.stringify({ data: { type: 'users', id: '1', attributes: { name: 'Planned' } } }),
      },
    ],
  ])('the request %s is planned once', async (path, init) => {
    people.resources.memberships.allowFilter('role')
    const { adapter } = people.resources.memberships.config
    if (!adapter) throw new Error('Memberships have an adapter.')
    // Only planning looks up whether the adapter supports groups of filters.
    let planned = 0
    const facts = adapter.facts.bind(adapter)
    adapter.facts = (resource) => {
      const known = facts(resource)
      const can = Object.defineProperty({ ...known.can }, 'filterByGroups', { get: () => planned++ >= 0 })
      return { ...known, can }
    }
    const { status } = await api.fetch(path, init)
    adapter.facts = facts
    expect([status, planned]).toEqual([200, 1])
  })

  test('separate requests call their guards and base scopes separately', async () => {
    await Promise.all([api.get('/users'), api.get('/users')])
    expect(asked.toSorted()).toEqual(['guard', 'guard', 'users', 'users'])
  })

  test('an in-process call is a separate request, but a call inside a request is part of that request', async () => {
    const { memberships, users } = people.resources
    const all = (): Promise<unknown> =>
      (memberships as unknown as { all(query: object): Promise<unknown> }).all({ include: ['user.again'] })
    await all()
    await all()
    expect(asked.toSorted()).toEqual(['memberships', 'memberships', 'users', 'users'])
    asked.length = 0
    users.extraField('more', { value: () => all().then(() => 1) })
    expect((await api.get('/users/1?include=memberships&extra_fields[users]=more')).status).toBe(200)
    expect(asked.toSorted()).toEqual(['guard', 'memberships', 'users'])
  })

  test('a scope that an application builds counts as one request until it is resolved', async () => {
    const { memberships } = people.resources
    const instance = new memberships()
    const query = Query.ofValues({ type: 'memberships', hasFilter: () => true, isMany: () => false }, {
      include: ['user'],
    } as never)
    const scope = await instance.buildScope(instance.baseScope(), query)
    expect(asked).toEqual(['memberships'])
    await scope.resolve()
    await scope.resolve()
    expect(asked).toEqual(['memberships', 'users'])
  })
})
