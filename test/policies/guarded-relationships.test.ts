import { type Api, Unauthorized, withoutPolicies } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { ApplicationController, asked, type Locals } from './support/roles.js'
import { apiOf } from '../support/api-of.js'

const JSONAPI = 'application/vnd.api+json'

describe.each(databases)('policies/relationships (14.12): relationship guards, on $name', (database) => {
  const people = seededPeople(database)
  let api: Api<Locals>
  let faults: unknown[]

  beforeEach(() => {
    faults = []
    const { all, memberships, teams } = people.resources
    memberships.allowFilter('user.name')
    memberships.allowSort('user.name')
    memberships.allowFilter('userId', { type: 'integer' })
    memberships.allowFilter('team.name')
    memberships.belongsTo('user', {
      resource: 'users',
      foreignKey: 'userId',
      linkage: 'always',
      readable: 'isAdmin',
    })
    teams.hasMany('memberships', { resource: 'memberships', foreignKey: 'teamId', writable: 'isAdmin' })
    api = apiOf(ApplicationController, all, {
      onError: (error) => faults.push(error),
    })
  })

  const text = async (role: Locals['role'], path: string, init: RequestInit = {}): Promise<string> => {
    const answer = await api.fetch(new Request(`http://test.example${path}`, init), { role })
    return `${answer.status} ${await answer.text()}`
  }
  const json = (method: string, body: object): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': JSONAPI },
  })

  test('OPTIONS for a relationship that the user may not see returns the same response as for an unknown relationship (15.5)', async () => {
    const allow = async (role: Locals['role'], name: string): Promise<string> => {
      const init = { method: 'OPTIONS' }
      const request = new Request(`http://test.example/memberships/1/relationships/${name}`, init)
      const answer = await api.fetch(request, { role })
      return `${answer.status} ${answer.headers.get('allow')}`
    }
    expect(await allow('admin', 'user')).toMatch(/^204 GET, HEAD/)
    expect([await allow('member', 'user'), await allow('member', 'nosuch')]).toEqual(['404 null', '404 null'])
  })

  test('an anonymous user sees no guarded relationship, and cannot distinguish a hidden relationship from an unknown name', async () => {
    const unauthorized = (): never => {
      throw new Unauthorized({ detail: 'The token is not valid.' })
    }
    const broken = (): never => {
      throw new Error('The directory of users is down.')
    }
    const inits = [{}, { method: 'OPTIONS' }, { method: 'PUT' }, json('PATCH', { data: null })]
    for (const locals of [unauthorized, broken]) {
      for (const init of inits) {
        const answers = ['user', 'zzzz'].map(async (name) => {
          const path = `http://test.example/memberships/1/relationships/${name}`
          const answer = await api.fetchWith(new Request(path, init), locals)
          return `${answer.status} ${(await answer.text()).replaceAll(name, 'name')}`
        })
        const [hidden, unknown] = await Promise.all(answers)
        expect(hidden).toBe(unknown)
        expect(hidden).toMatch(/^404/)
      }
    }
    expect(new Set(faults.map(String))).toEqual(new Set(['Error: The directory of users is down.']))
    const seen = new Request('http://test.example/memberships/1')
    expect((await api.fetchWith(seen, unauthorized)).status).toBe(401)
  })

  test('a user who may see a relationship learns which methods it supports (15.5)', async () => {
    const put = new Request('http://test.example/memberships/1/relationships/user', { method: 'PUT' })
    asked.length = 0
    const answer = await api.fetch(put, { role: 'admin' })
    expect([answer.status, answer.headers.get('allow'), asked]).toEqual([
      405,
      'GET, HEAD, PATCH, OPTIONS',
      ['isAdmin'],
    ])
  })

  const membership = (relationships: object): object => ({
    data: { type: 'memberships', id: '1', relationships },
  })

  // The unknown name has the same length, so that the responses have the same length. Neither name is similar to
  // another name.
  test.each([
    ['/memberships?include=user', {}],
    ['/memberships?include=team,user.teams', {}],
    ['/memberships?include=user&filter[user][name]=x&page[user][size]=1&sort=user.name', {}],
    ['/memberships?filter[user.name]=x', {}],
    ['/memberships?sort=user.name', {}],
    ['/memberships?fields[memberships]=role,user', {}],
    ['/teams?include=memberships.user', {}],
    ['/memberships/1/user', {}],
    ['/memberships/1/relationships/user', {}],
    ['/memberships/1/relationships/user', json('PATCH', { data: { type: 'users', id: '1' } })],
    ['/memberships/1', json('PATCH', membership({ user: { data: { type: 'nothing', id: '1' } } }))],
    ['/memberships/1', json('PATCH', membership({ user: {} }))],
    ['/memberships/1/relationships/user', { method: 'PUT' }],
    ['/memberships/1/relationships/user', json('POST', { data: [] })],
    ['/memberships/1/user', { method: 'DELETE' }],
    ['/memberships/1/user', { headers: { accept: `${JSONAPI};charset=utf-8` } }],
    ['/memberships/1/user', { method: 'HEAD', headers: { accept: `${JSONAPI};charset=utf-8` } }],
    [
      '/memberships/1/relationships/user',
      { ...json('PATCH', {}), headers: { 'content-type': 'text/plain' } },
    ],
    ['/memberships/1/relationships/user', { ...json('PATCH', {}), body: '{"data":' }],
  ])('a hidden relationship behaves like an unknown name: %s', async (path, init) => {
    const unknown = (given: string): string => given.replaceAll('user', 'zzzz').replaceAll('zzzzs', 'users')
    const other = { ...init, ...('body' in init && { body: unknown(String(init.body)) }) }
    const hidden = await text('member', path, init)
    expect(Number(hidden.slice(0, 3))).toBeGreaterThanOrEqual(400)
    expect(unknown(hidden)).toBe(await text('member', unknown(path), other))
    expect(hidden).not.toMatch(/^5/)
  })

  test('a hidden relationship is not rendered, and its key cannot be used as a filter', async () => {
    const hidden = await text('member', '/memberships')
    expect(hidden).toMatch(/^200/)
    expect(hidden).not.toContain('user')
    expect(await text('admin', '/memberships')).toContain('"user":{')
    expect(await text('member', '/memberships?filter[userId]=1')).toMatch(/^400.*is not allowed/)
    expect(await text('admin', '/memberships?filter[userId]=1')).toMatch(/^200/)
  })

  test("a store error about a hidden relationship's key names the relationship only to users who may see it", async () => {
    const create = json('POST', { data: { type: 'memberships', attributes: { role: 'new' } } })
    const hidden = await text('member', '/memberships', create)
    expect(hidden).toMatch(/^422/)
    expect(hidden).not.toContain('user')
    expect(await text('member', '/memberships?fields[memberships]=role', create)).toBe(hidden)
  })

  test('a relationship with `readable: false` is never shown, but a writable one is written in a body and at its URL', async () => {
    const { all, memberships } = people.resources
    memberships.belongsTo('team', { resource: 'teams', foreignKey: 'teamId', readable: false })
    api = apiOf(ApplicationController, all)
    const statuses: string[] = []
    const ask = async (path: string, init?: RequestInit) =>
      statuses.push((await text('admin', path, init)).slice(0, 3))
    await ask('/memberships/1/team')
    await ask('/memberships/1/relationships/team')
    await ask('/memberships?include=team')
    await ask('/memberships/1/relationships/team', json('PATCH', { data: { type: 'teams', id: '3' } }))
    await ask('/memberships/1', json('PATCH', membership({ team: { data: { type: 'teams', id: '1' } } })))
    expect(statuses).toEqual(['404', '404', '400', '204', '200'])
    expect(await text('admin', '/memberships/1')).not.toContain('team')
  })

  test('a visible relationship that is not writable returns 403 in a body and at its URL', async () => {
    const patch = json('PATCH', {
      data: { type: 'teams', id: '1', relationships: { memberships: { data: [] } } },
    })
    expect(await text('member', '/teams/1', patch)).toMatch(
      /^403.*The relationship \\"memberships\\" cannot be written/,
    )
    expect(await text('member', '/teams/1/relationships/memberships', json('PATCH', { data: [] }))).toMatch(
      /^403/,
    )
    expect(await text('member', '/teams/1/memberships')).toMatch(/^200/)
    const none = json('POST', { data: [] })
    expect(await text('admin', '/teams/1/relationships/memberships', none)).toMatch(/^204/)
  })

  test('relationship guards apply in process', async () => {
    const { memberships } = people.resources
    const all = (): Promise<unknown> =>
      (memberships as unknown as { all(query: object): Promise<unknown> }).all({ include: 'user' })
    await expect(api.as({ role: 'member' }, all)).rejects.toMatchObject({ code: 'invalid_include' })
    await expect(all()).rejects.toMatchObject({ code: 'invalid_include' })
    await expect(api.as({ role: 'admin' }, all)).resolves.toMatchObject({ data: expect.any(Array) })
    await expect(withoutPolicies(all)).resolves.toMatchObject({ data: expect.any(Array) })
  })
})
