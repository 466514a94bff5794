import {
  type Api,
  createApi,
  defineRegistry,
  type DeniedRequest,
  type Resource,
  withoutPolicies,
} from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { ApplicationController, asked, type Locals } from './support/roles.js'
import { apiOf } from '../support/api-of.js'

const JSONAPI = 'application/vnd.api+json'

describe.each(databases)('policies/actions (14.11, 14.13): action guards, on $name', (database) => {
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
    api = apiOf(ApplicationController, all, {
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
    'a guard on index and show applies to all URLs, including related URLs: %s %s',
    async (method, path, status) => {
      expect((await send('reader', method, path)).status).toBe(status)
      const nobody = await send('nobody', method, path)
      expect(nobody.status).toBe(401)
      expect(asked).toEqual(['isReader', 'isReader'])
    },
  )

  test('includes, filters and linkage do not call the guards of index and show', async () => {
    expect((await send('nobody', 'GET', '/memberships?include=user')).status).toBe(200)
  })

  test('the 403 for a rejected action is returned before any lookup, and reveals neither the reason nor the record', async () => {
    const answers = [
      await send('reader', 'PATCH', '/teams/1', { data: { type: 'teams', id: '1', attributes: {} } }),
      await send('reader', 'PATCH', '/teams/99', { data: { type: 'teams', id: '99', attributes: {} } }),
    ]
    expect(answers).toEqual(
      [1, 2].map(() => ({ status: 403, errors: refused('This request is not allowed to update "teams".') })),
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
  ])('the guard of the action %s applies: %s %s', async (_what, method, path, body) => {
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

  test("creating a record within another write calls the guard of the new record's resource", async () => {
    const write = nested({ type: 'teams', 'temp-id': 'a', method: 'create' })
    const answer = await send('member', 'POST', '/memberships', write)
    expect(answer).toEqual({
      status: 403,
      errors: refused('This request is not allowed to create records of type "teams".', '/included/0'),
    })
    expect(denied).toEqual([
      { rule: 'actions.create: isAdmin', resource: 'teams', context: 'role member', path: '/memberships' },
    ])
    expect(people.operations).toEqual([])
  })

  test("a nested update, a link by a child's key, and the removal of a child by replacing a set all count as updates", async () => {
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
    // A link through a join or through the record's own key does not update other records.
    expect((await send('member', 'POST', '/users/1/relationships/teams', { data: [] })).status).toBe(204)
    expect(denied.map(({ rule, resource }) => `${resource} ${rule}`)).toEqual([
      'teams actions.update: isAdmin',
      'memberships actions.update: isAdmin',
      'memberships actions.update: isAdmin',
      'memberships actions.update: isAdmin',
    ])
  })

  test('`false` closes an action everywhere, and omitting an action closes only its URL', async () => {
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
        'This request is not allowed to destroy records of type "memberships".',
        '/data/relationships/memberships/data/0',
      ),
    })
    expect((await send('admin', 'PATCH', '/notes/1', { data: { type: 'notes', id: '1' } })).status).toBe(405)
  })

  test('action guards apply in process, and reject without a context', async () => {
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

  test('an error while a denial is logged is reported, and does not prevent the response', async () => {
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
    expect(told).toEqual([new Error('Nobody knows.')])
  })

  test('a guard that is not a method or does not return a boolean rejects the request', async () => {
    const { teams } = people.resources
    teams.actions({ index: 'isNothing', show: 'describe' })
    expect((await send('admin', 'GET', '/teams')).status).toBe(403)
    expect((await send('admin', 'GET', '/teams/1')).status).toBe(403)
  })
})
