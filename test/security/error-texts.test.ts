import { ValidationError } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Listening } from '../http/support/frameworks.js'
import { ApplicationController } from '../policies/support/roles.js'
import { apiOf } from '../support/api-of.js'
import { databases } from '../support/databases.js'
import { narrowed } from '../support/scopes.js'
import { typesResources, writableTypes } from '../write/support/types.js'
import { servedToRoles } from './support/express.js'

const JSONAPI = 'application/vnd.api+json'

/** Stored values of visible and hidden records. */
const STORED = ['Stored One', 'one@stored.example', 'Hidden Two', 'two@stored.example', 'kept role', '7777']

/** Names that a guard hides, and names of columns that differ in the API. */
const NAMES = ['secretMail', 'owner', 'quietly', 'email', 'userId', 'lockVersion', 'parentId']

/** Words in messages of databases, drivers and Prisma. */
const INSIDE =
  /sqlite|libsql|postgres|mariadb|prisma|kysely|constraint|_key\b|fkey|select |insert |update "|stack|node_modules|P20\d\d|23505|nosuch_table/i

const data = (type: string, attributes: object, relationships: object = {}, id?: string): object => ({
  data: { type, ...(id !== undefined && { id }), attributes, relationships },
})

/** Requests that are rejected, at least one for each reason. */
const REFUSED: readonly (readonly [method: string, path: string, status: number, body?: object | string])[] =
  [
    ['GET', '/users?fields[users]=secretMai', 400],
    ['GET', '/users?sort=secretMai', 400],
    ['GET', '/users?filter[secretMai]=x', 400],
    ['GET', '/users?filter[quietl]=true', 400],
    ['GET', '/users?filter[email]=x', 400],
    ['GET', '/users?stats[secretMai]=count', 400],
    ['GET', '/users?stats[total]=sum', 400],
    ['GET', '/users?filter[name][gtt]=x', 400],
    ['GET', '/users?filter[id]=one', 400],
    ['GET', '/users?page[after]=bm90aGluZw', 400],
    ['GET', '/users?page[size]=100000', 400],
    ['GET', '/users?nosuch=1', 400],
    ['GET', '/memberships?include=ownr', 400],
    ['GET', '/memberships?filter[ownr.name]=x', 400],
    ['GET', '/memberships/1/ownr', 404],
    ['GET', '/memberships/1/relationships/ownr', 404],
    ['GET', '/users/2', 404],
    ['PATCH', '/users/2', 404, data('users', { name: 'x' }, {}, '2')],
    ['DELETE', '/users/2', 404],
    ['POST', '/users', 400, data('users', { name: 'x', secretMai: 'x' })],
    ['POST', '/users', 422, data('users', { name: 7 })],
    ['POST', '/users', 422, data('users', { name: 'x' })],
    ['POST', '/teams', 422, data('teams', { label: 'the team' })],
    ['POST', '/memberships', 400, data('memberships', {}, { ownr: { data: null } })],
    ['POST', '/memberships', 422, data('memberships', {}, { team: { data: { type: 'teams', id: '1' } } })],
    ['POST', '/memberships', 404, data('memberships', {}, { team: { data: { type: 'teams', id: '99' } } })],
    ['PATCH', '/documents/1', 409, data('documents', { title: 'x', version: 1 }, {}, '1')],
    ['DELETE', '/teams/1', 409],
    ['GET', '/nodes?filter[broken]=true', 500],
    ['POST', '/nodes', 422, data('nodes', { name: 'a refusing hook' })],
    ['POST', '/users', 400, '{"data": Stored'],
    ['GET', '/nosuch', 404],
    ['PUT', '/users/1', 405],
  ]

describe.each(databases)('security/error-texts (15.7, 18.7): error texts on $name', (database) => {
  const types = writableTypes(database)
  let server: Listening

  beforeAll(async () => {
    const { prisma, adapter } = types
    await prisma.user.create({ data: { id: 1, name: 'Stored One', email: 'one@stored.example' } })
    await prisma.user.create({ data: { id: 2, name: 'Hidden Two', email: 'two@stored.example' } })
    await prisma.team.create({ data: { id: 1, name: 'the team' } })
    await prisma.membership.create({ data: { id: 1, userId: 1, teamId: 1, role: 'kept role' } })
    await prisma.document.create({ data: { id: 1, slug: 's', folder: 'f', title: 't', lockVersion: 7777 } })
    const { users, teams, memberships, nodes, notes, documents } = typesResources(adapter)
    if (!users || !teams || !memberships || !nodes || !notes || !documents) {
      throw new Error('There are such types.')
    }
    users.config.attributes.delete('email')
    users.config.filters.delete('email')
    users.attribute('secretMail', {
      type: 'string',
      column: 'email',
      readable: 'isAdmin',
      writable: 'isAdmin',
    })
    users.allowFilter('secretMail')
    users.allowFilter('quietly', { type: 'boolean', if: 'isAdmin' }, (scope) => scope)
    users.scopes({ read: (scope) => narrowed(scope, { id: 1 }) })
    teams.config.attributes.delete('name')
    teams.config.filters.delete('name')
    teams.attribute('label', { type: 'string', column: 'name' })
    memberships.config.sideloads.delete('user')
    memberships.belongsTo('owner', {
      resource: 'users',
      foreignKey: 'userId',
      relation: 'user',
      readable: 'isAdmin',
    })
    memberships.allowFilter('owner.name')
    documents.config.attributes.delete('lockVersion')
    documents.attribute('version', { type: 'integer', column: 'lockVersion', writable: false, default: 0 })
    documents.version('version')
    teams.hasMany('memberships', { resource: 'memberships', foreignKey: 'teamId', dependent: 'restrict' })
    nodes.allowFilter('broken', { type: 'boolean' }, async () => {
      await prisma.$queryRawUnsafe('SELECT 1 FROM nosuch_table')
    })
    nodes.beforeCommit('create', () => {
      throw new ValidationError({ attribute: 'name', message: 'is refused' })
    })
    const all = [users, teams, memberships, nodes, notes, documents]
    server = await servedToRoles(apiOf(ApplicationController, all, { onError: () => undefined }))
  })
  afterAll(() => server.close())

  test.each(REFUSED.map(([method, path, status, body]) => ({ method, path, status, body })))(
    '$method $path returns $status without stored values, hidden names or database messages',
    async ({ method, path, status, body }) => {
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await fetch(`${server.url}${path}`, {
        method,
        ...(sent !== undefined && { body: sent, headers: { 'content-type': JSONAPI } }),
      })
      const text = await response.text()
      expect([response.status, text]).toEqual([status, expect.stringContaining('"errors":')])
      const asked = `${path} ${sent ?? ''}`
      const told = [...STORED, ...NAMES].filter((each) => text.includes(each) && !asked.includes(each))
      expect([told, INSIDE.exec(text)?.[0]]).toEqual([[], undefined])
    },
  )
})
