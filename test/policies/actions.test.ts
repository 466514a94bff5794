import {
  type Api,
  createApi,
  defineRegistry,
  type DeniedRequest,
  type Resource,
  Unauthorized,
  withoutPolicies,
} from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'

const JSONAPI = 'application/vnd.api+json'

interface Locals {
  readonly role: 'nobody' | 'reader' | 'member' | 'admin'
}

const asked: string[] = []

class ApplicationController extends ActionsController<Locals> {
  isReader(): boolean {
    asked.push('isReader')
    if (this.locals.role === 'nobody') throw new Unauthorized({ detail: 'Log in first.' })
    return true
  }
  async isMember(): Promise<boolean> {
    asked.push('isMember')
    return this.locals.role === 'member' || this.locals.role === 'admin'
  }
  isAdmin(): boolean {
    asked.push('isAdmin')
    return this.locals.role === 'admin'
  }
  override describe(): string {
    return `role ${this.locals.role}`
  }
}

describe.each(databases)('policies/actions (14.11, 14.13) on $name', (database) => {
  const people = seededPeople(database)
  let api: Api<Locals>
  let denied: (DeniedRequest & { readonly path: string })[]

  beforeEach(() => {
    asked.length = 0
    denied = []
    const { all, users, teams, memberships, notes } = people.resources
    users.actions({ index: 'isReader', show: 'isReader', create: 'isMember', update: 'isMember' })
    teams.actions({ index: true, show: true, create: 'isAdmin', update: 'isAdmin', destroy: 'isAdmin' })
    memberships.actions({ index: true, show: true, create: true, update: 'isAdmin', destroy: false })
    notes.actions('index', 'show', 'create')
    const controllers = all.map((resource) => [
      resource.config.type,
      class extends ApplicationController {
        static {
          this.jsonapi(resource)
        }
      },
    ])
    api = createApi<Locals>({
      registry: defineRegistry(Object.fromEntries(all.map((one) => [one.config.type, one]))),
      controllers: Object.fromEntries(controllers),
      onDenied: (what, request) => denied.push({ ...what, path: new URL(request.url).pathname }),
    })
  })

  const send = async (
    role: Locals['role'],
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly errors: readonly object[] | undefined }> => {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
    const answer = await api.fetch(new Request(`http://test.example${path}`, { method, ...init }), { role })
    const text = await answer.text()
    const errors = text === '' ? undefined : (JSON.parse(text) as { errors?: object[] }).errors
    return { status: answer.status, errors }
  }
  const refused = (detail: string, pointer?: string) => [
    {
      status: '403',
      code: 'forbidden',
      title: 'Forbidden',
      detail,
      ...(pointer !== undefined && { source: { pointer }, meta: expect.any(Object) }),
    },
  ]
  const linkage = (type: string, ...ids: number[]) => ({ data: ids.map((id) => ({ type, id: String(id) })) })

  test.each([
    ['GET', '/users', 200],
    ['GET', '/users/1', 200],
    ['GET', '/users/99', 404],
    ['GET', '/users/1/teams', 200],
    ['GET', '/teams/1/users', 200],
    ['GET', '/memberships/1/user', 200],
    ['GET', '/memberships/1/relationships/user', 200],
  ])(
    'a guard of index and show holds at addresses, related ones too: %s %s',
    async (method, path, status) => {
      expect((await send('reader', method, path)).status).toBe(status)
      const nobody = await send('nobody', method, path)
      expect(nobody.status).toBe(401)
      expect(asked).toEqual(['isReader', 'isReader'])
    },
  )

  test('an include, a filter and linkage are no address', async () => {
    expect((await send('nobody', 'GET', '/memberships?include=user')).status).toBe(200)
  })

  test('403 comes before any lookup, and says neither why nor of which record', async () => {
    const answers = [
      await send('reader', 'PATCH', '/teams/1', { data: { type: 'teams', id: '1', attributes: {} } }),
      await send('reader', 'PATCH', '/teams/99', { data: { type: 'teams', id: '99', attributes: {} } }),
    ]
    expect(answers).toEqual(
      [1, 2].map(() => ({ status: 403, errors: refused('This request may not update "teams".') })),
    )
    expect(people.operations).toEqual([])
    expect(denied[0]).toEqual({
      rule: 'actions.update: isAdmin',
      resource: 'teams',
      context: 'role reader',
      path: '/teams/1',
    })
  })

  test.each([
    ['create', 'POST', '/teams', { data: { type: 'teams', attributes: { name: 'New' } } }],
    ['destroy', 'DELETE', '/teams/3', undefined],
    ['a relationship', 'POST', '/teams/1/relationships/users', linkage('users', 2)],
    ['a relationship', 'PATCH', '/teams/1/relationships/users', linkage('users', 2)],
    ['a relationship', 'DELETE', '/teams/1/relationships/users', linkage('users', 1)],
  ])('%s by its guard: %s %s', async (_what, method, path, body) => {
    expect((await send('member', method, path, body)).status).toBe(403)
    expect(people.operations).toEqual([])
  })

  const nested = (teams: object): object => ({
    data: {
      type: 'memberships',
      attributes: { role: 'new' },
      relationships: { team: { data: teams } },
    },
    included: [{ type: 'teams', 'temp-id': 'a', attributes: { name: 'Nested' } }],
  })

  test('a create that is nested in another write asks the guard of its own resource', async () => {
    const write = nested({ type: 'teams', 'temp-id': 'a', method: 'create' })
    const answer = await send('member', 'POST', '/memberships', write)
    expect(answer).toEqual({
      status: 403,
      errors: refused('A record of the type "teams" can\'t be created by this request.', '/included/0'),
    })
    expect(denied).toEqual([
      { rule: 'actions.create: isAdmin', resource: 'teams', context: 'role member', path: '/memberships' },
    ])
    expect(people.operations).toEqual([])
  })

  test('a nested update, a link by a key of the child, and one who leaves a replaced set, are updates', async () => {
    const update = {
      data: {
        type: 'users',
        id: '1',
        relationships: { teams: { data: [{ type: 'teams', id: '1', method: 'update' }] } },
      },
      included: [{ type: 'teams', id: '1', attributes: { name: 'Renamed' } }],
    }
    expect((await send('member', 'PATCH', '/users/1', update)).status).toBe(403)
    expect(
      (await send('member', 'POST', '/users/1/relationships/memberships', linkage('memberships', 3))).status,
    ).toBe(403)
    expect(
      (await send('member', 'DELETE', '/users/1/relationships/memberships', linkage('memberships', 1)))
        .status,
    ).toBe(403)
    expect((await send('member', 'PATCH', '/users/1/relationships/memberships', { data: [] })).status).toBe(
      403,
    )
    expect(people.operations).toEqual([])
    // A join, and a key of the record itself, update nobody else.
    expect((await send('member', 'POST', '/users/1/relationships/teams', { data: [] })).status).toBe(204)
    expect(denied.map(({ rule, resource }) => `${resource} ${rule}`)).toEqual([
      'teams actions.update: isAdmin',
      'memberships actions.update: isAdmin',
      'memberships actions.update: isAdmin',
      'memberships actions.update: isAdmin',
    ])
  })

  test('false closes an action everywhere, and one that is left out its address', async () => {
    expect((await send('admin', 'DELETE', '/memberships/1')).status).toBe(405)
    expect((await send('admin', 'DELETE', '/users/1')).status).toBe(405)
    const destroy = {
      data: {
        type: 'users',
        id: '1',
        relationships: { memberships: { data: [{ type: 'memberships', id: '1', method: 'destroy' }] } },
      },
    }
    expect(await send('admin', 'PATCH', '/users/1', destroy)).toEqual({
      status: 403,
      errors: refused(
        'A record of the type "memberships" can\'t be destroyed by this request.',
        '/data/relationships/memberships/data/0',
      ),
    })
    expect((await send('admin', 'PATCH', '/notes/1', { data: { type: 'notes', id: '1' } })).status).toBe(405)
  })

  test('in process they hold as well: in a context by it, without one they refuse', async () => {
    const { teams } = people.resources
    const rename = (name: string): Promise<unknown> =>
      (new teams() as Resource).persistWithRelationships(
        { type: 'teams', tempId: undefined, method: 'update' },
        { id: 3, name },
        {},
      )
    await expect(rename('Refused')).rejects.toMatchObject({ status: 403 })
    await expect(api.as({ role: 'member' }, () => rename('Refused'))).rejects.toMatchObject({ status: 403 })
    expect(people.operations).toEqual([])
    await api.as({ role: 'admin' }, () => rename('By an admin'))
    await withoutPolicies(() => rename('Team 3'))
    expect(await people.prisma.team.findUnique({ where: { id: 3 } })).toMatchObject({ name: 'Team 3' })
  })

  test('a log of denials that fails takes no answer with it', async () => {
    const { all } = people.resources
    class Silent extends ApplicationController {
      static {
        this.jsonapi(people.resources.teams)
      }
      override describe(): string {
        throw new Error('Nobody knows.')
      }
    }
    const told: unknown[] = []
    const failing = createApi<Locals>({
      registry: defineRegistry(Object.fromEntries(all.map((one) => [one.config.type, one]))),
      controllers: { teams: Silent },
      onDenied: (what) => told.push(what),
      onError: (error) => told.push(error),
    })
    const destroy = new Request('http://test.example/teams/1', { method: 'DELETE' })
    expect((await failing.fetch(destroy, { role: 'reader' })).status).toBe(403)
    expect(told).toEqual([])
  })

  test('a guard that is no method, and one that returns no boolean, refuse', async () => {
    const { teams } = people.resources
    teams.actions({ index: 'isNothing', show: 'describe' })
    expect((await send('admin', 'GET', '/teams')).status).toBe(403)
    expect((await send('admin', 'GET', '/teams/1')).status).toBe(403)
  })
})

