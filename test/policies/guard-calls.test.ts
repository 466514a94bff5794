import { type Api } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { sqlite } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { apiOf } from '../support/api-of.js'
import { ATOMIC_MEDIA_TYPE } from '../operations/support/operate.js'

const JSONAPI = 'application/vnd.api+json'

/** The guards that reject or throw; all others pass. */
interface Locals {
  readonly refuses?: readonly string[]
  readonly breaks?: readonly string[]
}

const asked: string[] = []

const GUARDS = [
  'listUsers',
  'readEmail',
  'sortEmail',
  'writeEmail',
  'writeName',
  'useQuiet',
  'useName',
  'readUser',
  'writeUser',
  'readTeam',
  'readRole',
  'writeRole',
  'createMembership',
  'updateMembership',
  'destroyMembership',
  'readMembers',
  'greet',
  'readTeamName',
  'writeMembers',
  'useSecret',
]

class ApplicationController extends ActionsController<Locals> {
  static {
    for (const name of GUARDS) {
      Object.defineProperty(this.prototype, name, {
        async value(this: ApplicationController): Promise<boolean> {
          asked.push(name)
          if (this.locals.breaks?.includes(name)) throw new Error(`${name} is broken.`)
          return !this.locals.refuses?.includes(name)
        },
      })
    }
  }
}

const membership = (attributes: object, relationships: object, id?: string): object => ({
  data: { type: 'memberships', ...(id !== undefined && { id }), attributes, relationships },
})
const user = { data: { type: 'users', id: '3' } }
const team = { data: { type: 'teams', id: '3' } }
const nested = {
  data: {
    type: 'users',
    attributes: { name: 'New', email: 'n@example.org' },
    relationships: { memberships: { data: [{ type: 'memberships', 'temp-id': 'a', method: 'create' }] } },
  },
  included: [{ type: 'memberships', 'temp-id': 'a', attributes: { role: 'x' }, relationships: { team } }],
}
const operations = {
  'atomic:operations': [
    { op: 'update', data: { type: 'users', id: '3', attributes: { name: 'User 3' } } },
    { op: 'update', ref: { type: 'memberships', id: '3', relationship: 'team' }, ...team },
  ],
}

type Row = readonly [
  what: string,
  method: string,
  path: string,
  body: object | undefined,
  locals: Locals,
  calls: string,
]

/** The guards of relationships that a request to users or memberships can reach. */
const LINKS = 'readUser writeUser readTeam readMembers writeMembers'

