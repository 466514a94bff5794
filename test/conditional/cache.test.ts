import { Controller, type ResourceClass } from '@jsonapi-gen/runtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { sqlite } from '../support/databases.js'
import { type TaggedApi, tagged, taggedTypes } from './support/served.js'

describe('conditional/cache (26.7): headers for caches', () => {
  const types = taggedTypes(sqlite)
  let api: TaggedApi
  beforeAll(async () => {
    await types.prisma.user.create({ data: { name: 'Ada', email: 'ada@example.org' } })
    await types.prisma.team.create({ data: { name: 'Team' } })
    await types.prisma.membership.create({ data: { userId: 1, teamId: 1, role: 'r' } })
    const resources = types.resources()
    resources['users']?.cache('public, max-age=60')
    resources['users']?.allowFilter('name', { type: 'string' })
    resources['users']?.allowFilter('memberships.role', { type: 'string' })
    resources['teams']?.cache('public, max-age=60')
    resources['memberships']?.cache('private, max-age=5')
    api = tagged(resources)
  })
  const cacheOf = async (path: string) => (await api.ask(path)).headers.get('cache-control')

  test('a response has the Cache-Control header of its resource, which by default forbids shared caches from storing it', async () => {
    expect(await cacheOf('/users')).toBe('public, max-age=60')
    expect(await cacheOf('/users/1')).toBe('public, max-age=60')
    expect(await cacheOf('/memberships/1')).toBe('private, max-age=5')
    expect(await cacheOf('/nodes')).toBe('private, no-cache')
  })

  test('a response with records of several resources has a Cache-Control header only if all of them declare the same header', async () => {
    expect(await cacheOf('/users?include=teams')).toBe('public, max-age=60')
    expect(await cacheOf('/users/1?include=teams')).toBe('public, max-age=60')
    expect(await cacheOf('/users?include=memberships')).toBe('private, no-cache')
    expect(await cacheOf('/users?include=teams.memberships')).toBe('private, no-cache')
    expect(await cacheOf('/users/1/teams')).toBe('public, max-age=60')
    expect(await cacheOf('/users/1/relationships/teams')).toBe('public, max-age=60')
    expect(await cacheOf('/memberships/1/user')).toBe('private, no-cache')
    expect(await cacheOf('/users/1/memberships')).toBe('private, no-cache')
  })

  test('no shared cache may store a response that depends on other records', async () => {
    expect(await cacheOf('/users?filter[name]=Ada')).toBe('public, max-age=60')
    expect(await cacheOf('/users?filter[memberships.role]=r')).toBe('private, no-cache')
    expect(await cacheOf('/users?filter[not][memberships.role]=r')).toBe('private, no-cache')
    expect(await cacheOf('/users?filter[or][0][name]=Ada&filter[or][1][memberships.role]=r')).toBe(
      'private, no-cache',
    )
  })

  test('a 304 has the Cache-Control header, an error must not be stored, and the response to a write has no such header', async () => {
    const { tag } = await api.ask('/users/1')
    const again = await api.ask('/users/1', { headers: { 'if-none-match': String(tag) } })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=60'])
    expect(await cacheOf('/users/99')).toBe('no-store')
    expect(await cacheOf('/nosuch')).toBe('no-store')
    const data = { type: 'users', id: '1', attributes: { name: 'Eda' } }
    const written = await api.ask('/users/1', { method: 'PATCH', data })
    expect([written.status, written.headers.get('cache-control')]).toEqual([200, null])
  })

  test('headers that the controller sets on a response are preserved', async () => {
    class Later extends Controller {
      override async renderJsonapi(...of: Parameters<Controller['renderJsonapi']>): Promise<Response> {
        const response = await super.renderJsonapi(...of)
        response.headers.set('cache-control', 'no-transform')
        response.headers.append('vary', 'Accept-Language')
        return response
      }
    }
    const { headers } = await tagged(types.resources(), { controller: Later }).ask('/users')
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'no-transform',
      'Accept, Accept-Language',
    ])
  })

  test.each([
    ['', '"" is not a Cache-Control directive'],
    ['max-age', '"max-age" is not a Cache-Control directive'],
    ['max-age=-1', '"max-age=-1" is not a Cache-Control directive'],
    ['private,max-age=1', '"private,max-age=1" is not a Cache-Control directive'],
    ['private, private', '"private" appears twice'],
    ['public, max-age=1, private', '"public" and "private" are mutually exclusive'],
    ['max-age=1\r\nx: y', '"max-age=1\r\nx: y" is not a Cache-Control directive'],
  ])('createApi rejects cache(%j)', (text, why) => {
    const resources = types.resources()
    const users: ResourceClass | undefined = resources['users']
    users?.cache(text as string)
    expect(() => tagged(resources)).toThrow(why)
  })

  test('createApi rejects a shared cache together with any visibility rule, and otherwise accepts it', () => {
    const RULES: readonly (readonly [rule: (users: ResourceClass) => unknown, limit: string | undefined])[] =
      [
        [(users) => users.scopes({ read: (scope) => scope }), 'its scope'],
        [(users) => users.actions({ index: 'isIn', show: true }), 'the guard "isIn"'],
        [(users) => users.actions({ index: true, show: 'isIn' }), 'the guard "isIn"'],
        [(users) => users.attribute('hidden', { type: 'string', readable: 'isIn' }), 'the guard "isIn"'],
        [(users) => users.allowFilter('name', { if: 'isIn' }), 'the guard "isIn"'],
        [(users) => users.scopes({ update: (scope) => scope }), undefined],
        [(users) => users.actions({ index: true, show: true, create: 'isIn' }), undefined],
        [() => undefined, undefined],
      ]
    const started = (cache: string, rule: (users: ResourceClass) => unknown): string => {
      const resources = types.resources()
      const users: ResourceClass | undefined = resources['users']
      if (!users) throw new Error('There are users.')
      users.cache(cache as string)
      rule(users)
      try {
        tagged(resources)
        return 'started'
      } catch (error) {
        return String(error)
      }
    }
    for (const [rule, limit] of RULES) {
      for (const cache of ['public, max-age=60', 's-maxage=60']) {
        const said = `cache('${cache}') lets shared caches store its responses for all clients, but ${limit} restricts what each client may see`
        expect(started(cache, rule)).toEqual(limit === undefined ? 'started' : expect.stringContaining(said))
      }
      expect(started('private, max-age=60', rule)).toBe('started')
    }
  })
})
