import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operate } from '../../operations/support/operate.js'
import { ActionsController } from '../../support/actions-controller.js'
import { apiOf } from '../../support/api-of.js'
import { databases, type OpenDatabase, type TenantsClient } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { narrowed } from '../../support/scopes.js'

const JSONAPI = 'application/vnd.api+json'
const member = { type: 'members', id: '1' }
const profile = { type: 'profiles', id: '2' }
const motto = { motto: 'new' }
const linked = { member: { data: member } }
const held = { profile: { data: profile } }

/** Ways to link a different profile to a member whose current profile is hidden, each with the pointer in the error. */
type Way = readonly [what: string, method: string, path: string, body: object, pointer: string]

const made = { type: 'profiles', 'temp-id': 'x', method: 'create' }
const WAYS: readonly Way[] = [
  [
    'a create that contains the key',
    'POST',
    '/profiles',
    { data: { type: 'profiles', attributes: motto, relationships: linked } },
    '/data/relationships/member',
  ],
  [
    'an update that contains the key',
    'PATCH',
    '/profiles/2',
    { data: { ...profile, relationships: linked } },
    '/data/relationships/member',
  ],
  [
    "a request to the key's relationship",
    'PATCH',
    '/profiles/2/relationships/member',
    { data: member },
    '/data',
  ],
  [
    'a write from the other side',
    'PATCH',
    '/members/1',
    { data: { ...member, relationships: held } },
    '/data/relationships/profile/data',
  ],
  [
    'a create on the other side that writes the key',
    'PATCH',
    '/members/1',
    {
      data: { ...member, relationships: { profile: { data: made } } },
      included: [{ type: 'profiles', 'temp-id': 'x', attributes: motto }],
    },
    '/included/0',
  ],
  [
    "a request to the other side's relationship",
    'PATCH',
    '/members/1/relationships/profile',
    { data: profile },
    '/data',
  ],
  [
    'an operation that adds a record',
    'POST',
    '/operations',
    { op: 'add', data: { type: 'profiles', attributes: motto, relationships: linked } },
    '/atomic:operations/0/data/relationships/member',
  ],
  [
    'an operation on the record',
    'POST',
    '/operations',
    { op: 'update', data: { ...profile, relationships: linked } },
    '/atomic:operations/0/data/relationships/member',
  ],
  [
    "an operation on the key's relationship",
    'POST',
    '/operations',
    { op: 'update', ref: { ...profile, relationship: 'member' }, data: member },
    '/atomic:operations/0/data',
  ],
  [
    "an operation on the other side's relationship",
    'POST',
    '/operations',
    { op: 'update', ref: { ...member, relationship: 'profile' }, data: profile },
    '/atomic:operations/0/data',
  ],
]

describe.each(databases)(
  'write/one-to-one (13.2): a link that a hidden record already uses, on $name',
  (database) => {
    let store: OpenDatabase<TenantsClient>

    beforeAll(async () => {
      store = await database.openTenants()
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      await store.prisma.profile.deleteMany({})
      await store.prisma.member.deleteMany({})
      await store.prisma.member.create({ data: { id: 1, name: 'one' } })
      await store.prisma.profile.create({ data: { id: 1, motto: 'hidden', memberId: 1 } })
      await store.prisma.profile.create({ data: { id: 2, motto: 'seen' } })
    })

    function served() {
      const adapter = prismaAdapter(store.prisma)
      const common = (resource: ResourceClass, type: string, model: string): void => {
        resource.type(type)
        resource.model(model)
        resource.id('integer')
        resource.useAdapter(adapter)
      }
      class Members extends Resource {
        static {
          common(this, 'members', 'Member')
          this.attribute('name', 'string')
          this.hasOne('profile', { resource: 'profiles', foreignKey: 'memberId' })
        }
      }
      class Profiles extends Resource {
        static {
          common(this, 'profiles', 'Profile')
          this.attribute('motto', 'string')
          this.belongsTo('member', { resource: 'members', foreignKey: 'memberId' })
          this.scopes({ read: (scope) => narrowed(scope, { motto: { not: 'hidden' } }) })
        }
      }
      return apiOf(ActionsController, [Members, Profiles], { operations: true })
    }

    test.each(WAYS)(
      '%s returns the same 422 with a pointer into the request, and no data is written',
      async (_what, method, path, body, pointer) => {
        const api = served()
        const init = { method, body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
        const answer =
          path === '/operations'
            ? await operate(api, [body])
            : await api
                .fetch(new Request(`http://test.example${path}`, init))
                .then(async (response) => ({ status: response.status, body: await response.json() }))
        const { errors } = answer.body as { errors: readonly Record<string, unknown>[] }
        expect([answer.status, errors.map((error) => ({ ...error, meta: undefined }))]).toEqual([
          422,
          [
            {
              status: '422',
              code: 'validation_error',
              title: 'Validation error',
              detail: 'member is already taken.',
              source: { pointer },
            },
          ],
        ])
        const sent: unknown = path === '/operations' ? { 'atomic:operations': [body] } : body
        expect(at(sent, pointer)).toBeDefined()
        expect(await store.prisma.profile.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
          { id: 1, motto: 'hidden', memberId: 1 },
          { id: 2, motto: 'seen', memberId: null },
        ])
      },
    )
  },
)

/** The value that a pointer refers to. */
const at = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => Reflect.get(Object(value), step), document)