const ROWS: readonly Row[] = [
  ['a list', 'GET', '/users', undefined, {}, `200 ${LINKS} listUsers readEmail`],
  ['a list, seen before', 'GET', '/users', undefined, {}, `200 ${LINKS} listUsers readEmail`],
  [
    'a list, of another viewer',
    'GET',
    '/users',
    undefined,
    { refuses: ['readEmail'] },
    `200 ${LINKS} listUsers readEmail`,
  ],
  [
    'an action that is refused',
    'GET',
    '/users',
    undefined,
    { refuses: ['listUsers'] },
    `403 ${LINKS} listUsers`,
  ],
  ['a record', 'GET', '/users/1', undefined, {}, `200 ${LINKS} readEmail`],
  ['a record without guards', 'GET', '/nodes/1', undefined, {}, '200'],
  [
    'an include path',
    'GET',
    '/teams?include=memberships.user',
    undefined,
    {},
    '200 readMembers readTeam writeMembers readUser writeUser readTeamName readRole readEmail',
  ],
  [
    'an include path that is hidden',
    'GET',
    '/teams?include=memberships.user',
    undefined,
    { refuses: ['readUser'] },
    '400 readMembers readTeam writeMembers readUser writeUser readTeamName readRole',
  ],
  [
    'a filter through a path',
    'GET',
    '/memberships?filter[user.email]=x',
    undefined,
    {},
    `200 ${LINKS} readRole readEmail`,
  ],
  [
    'a filter through a path that is hidden',
    'GET',
    '/memberships?filter[user.email]=x',
    undefined,
    { refuses: ['readUser'] },
    `400 ${LINKS} readRole`,
  ],
  [
    'a filter by a hidden attribute',
    'GET',
    '/users?filter[email]=x',
    undefined,
    { refuses: ['readEmail'] },
    `400 ${LINKS} listUsers readEmail useName useQuiet useSecret`,
  ],
  [
    'a filter with a guard',
    'GET',
    '/users?filter[name]=x',
    undefined,
    {},
    `200 ${LINKS} listUsers readEmail useName`,
  ],
  [
    'a filter that is refused',
    'GET',
    '/users?filter[quiet]=true',
    undefined,
    { refuses: ['useQuiet'] },
    `400 ${LINKS} listUsers readEmail useQuiet useName useSecret`,
  ],
  [
    'a filter by an attribute whose guard is asked second',
    'GET',
    '/users?filter[secret]=x',
    undefined,
    { refuses: ['useSecret'] },
    `400 ${LINKS} listUsers readEmail useSecret useName useQuiet`,
  ],
  [
    'a group of filters',
    'GET',
    '/users?filter[or][0][name]=x&filter[or][1][quiet]=true',
    undefined,
    {},
    `200 ${LINKS} listUsers readEmail useName useQuiet`,
  ],
  [
    'a filter of an include',
    'GET',
    '/memberships?include=user&filter[user][name]=x',
    undefined,
    {},
    `200 ${LINKS} readRole readEmail useName`,
  ],
  ['a required filter', 'GET', '/notes', undefined, {}, `400 ${LINKS} useQuiet`],
  [
    'an unknown filter',
    'GET',
    '/users?filter[nosuch]=x',
    undefined,
    { refuses: ['useQuiet'] },
    `400 ${LINKS} listUsers readEmail useName useQuiet useSecret`,
  ],
  ['a sort', 'GET', '/users?sort=-email,name', undefined, {}, `200 ${LINKS} listUsers readEmail sortEmail`],
  [
    'a sort that is refused',
    'GET',
    '/users?sort=email',
    undefined,
    { refuses: ['sortEmail'] },
    `400 ${LINKS} listUsers readEmail sortEmail`,
  ],
  [
    'a sort by a hidden attribute',
    'GET',
    '/users?sort=email',
    undefined,
    { refuses: ['readEmail'] },
    `400 ${LINKS} listUsers readEmail`,
  ],
  [
    'a sort through a path',
    'GET',
    '/memberships?sort=user.email',
    undefined,
    {},
    `200 ${LINKS} readRole readEmail sortEmail`,
  ],
  [
    'a sort through a path that is hidden',
    'GET',
    '/memberships?sort=user.email',
    undefined,
    { refuses: ['readUser'] },
    `400 ${LINKS} readRole`,
  ],
  ['fields', 'GET', '/users?fields[users]=name', undefined, {}, `200 ${LINKS} listUsers readEmail`],
  [
    'fields that are hidden',
    'GET',
    '/users?fields[users]=email',
    undefined,
    { refuses: ['readEmail'] },
    `400 ${LINKS} listUsers readEmail`,
  ],
  ['a stat', 'GET', '/users?stats[email]=count', undefined, {}, `200 ${LINKS} listUsers readEmail`],
  [
    'a stat that is hidden',
    'GET',
    '/users?stats[email]=count',
    undefined,
    { refuses: ['readEmail'] },
    `400 ${LINKS} listUsers readEmail`,
  ],
  [
    'a cursor',
    'GET',
    '/users?sort=email&page[size]=1&page[after]=x',
    undefined,
    {},
    `400 ${LINKS} listUsers readEmail sortEmail`,
  ],
  ['a related address', 'GET', '/memberships/1/user', undefined, {}, `200 ${LINKS} readEmail readRole`],
  [
    'a related address that is hidden',
    'GET',
    '/memberships/1/user',
    undefined,
    { refuses: ['readUser'] },
    `404 ${LINKS}`,
  ],
  ['a related address that does not exist', 'GET', '/memberships/1/nosuch', undefined, {}, '404'],
  ['linkage', 'GET', '/memberships/1/relationships/user', undefined, {}, `200 ${LINKS} readEmail readRole`],
  [
    'a POST',
    'POST',
    '/memberships',
    membership({ role: 'x' }, { user, team }),
    {},
    `201 ${LINKS} createMembership readRole writeRole writeName readEmail writeEmail readTeamName`,
  ],
  [
    'a POST with a hidden attribute',
    'POST',
    '/memberships',
    membership({ role: 'x' }, { user, team }),
    { refuses: ['readRole'] },
    `400 ${LINKS} createMembership readRole writeName readEmail writeEmail readTeamName`,
  ],
  [
    'a POST with a hidden relationship',
    'POST',
    '/memberships',
    membership({}, { user, team }),
    { refuses: ['readUser'] },
    `400 ${LINKS} createMembership readRole writeRole readTeamName`,
  ],
  [
    'a POST with an unknown attribute',
    'POST',
    '/memberships',
    membership({ nosuch: 'x' }, { user, team }),
    {},
    `400 ${LINKS} createMembership readRole writeRole writeName readEmail writeEmail readTeamName`,
  ],
  [
    'a POST that is refused',
    'POST',
    '/memberships',
    membership({}, { user, team }),
    { refuses: ['createMembership'] },
    `403 ${LINKS} createMembership`,
  ],
  [
    'a nested POST',
    'POST',
    '/users',
    nested,
    {},
    `201 ${LINKS} readEmail createMembership writeName writeEmail readRole writeRole readTeamName`,
  ],
  [
    'a PATCH',
    'PATCH',
    '/memberships/1',
    membership({ role: 'owner' }, {}, '1'),
    {},
    `200 ${LINKS} updateMembership readRole writeRole`,
  ],
  [
    'a PATCH, seen before',
    'PATCH',
    '/memberships/1',
    membership({ role: 'owner' }, {}, '1'),
    {},
    `200 ${LINKS} updateMembership readRole writeRole`,
  ],
  [
    'a PATCH of a read-only attribute',
    'PATCH',
    '/memberships/1',
    membership({ role: 'x' }, {}, '1'),
    { refuses: ['writeRole'] },
    `400 ${LINKS} updateMembership readRole writeRole`,
  ],
  [
    'a PATCH of a read-only relationship',
    'PATCH',
    '/memberships/1',
    membership({}, { user }, '1'),
    { refuses: ['writeUser'] },
    `403 ${LINKS} updateMembership readRole writeRole`,
  ],
  [
    'a link',
    'POST',
    '/users/3/relationships/memberships',
    { data: [{ type: 'memberships', id: '2' }] },
    {},
    `204 ${LINKS} readEmail updateMembership writeName writeEmail readRole writeRole`,
  ],
  [
    'an unlink',
    'DELETE',
    '/users/3/relationships/memberships',
    { data: [{ type: 'memberships', id: '2' }] },
    {},
    `422 ${LINKS} readEmail updateMembership writeName writeEmail readRole writeRole`,
  ],
  [
    'a link that is read-only',
    'PATCH',
    '/memberships/1/relationships/user',
    user,
    { refuses: ['writeUser'] },
    `403 ${LINKS} updateMembership`,
  ],
  [
    'a link that is hidden',
    'PATCH',
    '/memberships/1/relationships/user',
    user,
    { refuses: ['readUser'] },
    `404 ${LINKS}`,
  ],
  [
    'a method that an address does not serve',
    'PUT',
    '/memberships/1/relationships/user',
    user,
    {},
    `405 ${LINKS}`,
  ],
  [
    'operations',
    'POST',
    '/operations',
    operations,
    {},
    `200 ${LINKS} writeName readEmail writeEmail ${LINKS} updateMembership readRole writeRole readTeamName`,
  ],
  [
    'operations on a hidden relationship',
    'POST',
    '/operations',
    operations,
    { refuses: ['readTeam'] },
    `404 ${LINKS} writeName readEmail writeEmail ${LINKS}`,
  ],
  [
    'an action of its own',
    'POST',
    '/users/1/-actions/greet',
    { meta: {} },
    {},
    `200 ${LINKS} greet readEmail`,
  ],
  [
    'an action of its own that is refused',
    'POST',
    '/users/1/-actions/greet',
    { meta: {} },
    { refuses: ['greet'] },
    `403 ${LINKS} greet`,
  ],
  ['a DELETE', 'DELETE', '/memberships/3', undefined, {}, `204 ${LINKS} destroyMembership readRole`],
  [
    'a DELETE that is refused',
    'DELETE',
    '/memberships/1',
    undefined,
    { refuses: ['destroyMembership'] },
    `403 ${LINKS} destroyMembership`,
  ],
  [
    'a guard that throws after one that refuses',
    'GET',
    '/memberships?filter[user.email]=x',
    undefined,
    { refuses: ['readUser'], breaks: ['readEmail'] },
    `400 ${LINKS} readRole`,
  ],
  [
    'a guard that throws after one of its name that refuses',
    'GET',
    '/users?filter[secret]=x',
    undefined,
    { refuses: ['useSecret'], breaks: ['readEmail'] },
    `500 ${LINKS} listUsers readEmail`,
  ],
  [
    'a relationship whose guard throws, of another resource',
    'GET',
    '/users',
    undefined,
    { breaks: ['readTeam'] },
    `500 ${LINKS} listUsers readEmail`,
  ],
]

