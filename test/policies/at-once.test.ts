import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { application, type Application, EDITOR } from '../actions/support/application.js'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { reset } from './support/world.js'

const JSONAPI = 'application/vnd.api+json'
const ATOMIC = `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`
const WRITERS = 12

describe.each(databases)(
  'policies/at-once (14.10): concurrent requests that move a record out of a scope, on $name',
  (database) => {
    let store: OpenDatabase<TenantsClient>
    let served: Application
    beforeAll(async () => {
      store = await database.openTenants()
    })
    afterAll(() => store.close())
    beforeEach(async () => {
      await reset(store.prisma)
      served = application(prismaAdapter(store.prisma))
    })

    // Projects with a budget of at least 15 are outside `scopes.update`.
    const raised = { type: 'projects', id: '1', attributes: { budget: 20 } }

    test.each([
      ['PATCH', '/projects/1', { data: raised }],
      [
        'PATCH',
        '/tasks/1',
        {
          data: {
            type: 'tasks',
            id: '1',
            relationships: { project: { data: { type: 'projects', id: '1', method: 'update' } } },
          },
          included: [raised],
        },
      ],
      ['POST', '/operations', { 'atomic:operations': [{ op: 'update', data: raised }] }],
    ])(
      'if several %s %s requests run concurrently, one succeeds, and the others are rejected',
      async (method, path, body) => {
        const type = path === '/operations' ? ATOMIC : JSONAPI
        const statuses = await Promise.all(
          Array.from({ length: WRITERS }, async () => {
            const headers = { 'content-type': type, accept: type }
            const init: RequestInit = { method, headers, body: JSON.stringify(body) }
            return (await served.api.fetch(new Request(`http://test.example${path}`, init), EDITOR)).status
          }),
        )
        expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: WRITERS - 1 }, () => 403)])
        expect(await store.prisma.project.findUniqueOrThrow({ where: { id: 1 } })).toMatchObject({
          budget: 20,
        })
      },
    )
  },
)
