import { Controller, type ControllerClass, type ResourceClass } from '@jsonapi-gen/runtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { currentRequest } from '../../../runtime/src/resource/frame.js'
import type { QueryLogEntry } from '../../../runtime/src/shape/query-log.js'
import { databases } from '../../support/databases.js'
import { seededPeople } from '../../support/seeded-people.js'
import { serve } from '../../support/serve.js'

const MEDIA_TYPE = 'application/vnd.api+json'

describe.each(databases)('write/graph: records that a write reads on $name (11.4, 14.10)', (database) => {
  const people = seededPeople(database)
  // The seed contains explicit ids, which PostgreSQL's sequences would assign again.
  beforeAll(async () => {
    if (database.name !== 'postgresql') return
    for (const table of ['Team', 'Membership']) {
      await people.prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), 1000)`)
    }
  })

  /** Sends a write. Returns its status and each read, in order: the type, the operation, the read, and the rows. */
  async function readsOf(method: string, path: string, document: object): Promise<readonly unknown[]> {
    const log: QueryLogEntry[] = []
    const writing = (resource: ResourceClass): ControllerClass =>
      class extends Controller {
        static {
          this.jsonapi(resource)
        }

        override wrapContext<Result>(block: () => Result): Result {
          return super.wrapContext(() => {
            currentRequest().log = log
            return block()
          })
        }

        async create(): Promise<Response> {
          const [record] = await this.jsonapiCreate()
          return this.renderJsonapi(record, { scope: false, status: 201 })
        }

        async update(): Promise<Response> {
          const [record] = await this.jsonapiUpdate()
          return this.renderJsonapi(record, { scope: false })
        }
      }
    const resources = people.resources.all
    const controllers = Object.fromEntries(
      resources.map((resource) => [resource.config.type, writing(resource)]),
    )
    const { status } = await serve(resources, { controllers }).fetch(path, {
      method,
      headers: { 'content-type': MEDIA_TYPE, accept: MEDIA_TYPE },
      body: JSON.stringify(document),
    })
    return [status, ...log.map(({ resource, operation, read, rows }) => [resource, operation, read, rows])]
  }

  test('a create with a linked record and a new record reads only the linked record', async () => {
    const user = { data: { type: 'users', id: '3' } }
    const team = { data: { type: 'teams', 'temp-id': 'new', method: 'create' } }
    const reads = await readsOf('POST', '/memberships', {
      data: { type: 'memberships', attributes: { role: 'guest' }, relationships: { user, team } },
      included: [{ type: 'teams', 'temp-id': 'new', attributes: { name: 'New' } }],
    })
    expect(reads).toEqual([201, ['users', 'resolve', { base: 'memberships.user', ids: ['3'] }, 1]])
  })

  test('an update with a linked record reads both records', async () => {
    const team = { data: { type: 'teams', id: '3' } }
    const reads = await readsOf('PATCH', '/memberships/1', {
      data: { type: 'memberships', id: '1', attributes: { role: 'guest' }, relationships: { team } },
    })
    expect(reads).toEqual([
      200,
      ['memberships', 'resolve', { base: 'scope', ids: ['1'] }, 1],
      ['teams', 'resolve', { base: 'memberships.team', ids: ['3'] }, 1],
    ])
  })

  test('replacing a set reads the owner, the current members and the new member', async () => {
    const reads = await readsOf('PATCH', '/users/2/relationships/teams', {
      data: [
        { type: 'teams', id: '2' },
        { type: 'teams', id: '3' },
      ],
    })
    expect(reads).toEqual([
      204,
      ['users', 'resolve', { base: 'scope', ids: ['2'] }, 1],
      ['teams', 'resolve', { base: 'users.teams', parents: 1 }, 1],
      ['teams', 'resolve', { base: 'users.teams', ids: ['3'] }, 1],
    ])
  })
})
