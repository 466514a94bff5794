import type { ControllerClass } from '@jsonapi-gen/runtime'
import type { IncludeInput } from '../../runtime/src/query/include.js'
import { describe, expect, test, vi } from 'vitest'
import { keyedDatabases } from '../support/databases.js'
import { controllerOf, serve, type Served } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { included } from './support.js'

/** The printed lines. A process prints each line only once, for all databases. */
const logged: string[] = []

describe.each(keyedDatabases)('sideload/whitelist (9.5): permitted includes on $title', (database) => {
  const people = seededPeople(database)

  const served = (
    whitelist?: Parameters<ControllerClass['sideloadWhitelist']>[0],
    strict = false,
  ): Served => {
    class Users extends controllerOf(people.resources.users) {
      static {
        if (whitelist !== undefined) this.sideloadWhitelist(whitelist)
      }
    }
    return serve(people.resources.all, {
      strict,
      controllers: { ...people.api.controllers, users: Users },
    })
  }
  const index = '/users?include=memberships.team,teams'
  const show = '/users/1?include=memberships.team,teams'
  const everything = ['memberships 1', 'memberships 2', 'teams 1', 'teams 2']

  test("a per-action whitelist permits each action's includes, and silently drops others", async () => {
    const api = served({ index: ['teams'], show: { memberships: 'team' } })
    const list = await api.get(index)
    expect({ status: list.status, included: included(list.body) }).toEqual({
      status: 200,
      included: ['teams 1', 'teams 2'],
    })
    expect(people.operations).toEqual(['User.findMany', 'Team.findMany'])
    const one = await api.get(show)
    expect({ status: one.status, included: included(one.body) }).toEqual({
      status: 200,
      included: everything,
    })
    expect(people.operations.slice(2)).toEqual(['User.findMany', 'Membership.findMany', 'Team.findMany'])
  })

  test.each<[string, IncludeInput]>([
    ['a string', 'memberships'],
    ['an array', ['memberships']],
  ])('a whitelist that is %s permits the includes for every action', async (_, whitelist) => {
    const api = served(whitelist as string)
    expect(included((await api.get(index)).body)).toEqual(['memberships 1', 'memberships 2', 'memberships 3'])
    expect(included((await api.get(show)).body)).toEqual(['memberships 1', 'memberships 2'])
  })

  test('in a whitelist, an action without an entry is unrestricted, unless there is a default entry', async () => {
    expect(included((await served({ index: [] }).get(show)).body)).toEqual(everything)
    expect(included((await served({ index: ['teams'], default: 'memberships' }).get(show)).body)).toEqual([
      'memberships 1',
      'memberships 2',
    ])
  })

  test('if no include is permitted, all are dropped, and `included` is an empty list', async () => {
    const { status, body } = await served({ index: [] }).get(index)
    expect({ status, included: (body as { included: unknown }).included }).toEqual({
      status: 200,
      included: [],
    })
    expect(people.operations).toEqual(['User.findMany'])
  })

  test('a permitted path permits its prefixes, but not longer paths', async () => {
    const { body } = await served({ index: 'memberships' }).get('/users?include=memberships.team')
    expect(included(body)).toEqual(['memberships 1', 'memberships 2', 'memberships 3'])
  })

  test('with a whitelist, an unknown name is dropped like any other name outside it', async () => {
    const { status, body } = await served({ index: ['teams'] }).get('/users?include=nosuch,teams')
    expect({ status, included: included(body) }).toEqual({ status: 200, included: ['teams 1', 'teams 2'] })
  })

  test.each([
    '/users?include=nosuch',
    '/users?include=nosuch&filter[id]=99',
    '/users/1?include=teams.nosuch',
  ])(
    'without a whitelist, an unknown include returns InvalidInclude, with or without rows: %s',
    async (path) => {
      expect(await served().get(path)).toMatchObject({
        status: 400,
        body: { errors: [{ status: '400', code: 'invalid_include', source: { parameter: 'include' } }] },
      })
      expect(people.operations).toEqual([])
    },
  )

  test('strict mode rejects an include outside the whitelist (2.4)', async () => {
    expect(await served({ index: ['teams'] }, true).get(index)).toMatchObject({
      status: 400,
      body: {
        errors: [
          { code: 'invalid_include', source: { parameter: 'include' } },
          { code: 'invalid_include', source: { parameter: 'include' } },
        ],
      },
    })
    expect(people.operations).toEqual([])
  })

  test("the resource's whitelist of includes applies if the controller has none", async () => {
    people.resources.teams.sideloadWhitelist({ index: ['users'] })
    const api = served()
    const { body } = await api.get('/teams?include=users,notes')
    expect(included(body)).toEqual(['users 1', 'users 2'])
  })

  test('filters, sorts and pages of a dropped include are dropped with it', async () => {
    const { status } = await served({ index: ['teams'] }).get(
      '/users?include=memberships,teams&filter[memberships][role]=owner&sort=id,-memberships.id&page[memberships][size]=1',
    )
    expect({ status, operations: people.operations }).toEqual({
      status: 200,
      operations: ['User.findMany', 'Team.findMany'],
    })
  })

  describe('a dropped include is reported', () => {
    const path = '/users?include=teams,memberships.taem,membreships,memberships.user'
    const WHITELIST = { index: ['teams', { memberships: 'team' }] }
    const lines = [
      'users.include.memberships.taem is ignored: there is no such relationship. Did you mean "team"?',
      'users.include.memberships.user is ignored: the whitelist does not permit it.',
      'users.include.membreships is ignored: there is no such relationship. Did you mean "memberships"?',
    ]
    const told = (explain?: (line: string) => void): Promise<{ readonly status: number }> => {
      class Users extends controllerOf(people.resources.users) {
        static {
          this.sideloadWhitelist(WHITELIST)
        }
      }
      const controllers = { ...people.api.controllers, users: Users }
      return serve(people.resources.all, { controllers, ...(explain && { explain }) }).get(path)
    }

    test('`explain` reports a dropped include for each request', async () => {
      for (const _ of [1, 2]) {
        const said: string[] = []
        expect((await told((line) => said.push(line))).status).toBe(200)
        expect(said.filter((line) => line.includes('.include.')).toSorted()).toEqual(lines)
      }
    })

    test('the log reports a dropped include once, and only in development', async () => {
      const printed = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      try {
        await told()
        expect(printed.mock.calls).toEqual([])
        vi.stubEnv('NODE_ENV', 'development')
        await told()
        await told()
        const said = printed.mock.calls.map(([line]) => String(line)).toSorted()
        expect([[], lines]).toContainEqual(said)
        expect(logged.length + said.length).toBeGreaterThan(0)
        logged.push(...said)
      } finally {
        vi.unstubAllEnvs()
        printed.mockRestore()
      }
    })

    test('strict mode reports a dropped include to the client', async () => {
      const { status, body } = await served(WHITELIST, true).get(path)
      const { errors = [] } = body as { readonly errors?: readonly { readonly detail: string }[] }
      expect([status, errors.map(({ detail }) => detail).toSorted()]).toEqual([
        400,
        [
          `"memberships.taem" cannot be included here. Did you mean "team"?`,
          `"memberships.user" cannot be included here.`,
          `"membreships" cannot be included here. Did you mean "memberships"?`,
        ],
      ])
    })
  })
})
