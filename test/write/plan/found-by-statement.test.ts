import {
  Controller,
  defineRegistry,
  createApi,
  type ResourceClass,
  type ValidationResponse,
} from '@jsonapi-gen/runtime'
import { PrismaAdapter, type PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeClient,
  databases,
  openClient,
  type OpenDatabase,
  type TenantsClient,
} from '../../support/databases.js'
import { informed, noteFacts, factsOf, ofStore, prismaAdapter } from '../../support/facts.js'
import { send } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { makeRecords, setResources, setsOn } from '../support/sets.js'

type Change = (tasks: ResourceClass) => ResourceClass | void

describe.each(databases)(
  'write/found-by-statement (11.5): plain updates and destroys, on $name',
  (database) => {
    let opened: OpenDatabase<TenantsClient>
    let client: TenantsClient
    let sent: string[] = []
    beforeAll(async () => {
      opened = await database.openTenants()
      await makeRecords(opened.prisma)
      client = await openClient('tenants', opened, { connections: 3, onQuery: (text) => sent.push(text) })
      await served()('PATCH', '/tasks/30', patch('30', { title: 'first' }))
    })
    afterAll(async () => {
      await closeClient(client)
      await opened.close()
    })

    const served = (change: Change = () => {}, all = setResources(client)) => {
      const { tasks, ...others } = all
      if (!tasks) throw new Error('There are no tasks.')
      return serveWrites({ ...others, tasks: change(tasks) ?? tasks }).send
    }
    const patch = (id: string, attributes: object) => ({ data: { type: 'tasks', id, attributes } })
    const titleOf = async (id: number) => (await opened.prisma.task.findUnique({ where: { id } }))?.title
    /** A write's status, and the kinds of statements that it sent. */
    const run = async (work: () => Promise<{ readonly status: number }>) => {
      sent = []
      const { status } = await work()
      return [
        status,
        ...sent
          .filter((text) => /task/i.test(text))
          .flatMap((text) => /^\s*(select|insert|update|delete)\b/i.exec(text)?.[1]?.toUpperCase() ?? []),
      ]
    }
    /** The first statement of an update says whether the record was read before. */
    const isRead = async (patching: ReturnType<typeof served>, id: number): Promise<boolean> => {
      const title = `read ${id}`
      const [status, first] = await run(() => patching('PATCH', `/tasks/${id}`, patch(String(id), { title })))
      expect([status, await titleOf(id)]).toEqual([200, title])
      return first === 'SELECT'
    }

    test.runIf(database.name !== 'mariadb')(
      'a plain update or destroy does not read the record before its statement',
      async () => {
        const plain = served()
        expect(await run(() => plain('PATCH', '/tasks/31', patch('31', { title: 'changed' })))).toEqual([
          200,
          'UPDATE',
        ])
        expect(await run(() => plain('DELETE', '/tasks/32', undefined))).toEqual([204, 'DELETE'])
        expect([await titleOf(31), await titleOf(32)]).toEqual(['changed', undefined])
      },
    )

    test.runIf(database.name !== 'mariadb')(
      'an update or destroy reads the record first if application code uses the record or decides whether it exists',
      async () => {
        const changes: Readonly<Record<string, Change>> = {
          'a default filter': (tasks) =>
            void tasks.defaultFilter('open', ((scope: object) => scope) as never),
          'a filter for ids': (tasks) =>
            void tasks.allowFilter('id', { type: 'integer' }, ((
              scope: { where(by: object): object },
              id: number,
            ) => scope.where({ id })) as never),
          'a schema': (tasks) => void tasks.attribute('title', { type: 'string', schema: z.string() }),
          'a scope': (tasks) => void tasks.scopes({ update: (scope: unknown) => scope }),
          'a hook before the commit': (tasks) => void tasks.beforeCommit(['update'], () => {}),
          'a baseScope': (tasks) =>
            class extends tasks {
              override baseScope(context?: object) {
                return super.baseScope(context)
              }
            },
          'a resolve': (tasks) =>
            class extends tasks {
              override resolve(scope: never) {
                return super.resolve(scope)
              }
            },
          'a validation': (tasks) =>
            class extends tasks {
              override validate() {
                return []
              }
            },
          'an update': (tasks) =>
            class extends tasks {
              override update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
                return super.update(parameters, parent)
              }
            },
        }
        const read: Record<string, boolean> = {}
        for (const [at, [name, change]] of Object.entries(changes).entries()) {
          read[name] = await isRead(served(change), 40 + at)
        }
        expect(read).toEqual(Object.fromEntries(Object.keys(changes).map((name) => [name, true])))
        expect(await isRead(served(), 39)).toBe(false)
      },
    )

    test('each rejection of a plain write is the same as if the record had been read first', async () => {
      const nullable: Change = (tasks) => void tasks.attribute('title', { type: 'string', nullable: true })
      const [plain, reading] = [
        served(nullable),
        served((tasks) => {
          nullable(tasks)
          return class extends tasks {
            override validate() {
              return []
            }
          }
        }),
      ]
      const requests: readonly (readonly [string, string, object | undefined])[] = [
        ['PATCH', '/tasks/4711', patch('4711', { title: 'none' })],
        ['PATCH', '/tasks/031', patch('031', { title: 'respelled' })],
        ['PATCH', '/tasks/9007199254740993', patch('9007199254740993', { title: 'too big' })],
        ['PATCH', '/tasks/one', patch('one', { title: 'no number' })],
        ['PATCH', '/tasks/33', patch('33', { title: null })],
        ['PATCH', '/tasks/33', patch('34', { title: 'another id' })],
        ['PATCH', '/tasks/33', patch('33', { title: 5 })],
        ['DELETE', '/tasks/4711', undefined],
        ['DELETE', '/tasks/033', undefined],
      ]
      for (const [method, path, body] of requests) {
        const [one, other] = [await plain(method, path, body), await reading(method, path, body)]
        expect([path, one]).toEqual([path, other])
        expect(one.status).toBeGreaterThanOrEqual(400)
      }
      expect(await titleOf(33)).toBe('task 33')
    })

    test('after the store rejects a write, the controller has the stored record', async () => {
      const { tasks, ...others } = setResources(client)
      if (!tasks) throw new Error('There are no tasks.')
      tasks.attribute('title', { type: 'string', nullable: true })
      const seen: ValidationResponse[] = []
      class Tasks extends Controller {
        static {
          this.jsonapi(tasks as ResourceClass)
        }
        async update(): Promise<Response> {
          seen.push(await this.jsonapiUpdate())
          return this.renderNothing()
        }
      }
      const api = createApi({ registry: defineRegistry({ ...others, tasks }), controllers: { tasks: Tasks } })
      expect((await send(api, 'PATCH', '/tasks/34', patch('34', { title: null }))).status).toBe(204)
      const stored = await opened.prisma.task.findUnique({ where: { id: 34 } })
      expect(seen.map(({ success, object }) => [success, { ...object }])).toEqual([[false, stored]])
    })

    test('a controller that narrows the scope still decides which records it updates and destroys', async () => {
      const { tasks, ...others } = setResources(client)
      if (!tasks) throw new Error('There are no tasks.')
      class Tasks extends Controller {
        static {
          this.jsonapi(tasks as ResourceClass)
        }
        override recordScope(): unknown {
          return (super.recordScope() as PrismaScope).where({ title: 'mine' })
        }
        async update(): Promise<Response> {
          const [record] = await this.jsonapiUpdate()
          return this.renderJsonapi(record, { scope: false })
        }
        async destroy(): Promise<Response> {
          await this.jsonapiDestroy()
          return this.renderNothing()
        }
      }
      const api = createApi({ registry: defineRegistry({ ...others, tasks }), controllers: { tasks: Tasks } })
      expect((await send(api, 'PATCH', '/tasks/35', patch('35', { title: 'taken' }))).status).toBe(404)
      expect((await send(api, 'DELETE', '/tasks/35')).status).toBe(404)
      expect(await titleOf(35)).toBe('task 35')
    })

    test("records hidden by a client extension or by the application's own adapter stay hidden", async () => {
      const patched = prismaAdapter(client)
      const read = patched.read.bind(patched)
      patched.read = async (...given) => {
        const found = await read(...given)
        return found.filter((record) => !('title' in record) || record.title === 'mine')
      }
      const adapters = [patched, ...prismaAdaptersThatHide(client)]
      for (const adapter of adapters) {
        const hidden = served(undefined, setsOn(adapter))
        expect((await hidden('PATCH', '/tasks/36', patch('36', { title: 'taken' }))).status).toBe(404)
        expect((await hidden('DELETE', '/tasks/36', undefined)).status).toBe(404)
      }
      expect(await titleOf(36)).toBe('task 36')
    })
  },
)

/** An adapter over an extended client, and a subclass of the adapter, both of which hide records. */
function prismaAdaptersThatHide(client: TenantsClient): readonly PrismaAdapter[] {
  const hiding = client.$extends({
    query: {
      task: {
        findMany: ({ args, query }) =>
          query({ ...args, where: { AND: [args.where ?? {}, { title: 'mine' }] } }),
      },
    },
  })
  noteFacts(hiding, factsOf(client))
  class Hiding extends PrismaAdapter {
    override read(...[scope, columns, resource]: Parameters<PrismaAdapter['read']>): Promise<object[]> {
      return super.read(scope.where({ title: 'mine' }), columns, resource)
    }
  }
  return [new PrismaAdapter(hiding as never, ofStore(client)), new Hiding(client, ofStore(client))].map(
    informed,
  )
}
