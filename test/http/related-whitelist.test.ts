import type { ControllerClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../support/databases.js'
import { controllerOf, serve, type Served } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { included } from '../sideload/support.js'

type Whitelist = Parameters<ControllerClass['sideloadWhitelist']>[0]

describe.each(anyDatabase)(
  'http/related-whitelist (9.5): whitelists at the URLs of a relationship on $name',
  (database) => {
    const people = seededPeople(database)

    /** Serves the API with whitelists on its controllers, by type. */
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
    ])(
      "the related resource's controller determines which paths can be included: %s",
      async (path, expected) => {
        const { status, body } = await served({ memberships }).get(path)
        expect({ status, included: included(body) }).toEqual({ status: 200, included: expected })
      },
    )

    test('at the URLs of a relationship, a list uses the whitelist of index, and a single record uses the whitelist of show', async () => {
      const api = served({ memberships: { index: ['user'], show: ['team'] } })
      const both = 'include=team,user'
      expect(included((await api.get(`/users/1/memberships?${both}`)).body)).toEqual(['users 1'])
      expect(included((await api.get(`/users/1/membership?${both}`)).body)).toEqual(['teams 1'])
    })

    test("a polymorphic relationship uses the whitelist for the related record's type", async () => {
      const api = served({ users: { show: 'memberships' }, teams: [] })
      const path = (note: number): string => `/notes/${note}/owner?include=memberships,notes`
      expect(included((await api.get(path(1))).body)).toEqual(['memberships 1', 'memberships 2'])
      expect(included((await api.get(path(2))).body)).toEqual([])
    })

    test("the controller's whitelist replaces the resource's whitelist, which applies if the controller has none", async () => {
      people.resources.memberships.sideloadWhitelist({ default: ['team'] })
      const path = '/users/1/memberships?include=team,user'
      expect(included((await served({ memberships }).get(path)).body)).toEqual(['users 1'])
      expect(included((await served({}).get(path)).body)).toEqual(['teams 1', 'teams 2'])
    })

    test("the parent record's whitelist has no effect at a related URL", async () => {
      const { body } = await served({ users: [] }).get('/users/1/memberships?include=team')
      expect(included(body)).toEqual(['teams 1', 'teams 2'])
    })

    test('strict mode rejects includes outside the whitelist (2.4)', async () => {
      const { status, body } = await served({ memberships }, true).get('/users/1/memberships?include=team')
      expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_include' }] } })
    })
  },
)
