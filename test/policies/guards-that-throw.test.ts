import { type Api, Forbidden, ServiceUnavailable, Unauthorized } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { sqlite } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { apiOf } from '../support/api-of.js'

const JSONAPI = 'application/vnd.api+json'

/** An error that an application creates once and throws repeatedly. */
const FROZEN = Object.freeze(new Forbidden({ detail: 'You are frozen out.' }))

interface Locals {
  readonly user: 'nobody' | 'banned' | 'frozen' | 'owner' | 'broken' | 'away'
}

class ApplicationController extends ActionsController<Locals> {
  isOwner(): boolean {
    const { user } = this.locals
    if (user === 'nobody') throw new Unauthorized({ detail: 'Log in first.' })
    if (user === 'banned') throw new Forbidden({ detail: 'You are banned.' })
    if (user === 'frozen') throw FROZEN
    if (user === 'broken') throw new Error('The directory of users is down.')
    if (user === 'away') throw new ServiceUnavailable({ detail: 'Try again later.' })
    return user === 'owner'
  }
}

describe('policies/guards-that-throw (14.17): guards that throw an error', () => {
  const people = seededPeople(sqlite)
  let api: Api<Locals>
  let unexpected: unknown[]
  let lines: string[]

  beforeEach(() => {
    unexpected = []
    lines = []
    const { all, users, memberships } = people.resources
    users.attribute('email', { type: 'string', readable: 'isOwner', writable: 'isOwner' })
    users.attribute('name', { type: 'string', writable: 'isOwner' })
    users.allowStat({ email: ['count'] })
    users.allowFilter('email')
    users.allowFilter('quiet', { type: 'boolean', if: 'isOwner' }, (scope) => scope)
    users.allowFilter('teams.name')
    users.extraField('initial', { value: () => 'U' })
    users.actions({ index: true, show: true, create: 'isOwner', update: true, destroy: true })
    memberships.belongsTo('user', {
      resource: 'users',
      foreignKey: 'userId',
      readable: 'isOwner',
      writable: 'isOwner',
    })
    memberships.belongsTo('team', { resource: 'teams', foreignKey: 'teamId', writable: 'isOwner' })
    api = apiOf(ApplicationController, all, {
      onError: (error) => unexpected.push(error),
      explain: (line) => lines.push(line),
    })
  })

  const send = async (
    user: Locals['user'],
    method: string,
    path: string,
    body?: string,
  ): Promise<readonly [number, string]> => {
    const init = body === undefined ? {} : { body, headers: { 'content-type': JSONAPI } }
    const answer = await api.fetch(new Request(`http://test.example${path}`, { method, ...init }), { user })
    return [answer.status, await answer.text()]
  }
  const patchOf = (type: string, content: object): string =>
    JSON.stringify({ data: { type, id: '1', ...content } })

  test('a frozen error that a guard throws is returned like any other error', async () => {
    const [status, text] = await send('frozen', 'POST', '/users', '{"data":{"type":"users"}}')
    expect([status, JSON.parse(text)]).toMatchObject([403, { errors: [{ detail: 'You are frozen out.' }] }])
    expect(unexpected).toEqual([])
  })

  const USER = 'memberships.sideloads.user.readable'
  const EMAIL = 'users.attributes.email.readable'

  /**
   * Requests that name something hidden, each with the first rule that is evaluated. With `zzz` instead, the name is
   * unknown.
   */
  const NAMED: readonly (readonly [string, string, string, string | undefined, string])[] = [
    ['user', 'GET', '/memberships?include=user', undefined, USER],
    ['user', 'GET', '/memberships/1/user', undefined, USER],
    ['user', 'GET', '/memberships/1/relationships/user', undefined, USER],
    ['user', 'GET', '/memberships?fields[memberships]=user', undefined, USER],
    ['user', 'PATCH', '/memberships/1/relationships/user', '{"data":{"type":"users","id":"2"}}', USER],
    [
      'user',
      'PATCH',
      '/memberships/1',
      patchOf('memberships', { relationships: { user: { data: null } } }),
      USER,
    ],
    ['teams', 'GET', '/users?include=teams', undefined, USER],
    ['teams.name', 'GET', '/users?filter[teams.name]=x', undefined, EMAIL],
    ['email', 'GET', '/users?filter[email]=x', undefined, EMAIL],
    ['email', 'GET', '/users?sort=email', undefined, EMAIL],
    ['email', 'GET', '/users?stats[email]=count', undefined, EMAIL],
    ['email', 'GET', '/users?fields[users]=email', undefined, EMAIL],
    ['email', 'PATCH', '/users/1', patchOf('users', { attributes: { email: 'x' } }), EMAIL],
    ['quiet', 'GET', '/users?filter[quiet]=true', undefined, EMAIL],
  ]

  test.each(NAMED)(
    'a guard\'s error does not reveal whether "%s" exists: %s %s',
    async (name, method, path, body, rule) => {
      const unknown = [method, path.replace(name, 'zzz'), body?.replace(name, 'zzz')] as const
      for (const user of ['nobody', 'banned'] as const) {
        const [status, text] = await send(user, method, path, body)
        expect([status, text.replaceAll(name, 'zzz')]).toEqual(await send(user, ...unknown))
        expect([400, 404]).toContain(status)
      }
      expect(people.operations).toEqual([])
      expect(unexpected).toEqual([])
      // An error in the application does not depend on the client's names: it is reported, and the response contains
      // no details.
      expect((await send('broken', method, path, body))[0]).toBe(500)
      expect(said(unexpected)).toEqual([
        `The guard "isOwner" of ${rule} threw an error: The directory of users is down.`,
      ])
      expect(unexpected[0]).toHaveProperty('cause.message', 'The directory of users is down.')
      expect(lines.filter((line) => line.includes('throws'))).toEqual([
        `${rule}: isOwner throws Error: The directory of users is down.`,
      ])
    },
  )

  test("every request reports the guard's name, even if plans and responses are shared", async () => {
    for (const explain of [undefined, (line: string) => lines.push(line)]) {
      const other = apiOf(ApplicationController, people.resources.all, {
        onError: (error) => unexpected.push(error),
        ...(explain && { explain }),
      })
      const ask = async (user: Locals['user'], method: string, path: string, body?: string) => {
        const init = body === undefined ? {} : { body, headers: { 'content-type': JSONAPI } }
        return (await other.fetch(new Request(`http://test.example${path}`, { method, ...init }), { user }))
          .status
      }
      const patch = patchOf('users', { attributes: { name: 'x' } })
      for (const user of ['owner', 'broken', 'owner', 'broken'] as const) {
        const isBroken = user === 'broken'
        expect([
          await ask(user, 'GET', '/users'),
          await ask(user, 'PATCH', '/users/1', patch),
          await ask(user, 'POST', '/users', '{"data":{"type":"users"}}'),
          said(unexpected.splice(0)),
        ]).toEqual(
          isBroken
            ? [
                500,
                500,
                500,
                [
                  'The guard "isOwner" of users.attributes.email.readable threw an error: The directory of users is down.',
                  'The guard "isOwner" of users.attributes.email.readable threw an error: The directory of users is down.',
                  'The guard "isOwner" of users.actions.create threw an error: The directory of users is down.',
                ],
              ]
            : [200, 200, 422, []],
        )
      }
    }
    expect(lines.filter((line) => line.includes('throws'))).toEqual([
      'users.attributes.email.readable: isOwner throws Error: The directory of users is down.',
      'users.attributes.email.readable: isOwner throws Error: The directory of users is down.',
      'users.actions.create: isOwner throws Error: The directory of users is down.',
      'users.attributes.email.readable: isOwner throws Error: The directory of users is down.',
      'users.attributes.email.readable: isOwner throws Error: The directory of users is down.',
      'users.actions.create: isOwner throws Error: The directory of users is down.',
    ])
  })

  test('an error names a throwing guard in the same way as a throwing scope', async () => {
    people.resources.users.scopes({
      read: () => {
        throw new Error('The directory of users is down.')
      },
    })
    expect((await send('owner', 'GET', '/users'))[0]).toBe(500)
    expect(said(unexpected)).toEqual([
      'The scope "read" of "users" threw an error: The directory of users is down.',
    ])
    expect(lines.at(-1)).toBe('users.scopes.read throws Error: The directory of users is down.')
  })

  test("a guard's error with a status above 499 is returned unchanged, and reported", async () => {
    expect((await send('away', 'GET', '/users?filter[email]=x'))[0]).toBe(503)
    expect(unexpected).toEqual([expect.any(ServiceUnavailable)])
  })

  test('attributes whose guards throw are omitted from a record, like attributes whose guards return false', async () => {
    const quiet = await send('banned', 'GET', '/users/1')
    expect(quiet[0]).toBe(200)
    expect(quiet[1]).not.toContain('example.org')
    expect(await send('nobody', 'GET', '/users/1')).toEqual(quiet)
    expect((await send('owner', 'GET', '/users/1'))[1]).toContain('u1@example.org')
  })

  test('writing a visible attribute whose guard throws returns 403, as if the guard returned false', async () => {
    const team = '{"data":{"type":"teams","id":"2"}}'
    expect((await send('nobody', 'PATCH', '/memberships/1/relationships/team', team))[0]).toBe(403)
    const [status, text] = await send(
      'nobody',
      'PATCH',
      '/users/1',
      patchOf('users', { attributes: { name: 'x' } }),
    )
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('The attribute \\"name\\" cannot be written.'),
    ])
  })

  test('an action returns the error that its guard throws', async () => {
    const body = JSON.stringify({ data: { type: 'users', attributes: {} } })
    const answers = await Promise.all(
      (['nobody', 'banned'] as const).map((user) => send(user, 'POST', '/users', body)),
    )
    expect(answers.map(([status]) => status)).toEqual([401, 403])
    expect(answers.map(([, text]) => text)).toEqual([
      expect.stringContaining('Log in first.'),
      expect.stringContaining('You are banned.'),
    ])
  })
})

/** The messages in the application's log, without the causes of the errors. */
const said = (errors: readonly unknown[]): readonly string[] =>
  errors.map((error) => (error instanceof Error ? error.message : String(error)))
