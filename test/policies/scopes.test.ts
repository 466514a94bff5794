import { Resource, withoutPolicies } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, sqlite, type TenantsClient } from '../support/databases.js'
import { serve } from '../support/serve.js'
import { application, type Application } from './support/application.js'
import { contents, reset, VIEWERS, WORLD } from './support/world.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed, ordered } from '../support/scopes.js'
import { isOtherEngine } from '../support/engine.js'

const JSONAPI = 'application/vnd.api+json'
const [, member] = VIEWERS

describe('policies/scopes (14.10): an invalid policy permits nothing', () => {
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

  const tasks = (): typeof served.tasks => served.tasks
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
    return served.api.fetch(new Request(`http://test.example${path}`, { method, ...init }), member)
  }
  const patch = { data: { type: 'tasks', id: '1', attributes: { title: 'new' } } }

  test.each([undefined, null, true, 1, 'all', {}, { where: {} }])(
    'a policy that returns %j instead of a scope denies access',
    async (returned) => {
      tasks().scopes({ read: () => returned })
      expect(await (await send('GET', '/tasks')).json()).toMatchObject({ data: [] })
      expect((await send('GET', '/tasks/1')).status).toBe(404)
      tasks().scopes({ update: () => returned })
      expect((await send('PATCH', '/tasks/1', patch)).status).toBe(403)
      // Each request reports the scope and its resource once.
      const told = ['read', 'read', 'read', 'update'].map((policy) =>
        expect.stringContaining(`The scope "${policy}" of "tasks" permits nothing`),
      )
      expect(served.unexpected.map(String).slice(0, 2)).toEqual(told.slice(0, 2))
      expect(served.unexpected.map(String)).toContainEqual(told[3])
      expect(await contents(store.prisma)).toEqual(WORLD)
    },
  )

  test("a policy that returns a scope of a different resource denies access, and the log names the policy's resource", async () => {
    const notes = served.resources.at(-1)
    if (!notes) throw new Error('There are notes.')
    tasks().scopes({ read: () => new (notes as unknown as new () => Resource)().baseScope() })
    expect(await (await send('GET', '/tasks')).json()).toMatchObject({ data: [] })
    expect((await send('GET', '/tasks/1')).status).toBe(404)
    expect(String(served.unexpected[0])).toContain('The scope "read" of "tasks" permits nothing')
  })

  test.each([null, undefined, 1])(
    'where(%j) in a policy causes an error that names the resource and the scope',
    async (no) => {
      tasks().scopes({ read: (scope) => narrowed(scope, no as unknown as object) })
      expect((await send('GET', '/tasks')).status).toBe(500)
      expect(String(served.unexpected[0])).toContain(
        `Error: The scope "read" of "tasks": where(${no}) has no condition: pass `,
      )
    },
  )

  test.each([
    { assigneeId: undefined },
    { NOT: { assigneeId: undefined } },
    { OR: [{ id: 1 }, { project: { tenantId: undefined } }] },
  ])(
    'a policy that compares with undefined denies access, because Prisma would drop the condition: %j',
    async (where) => {
      tasks().scopes({ read: (scope) => narrowed(scope, where) })
      const list = await send('GET', '/tasks')
      const { data } = (await list.json()) as { readonly data?: unknown }
      const written = await send('PATCH', '/tasks/1', patch)
      // On Kysely, `where` itself throws.
      expect([list.status, data, written.status]).toEqual(
        isOtherEngine() ? [500, undefined, 500] : [200, [], 404],
      )
      expect(await contents(store.prisma)).toEqual(WORLD)
    },
  )

  test.each(['read', 'update', 'updated'] as const)(
    'a policy for %s that throws returns 500, and no data is written',
    async (policy) => {
      tasks().scopes({
        [policy]: () => {
          throw new Error('No such table: memberships')
        },
      })
      const answer = await send('PATCH', '/tasks/1', patch)
      expect(answer.status).toBe(500)
      expect(await answer.text()).not.toContain('memberships')
      const cause = new Error('No such table: memberships')
      expect(served.unexpected).toEqual([
        new Error(`The scope "${policy}" of "tasks" threw an error: No such table: memberships`, { cause }),
      ])
      expect(await contents(store.prisma)).toEqual(WORLD)
    },
  )

  test('a policy that returns more than a condition is a bug in the application, so a 500 is returned and logged', async () => {
    tasks().scopes({ read: (scope) => ordered(scope, 'title', 'asc') })
    expect((await send('GET', '/tasks')).status).toBe(500)
    expect(String(served.unexpected[0])).toContain(
      'Error: The scope "read" of "tasks": This scope of "tasks" has order',
    )
  })

  test('after an update, a record must be in the scope `updated`, which overrides `update`', async () => {
    tasks().scopes({
      update: (scope) => narrowed(scope, { id: 1 }),
      updated: (scope) => narrowed(scope, { title: { not: 'new' } }),
    })
    expect((await send('PATCH', '/tasks/1', patch)).status).toBe(403)
    expect(served.denied).toEqual([{ rule: 'scopes.updated', resource: 'tasks', id: '1', context: 'member' }])
    expect(await contents(store.prisma)).toEqual(WORLD)
  })

  test('policies check many links that are created together in the same way as single links', async () => {
    tasks().scopes({ updated: (scope) => narrowed(scope, { projectId: { not: 1 } }) })
    const data = [3, 5].map((id) => ({ type: 'tasks', id: String(id) }))
    expect((await send('POST', '/projects/1/relationships/tasks', { data })).status).toBe(403)
    expect(await contents(store.prisma)).toEqual(WORLD)
  })

  test('without a context, a policy receives undefined, and withoutPolicies calls no policies', async () => {
    const seen: unknown[] = []
    tasks().scopes({
      read: (scope, context) => {
        seen.push(context)
        return narrowed(scope, { id: 2 })
      },
    })
    const all = async (): Promise<number> =>
      (await (tasks() as unknown as { all(query: object): Promise<{ data: readonly object[] }> }).all({}))
        .data.length
    expect([await all(), await withoutPolicies(all)]).toEqual([1, WORLD.tasks.length])
    expect(seen).toEqual([undefined])
  })

  test('only work that starts inside withoutPolicies runs without policies, wherever it is awaited', async () => {
    tasks().scopes({ read: (scope) => narrowed(scope, { id: 2 }) })
    const all = async (): Promise<number> =>
      (await (tasks() as unknown as { all(query: object): Promise<{ data: readonly object[] }> }).all({}))
        .data.length
    const begun = withoutPolicies(all)
    const later = withoutPolicies(() => all)
    expect(await Promise.all([all(), begun, later()])).toEqual([1, WORLD.tasks.length, 1])
    const behind = await withoutPolicies(async () => {
      await all()
      return all
    })
    expect(await behind()).toBe(1)
  })

  test("the request's policies apply to a resource that is read in a hook", async () => {
    tasks().scopes({ read: (scope) => narrowed(scope, { id: { in: [1, 2] } }) })
    const read: unknown[] = []
    const all = async (): Promise<void> => {
      const { data } = await (
        tasks() as unknown as { all(query: object): Promise<{ data: readonly { id: number }[] }> }
      ).all({})
      read.push(data.map(({ id }) => id))
    }
    tasks().beforeCommit('update', all)
    tasks().afterCommit('update', all)
    expect((await send('PATCH', '/tasks/1', patch)).status).toBe(200)
    expect(read).toEqual([
      [1, 2],
      [1, 2],
    ])
    await reset(store.prisma)
  })

  test('an adapter that cannot filter rejects policies', () => {
    class Things extends Resource {
      static {
        this.type('things')
        this.useAdapter(NullAdapter)
        this.sort((scope) => scope)
        this.paginate((scope) => scope)
        this.scopes({ read: (scope) => scope, update: 'scopeNothing' as never })
      }
      override baseScope(): unknown {
        return []
      }
    }
    expect(() => serve([Things])).toThrow(
      /scopes\(…\) narrow reads, but NullAdapter cannot filter records itself[\s\S]*|scopes\({ update }\) refers to the method "scopeNothing"/,
    )
  })
})