describe.each(databases)('policies/actions (14.12): relationships on $name', (database) => {
  const people = seededPeople(database)
  let api: Api<Locals>

  beforeEach(() => {
    const { all, memberships, teams } = people.resources
    memberships.allowFilter('user.name')
    memberships.allowFilter('userId', { type: 'integer' })
    memberships.allowFilter('team.name')
    memberships.belongsTo('user', {
      resource: 'users',
      foreignKey: 'userId',
      linkage: 'always',
      readable: 'isAdmin',
    })
    teams.hasMany('memberships', { resource: 'memberships', foreignKey: 'teamId', writable: 'isAdmin' })
    const controllers = all.map((resource) => [
      resource.config.type,
      class extends ApplicationController {
        static {
          this.jsonapi(resource)
        }
      },
    ])
    api = createApi<Locals>({
      registry: defineRegistry(Object.fromEntries(all.map((one) => [one.config.type, one]))),
      controllers: Object.fromEntries(controllers),
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

  test('OPTIONS of a relationship that the request may not see is that of none (15.5)', async () => {
    const allow = async (role: Locals['role'], name: string): Promise<string> => {
      const init = { method: 'OPTIONS' }
      const request = new Request(`http://test.example/memberships/1/relationships/${name}`, init)
      const answer = await api.fetch(request, { role })
      return `${answer.status} ${answer.headers.get('allow')}`
    }
    expect(await allow('admin', 'user')).toMatch(/^204 GET, HEAD/)
    expect([await allow('member', 'user'), await allow('member', 'nosuch')]).toEqual(['404 null', '404 null'])
  })

  test('who sees one is told of a wrong method, and what a relationship serves (15.5)', async () => {
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

  // The unknown name has as many letters, so that answers have the same length; neither is near to another.
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
  ])('one that may not be seen is as an unknown name: %s', async (path, init) => {
    const unknown = (given: string): string => given.replaceAll('user', 'zzzz').replaceAll('zzzzs', 'users')
    const other = { ...init, ...('body' in init && { body: unknown(String(init.body)) }) }
    const hidden = await text('member', path, init)
    expect(Number(hidden.slice(0, 3))).toBeGreaterThanOrEqual(400)
    expect(unknown(hidden)).toBe(await text('member', unknown(path), other))
    expect(hidden).not.toMatch(/^5/)
  })

  test('nothing of it is rendered, and its key can not be filtered by', async () => {
    const hidden = await text('member', '/memberships')
    expect(hidden).toMatch(/^200/)
    expect(hidden).not.toContain('user')
    expect(await text('admin', '/memberships')).toContain('"user":{')
    expect(await text('member', '/memberships?filter[userId]=1')).toMatch(/^400.*is not allowed/)
    expect(await text('admin', '/memberships?filter[userId]=1')).toMatch(/^200/)
  })

  test('what the store refuses of its key names it to nobody who does not see it', async () => {
    const create = json('POST', { data: { type: 'memberships', attributes: { role: 'new' } } })
    const hidden = await text('member', '/memberships', create)
    expect(hidden).toMatch(/^422/)
    expect(hidden).not.toContain('user')
    expect(await text('member', '/memberships?fields[memberships]=role', create)).toBe(hidden)
  })

  test('one that may be seen and not written is a 403 in a body and at its address', async () => {
    const patch = json('PATCH', {
      data: { type: 'teams', id: '1', relationships: { memberships: { data: [] } } },
    })
    expect(await text('member', '/teams/1', patch)).toMatch(
      /^403.*The relationship \\"memberships\\" can't be written/,
    )
    expect(await text('member', '/teams/1/relationships/memberships', json('PATCH', { data: [] }))).toMatch(
      /^403/,
    )
    expect(await text('member', '/teams/1/memberships')).toMatch(/^200/)
    const none = json('POST', { data: [] })
    expect(await text('admin', '/teams/1/relationships/memberships', none)).toMatch(/^204/)
  })

  test('in process too', async () => {
    const { memberships } = people.resources
    const all = (): Promise<unknown> =>
      (memberships as unknown as { all(query: object): Promise<unknown> }).all({ include: 'user' })
    await expect(api.as({ role: 'member' }, all)).rejects.toMatchObject({ code: 'invalid_include' })
    await expect(all()).rejects.toMatchObject({ code: 'invalid_include' })
    await expect(api.as({ role: 'admin' }, all)).resolves.toMatchObject({ data: expect.any(Array) })
    await expect(withoutPolicies(all)).resolves.toMatchObject({ data: expect.any(Array) })
  })
})
