import type { ControllerClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { controllerOf, serve, type Served } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { included } from '../sideload/support.js'

type Whitelist = Parameters<ControllerClass['sideloadWhitelist']>[0]

describe.each(databases)(
  'http/related-whitelist (9.5): at the addresses of a relationship on $name',
  (database) => {
    const people = seededPeople(database)

    /** The API with whitelists of its controllers, by type. */
    const served = (whitelists: Readonly<Record<string, Whitelist>>, strict = false): Served => {
      const listed = people.resources.all.map((resource): [string, ControllerClass] => {
        const whitelist = whitelists[resource.config.type]
        const controller = controllerOf(resource)
        if (whitelist !== undefined) controller.sideloadWhitelist(whitelist)
        return [resource.config.type, controller]
      })
      return serve(people.resources.all, { strict, controllers: Object.fromEntries(listed) })
    }
    const memberships: Whitelist = { index: ['user'], show: ['user'], default: [] }

    test.each([
      ['/memberships?include=team,user', ['users 1', 'users 2']],
      ['/users/1/memberships?include=team,user', ['users 1']],
      ['/users/1/relationships/memberships?include=memberships.team', ['memberships 1', 'memberships 2']],
      [
        '/users/1/relationships/memberships?include=memberships.user',
        ['memberships 1', 'memberships 2', 'users 1'],
      ],
      ['/users/1/membership?include=team', []],
      ['/users/1/relationships/membership?include=membership.team', ['memberships 1']],
    ])('the controller of what a relationship leads to says what it includes: %s', async (path, expected) => {
      const { status, body } = await served({ memberships }).get(path)
      expect({ status, included: included(body) }).toEqual({ status: 200, included: expected })
    })

    test('a list is its index, one record its show', async () => {
      const api = served({ memberships: { index: ['user'], show: ['team'] } })
      const both = 'include=team,user'
      expect(included((await api.get(`/users/1/memberships?${both}`)).body)).toEqual(['users 1'])
      expect(included((await api.get(`/users/1/membership?${both}`)).body)).toEqual(['teams 1'])
    })

    test('of a polymorphic one, that of the type that the record leads to', async () => {
      const api = served({ users: { show: 'memberships' }, teams: [] })
      const path = (note: number): string => `/notes/${note}/owner?include=memberships,notes`
      expect(included((await api.get(path(1))).body)).toEqual(['memberships 1', 'memberships 2'])
      expect(included((await api.get(path(2))).body)).toEqual([])
    })

    test('the whitelist of the controller wins over the resource’s, which holds where it has none', async () => {
      people.resources.memberships.sideloadWhitelist({ default: ['team'] })
      const path = '/users/1/memberships?include=team,user'
      expect(included((await served({ memberships }).get(path)).body)).toEqual(['users 1'])
      expect(included((await served({}).get(path)).body)).toEqual(['teams 1', 'teams 2'])
    })

    test('the whitelist of the record that the relationship is of has no say in it', async () => {
      const { body } = await served({ users: [] }).get('/users/1/memberships?include=team')
      expect(included(body)).toEqual(['teams 1', 'teams 2'])
    })

    test('strict refuses what is outside of it (2.4)', async () => {
      const { status, body } = await served({ memberships }, true).get('/users/1/memberships?include=team')
      expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_include' }] } })
    })
  },
)
