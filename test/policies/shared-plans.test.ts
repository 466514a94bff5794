import { type Api } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { dice, SEED } from '../support/dice.js'
import { seededPeople } from '../support/seeded-people.js'
import { ApplicationController, asked, type Locals } from './support/roles.js'
import { apiOf } from '../support/api-of.js'
import { narrowed } from '../support/scopes.js'

const ROLES = ['nobody', 'reader', 'member', 'admin'] as const
const PATHS = [
  '/memberships?sort=-role',
  '/memberships?include=user',
  '/memberships?filter[user.name]=User 1',
  '/memberships?filter[only]=2,1',
  '/memberships?fields[memberships]=role,user',
  '/memberships/1?include=user,team',
  '/users?include=memberships.user&fields[users]=name,email',
  '/users?filter[name][prefix]=User&stats[total]=count',
  '/users?filter[email]=u2@example.org',
  '/users?sort=-email&page[size]=2',
  '/users/2/memberships?include=team',
  '/teams?include=memberships.user&page[memberships][size]=1',
]

describe.each(databases)('policies/shared-plans (20.9): plans that requests share, on $name', (database) => {
  const people = seededPeople(database)
  let api: Api<Locals>

  beforeEach(() => {
    const { all, memberships, users } = people.resources
    memberships.allowFilter('user.name')
    memberships.belongsTo('user', { resource: 'users', foreignKey: 'userId', readable: 'isAdmin' })
    users.attribute('email', { type: 'string', readable: 'isMember', sortable: 'isAdmin' })
    users.allowFilter('name', { if: 'isReader' })
    api = apiOf(ApplicationController, all, {
      onError: () => undefined,
      parameters: ['pad'],
    })
  })

  const answerOf = async (path: string, role: Locals['role']): Promise<string> => {
    const answer = await api.fetch(new Request(`http://test.example${path}`), { role })
    return `${answer.status} ${(await answer.text()).replaceAll(PAD, '')}`
  }

  // A query of this length does not share a plan: it is parsed and planned anew for each request. The response must be
  // the same with and without sharing.
  const PAD = `&pad=${'x'.repeat(1100)}`

  test('each of 200 random requests returns the same response as when it is sent alone', async () => {
    const draw = dice(SEED)
    const alone = new Map<string, string>()
    const given: string[] = []
    const expected: string[] = []
    for (let count = 0; count < 200; count++) {
      const path = draw.of(PATHS)
      const role = draw.of(ROLES)
      const name = `${role} ${path}`
      const plain = alone.get(name) ?? (await answerOf(`${path}${PAD}`, role))
      alone.set(name, plain)
      expected.push(`${name}: ${plain}`)
      given.push(`${name}: ${await answerOf(path, role)}`)
    }
    expect(given).toEqual(expected)
    const kinds = new Set([...alone.values()].map((answer) => answer.slice(0, 3)))
    expect([...kinds].toSorted()).toEqual(['200', '400', '404'])
  })

  test('each request calls the same guards as when it is sent alone, once each', async () => {
    const asks = async (path: string, role: Locals['role']): Promise<string[]> => {
      asked.length = 0
      await answerOf(path, role)
      return [...asked]
    }
    for (const path of PATHS) {
      for (const role of [...ROLES, ...ROLES]) {
        expect([path, role, await asks(path, role)]).toEqual([path, role, await asks(`${path}${PAD}`, role)])
      }
    }
  })

  test('a filter function that changes its list does not affect other requests', async () => {
    people.resources.memberships.allowFilter(
      'only',
      { type: 'integer', list: true },
      (scope: unknown, ids: number[]) => narrowed(scope, { id: ids.shift() }),
    )
    const idsOf = async (): Promise<unknown> => {
      const answer = await answerOf('/memberships?filter[only]=2,1', 'member')
      return (JSON.parse(answer.slice(4)) as { data: { id: string }[] }).data.map(({ id }) => id)
    }
    expect([await idsOf(), await idsOf()]).toEqual([['2'], ['2']])
  })

  test('a changed declaration applies to a query string that was already used', async () => {
    const path = '/memberships?include=team'
    const before = await answerOf(path, 'admin')
    people.resources.teams.attribute('title', { type: 'string', column: 'name' })
    const after = await answerOf(path, 'admin')
    const isTold = (answer: string): boolean => answer.includes('"title":"Team 1"')
    expect([before, after].map(isTold)).toEqual([false, true])
  })

  test('requests that exceed the 500 cached query strings still return a response', async () => {
    const pathOf = (size: number): string => `/teams?page[size]=${size}`
    const first = await answerOf(pathOf(1), 'admin')
    for (let size = 2; size <= 505; size++) await answerOf(pathOf(size), 'admin')
    expect(await answerOf(pathOf(1), 'admin')).toBe(first)
  })
})