describe('policies/guard-calls (22.6): the guards that a request calls', () => {
  const people = seededPeople(sqlite)
  let api: Api<Locals>

  beforeEach(() => {
    asked.length = 0
    const { all, memberships, users, teams, notes } = people.resources
    users.attribute('email', {
      type: 'string',
      readable: 'readEmail',
      sortable: 'sortEmail',
      writable: 'writeEmail',
    })
    users.attribute('name', { type: 'string', writable: 'writeName' })
    users.allowFilter('name', { if: 'useName' })
    users.allowFilter('quiet', { type: 'boolean', if: 'useQuiet' }, (scope) => scope)
    users.allowFilter('secret', { column: 'email', if: 'useSecret' })
    users.allowStat({ email: ['count'] })
    users.actions({ index: 'listUsers', show: true, create: true, update: true, destroy: true })
    users.action('greet', { on: 'record', guard: 'greet' }, (record) => record)
    teams.attribute('name', { type: 'string', readable: 'readTeamName' })
    teams.hasMany('memberships', {
      resource: 'memberships',
      foreignKey: 'teamId',
      readable: 'readMembers',
      writable: 'writeMembers',
    })
    memberships.attribute('role', { type: 'string', readable: 'readRole', writable: 'writeRole' })
    memberships.allowFilter('user.email')
    memberships.allowSort('user.email')
    memberships.belongsTo('user', {
      resource: 'users',
      foreignKey: 'userId',
      readable: 'readUser',
      writable: 'writeUser',
    })
    memberships.belongsTo('team', { resource: 'teams', foreignKey: 'teamId', readable: 'readTeam' })
    memberships.actions({
      index: true,
      show: true,
      create: 'createMembership',
      update: 'updateMembership',
      destroy: 'destroyMembership',
    })
    notes.allowFilter('body', { required: true, if: 'useQuiet' })
    api = apiOf(ApplicationController, all, { operations: true, onError: () => undefined })
  })

  test('each request calls only its own guards, in order and once each', async () => {
    const calls: Row[] = []
    for (const [what, method, path, body, locals] of ROWS) {
      asked.length = 0
      const type = path === '/operations' ? ATOMIC_MEDIA_TYPE : JSONAPI
      const init = body && { body: JSON.stringify(body), headers: { 'content-type': type, accept: type } }
      const answer = await api.fetch(new Request(`http://test.example${path}`, { method, ...init }), locals)
      await answer.text()
      calls.push([what, method, path, body, locals, [answer.status, ...asked].join(' ')])
    }
    expect(calls).toEqual(ROWS)
  })
})
