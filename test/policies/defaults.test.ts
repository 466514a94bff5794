import { Resource } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, sqlite, type TenantsClient } from '../support/databases.js'
import { serve } from '../support/serve.js'
import { application, type Application } from './support/application.js'
import { contents, reset, VIEWERS, type ViewerOf, WORLD } from './support/world.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed } from '../support/scopes.js'

const JSONAPI = 'application/vnd.api+json'
const [nobody, member] = VIEWERS

describe('policies/defaults (14.14): policies that are declared once for every resource', () => {
  let store: OpenDatabase<TenantsClient>
  let served: Application

  beforeAll(async () => {
    store = await sqlite.openTenants()
    await reset(store.prisma)
  })
  afterAll(() => store.close())
  beforeEach(() => {
    served = application(prismaAdapter(store.prisma))
  })

  const send = async (viewer: ViewerOf, method: string, path: string, body?: object): Promise<number> => {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
    const answer = await served.api.fetch(
      new Request(`http://test.example${path}`, { method, ...init }),
      viewer,
    )
    return answer.status
  }
  const shown = async (): Promise<readonly string[]> => {
    const answer = await served.api.fetch(new Request('http://test.example/tasks'), member)
    const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] }
    return data.map(({ id }) => id)
  }
  const made = (rank: number) => ({ data: { type: 'tasks', attributes: { title: 'made', rank } } })
  const nested = (rank: number) => ({
    data: {
      type: 'labels',
      id: '1',
      relationships: { tasks: { data: [{ type: 'tasks', 'temp-id': 'a', method: 'create' }] } },
    },
    included: [{ type: 'tasks', 'temp-id': 'a', attributes: { title: 'made', rank } }],
  })

  test('a declaration in one layer of defaults does not change other layers', async () => {
    const { tasks } = served
    expect(await shown()).toEqual(['1', '2', '3', '5'])
    tasks.scopes({ read: (scope) => narrowed(scope, { id: { gt: 2 } }) })
    expect(await shown()).toEqual(['3', '4', '5', '6'])
    tasks.defaultScopes({ read: (scope) => narrowed(scope, { rank: 1 }) })
    expect(await shown()).toEqual(['3', '4', '5', '7'])
    tasks.scopes({})
    expect(await shown()).toEqual(['1', '3', '4', '5', '7'])
  })

  test.each([undefined, true, {}, { where: {} }])(
    "a default scope that returns %j instead of a scope denies access, even if the resource's own scope permits it",
    async (returned) => {
      served.tasks.scopes({ read: (scope) => scope })
      served.tasks.defaultScopes({ read: () => returned })
      expect(await shown()).toEqual([])
      expect(served.unexpected.map((error) => (error as Error).message)).toEqual([
        expect.stringContaining('The scope "read" of "tasks" permits nothing'),
      ])
    },
  )

  test('each layer of defaults without a create scope uses its own read scope', async () => {
    served.tasks.defaultScopes({ read: (scope) => narrowed(scope, { rank: { lt: 3 } }) })
    expect([
      await send(member, 'POST', '/tasks', made(4)),
      await send(member, 'POST', '/tasks', made(1)),
    ]).toEqual([403, 201])
    expect(served.denied).toEqual([
      { rule: 'scopes.create', resource: 'tasks', id: expect.any(String), context: 'member' },
    ])
    await reset(store.prisma)
  })

  test('after an update, each layer of defaults applies its update scope instead of its read scope', async () => {
    const ranked = (rank: number) => ({ data: { type: 'tasks', id: '1', attributes: { rank } } })
    const read = (scope: unknown): unknown => narrowed(scope, { rank: { lt: 3 } })
    const update = (scope: unknown): unknown => narrowed(scope, { id: { lt: 9 } })
    const layers = [
      [{ read }, { update }, 403],
      [{ read, update }, {}, 200],
      [{ read, update }, { read }, 403],
    ] as const
    for (const [defaults, own, status] of layers) {
      served.tasks.defaultScopes(defaults)
      served.tasks.scopes(own)
      expect(await send(member, 'PATCH', '/tasks/1', ranked(4))).toBe(status)
      await reset(store.prisma)
    }
  })

  test('a guard of an action without a URL applies to every other way of running the action', async () => {
    served.tasks.actions({ show: true }, { index: 'isIn', create: 'isIn' })
    expect(await send(member, 'POST', '/tasks', made(1))).toBe(404)
    expect(await send(nobody, 'PATCH', '/labels/1', nested(1))).toBe(403)
    expect(await send(nobody, 'GET', '/labels/1/tasks')).toBe(403)
    expect(served.denied.map(({ rule }) => rule)).toEqual(['actions.create: isIn', 'actions.index: isIn'])
    expect(await contents(store.prisma)).toEqual(WORLD)
    expect(await send(member, 'GET', '/labels/1/tasks')).toBe(200)
    expect(await send(member, 'PATCH', '/labels/1', nested(1))).toBe(200)
    await reset(store.prisma)
    // A second declaration replaces the first one completely.
    served.tasks.actions('show')
    expect(await send(nobody, 'GET', '/labels/1/tasks')).toBe(200)
  })

  test('at startup, an error names a default scope that the common base lacks', () => {
    class Things extends Resource {
      static {
        this.type('things')
        this.useAdapter(prismaAdapter(store.prisma))
        this.model('Task')
        this.defaultScopes({ read: 'scopeTenant' as never })
      }
    }
    expect(() => serve([Things])).toThrow(
      'defaultScopes({ read }) refers to the method "scopeTenant", which Things does not have',
    )
  })
})
