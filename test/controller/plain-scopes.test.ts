import { Query, type ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { ids } from '../sideload/support.js'
import { adapterResource } from '../support/people.js'
import { isOtherEngine } from '../support/engine.js'
import { databases } from '../support/databases.js'
import { type Answer, controllerOf, serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { narrowed, shortForm } from '../support/scopes.js'

const TYPE = 'application/vnd.api+json'

/** The error for an object that is not a scope. Kysely's message does not say what the object is instead. */
const refused = (sentence: string): string =>
  isOtherEngine()
    ? `The scope of "nodes" is not a scope. Write { where: (builder) => … }, which narrows the base scope, or narrow baseScope(this) with where(…).${/ To render .*$/.exec(sentence)?.[0] ?? ''}`
    : `The scope of "nodes" ${sentence}`

/** The base scope contains the nodes 2 to 5. Node 1 is the root of 2, 3 and 4, and node 5 is the root of 6. */
describe.each(databases)(
  'controller/plain-scopes (8.2): a plain object instead of a scope, $name',
  (database) => {
    const people = seededPeople(database)

    const nodes = () => people.adapter.all(adapterResource('nodes', 'Node'))

    function own(baseScope?: () => unknown): ResourceClass {
      return class extends people.resources.nodes {
        override baseScope() {
          return baseScope ? baseScope() : narrowed(nodes(), { id: { in: [2, 3, 4, 5] } })
        }
      }
    }

    interface Given {
      /** The values that the controller passes to render, update and destroy. */
      readonly scope?: unknown
      readonly record?: unknown
      readonly resource?: ResourceClass
    }

    /** Sends a request to an API whose controller passes an object instead of a scope. */
    async function ask(
      method: string,
      path: string,
      given: Given,
      data?: object,
    ): Promise<Answer & { readonly said: unknown[]; readonly denied: unknown[] }> {
      const said: unknown[] = []
      const denied: unknown[] = []
      const { scope, record, resource = own() } = given
      class Nodes extends controllerOf(resource) {
        override recordScope(): unknown {
          return record ?? super.recordScope()
        }
        async index(): Promise<Response> {
          return this.renderJsonapi('scope' in given ? scope : this.recordScope())
        }
        async update(): Promise<Response> {
          const [written, success] = await this.jsonapiUpdate('scope' in given ? { scope } : {})
          return success ? this.renderJsonapi(written, { scope: false }) : this.renderErrorsFor(written)
        }
        async destroy(): Promise<Response> {
          await this.jsonapiDestroy('scope' in given ? { scope } : {})
          return this.renderNothing()
        }
      }
      const api = serve([...people.resources.all.filter(({ config }) => config.type !== 'nodes'), resource], {
        controllers: { ...people.api.controllers, nodes: Nodes },
        onDenied: ({ rule, id }) => void denied.push([rule, id]),
        onError: (error) => void said.push(error instanceof Error ? error.message : error),
      })
      const init = { method, headers: { 'content-type': TYPE, accept: TYPE } }
      const answer = await api.fetch(path, { ...init, ...(data && { body: JSON.stringify({ data }) }) })
      return { ...answer, said, denied }
    }

    const idsOf = async (path: string, given: Given) => ids((await ask('GET', path, given)).body)

    test('an empty object as a scope means the base scope, and a condition narrows the base scope', async () => {
      expect(await idsOf('/nodes', { scope: {} })).toEqual([2, 3, 4, 5])
      expect(await idsOf('/nodes', { scope: shortForm('Node', { parentId: 1 }) })).toEqual([2, 3])
      expect(await idsOf('/nodes', { scope: shortForm('Node', { id: { lte: 2 } }) })).toEqual([2])
      expect(await idsOf('/nodes?filter[id]=3', { scope: shortForm('Node', { parentId: 1 }) })).toEqual([3])
    })

    test('a PrismaScope as a scope still replaces the base scope', async () => {
      const scope = narrowed(nodes(), { id: { lte: 2 } })
      expect(await idsOf('/nodes', { scope })).toEqual([1, 2])
    })

    test('with `recordScope`, a record outside the scope returns 404 at every URL, and a record inside it is found', async () => {
      const record = shortForm('Node', { parentId: 1 })
      for (const path of ['/nodes/2', '/nodes/2/children', '/nodes/2/relationships/parent']) {
        expect((await ask('GET', path, { record })).status).toBe(200)
        for (const outside of ['4', '1']) {
          expect((await ask('GET', path.replace('2', outside), { record })).status).toBe(404)
        }
      }
      const renamed = (id: string) => ({ type: 'nodes', id, attributes: { name: `Named ${id}` } })
      expect((await ask('PATCH', '/nodes/4', { record }, renamed('4'))).status).toBe(404)
      expect((await ask('PATCH', '/nodes/3', { record }, renamed('3'))).body).toMatchObject({
        data: { attributes: { name: 'Named 3' } },
      })
      expect((await ask('DELETE', '/nodes/1', { record })).status).toBe(404)
    })

    test('onDenied is called for a record inside the scope that a policy hides, but not for records outside (14.13)', async () => {
      const hiding = class extends own() {
        static {
          this.scopes({ read: (scope) => narrowed(scope, { id: { not: 2 } }) })
        }
      }
      const given = { resource: hiding, record: shortForm('Node', { id: { lte: 3 } }) }
      const attributes = { name: 'Hidden' }
      for (const [method, data] of [['GET'], ['PATCH', { type: 'nodes', id: '2', attributes }]] as const) {
        const { status, denied } = await ask(method, '/nodes/2', given, data)
        expect([status, denied]).toEqual([404, [['scopes.read', '2']]])
        const outside = await ask(method, '/nodes/4', given, data && { ...data, id: '4' })
        expect([outside.status, outside.denied]).toEqual([404, []])
      }
    })

    test('jsonapiUpdate and jsonapiDestroy accept a plain object as a scope', async () => {
      const scope = shortForm('Node', { parentId: { not: null } })
      const renamed = (id: string) => ({ type: 'nodes', id, attributes: { name: `Scoped ${id}` } })
      expect((await ask('PATCH', '/nodes/5', { scope }, renamed('5'))).status).toBe(404)
      expect((await ask('PATCH', '/nodes/2', { scope }, renamed('2'))).status).toBe(200)
      expect((await ask('DELETE', '/nodes/5', { scope })).status).toBe(404)
      expect((await ask('DELETE', '/nodes/4', { scope })).status).toBe(204)
      const names = await people.prisma.node.findMany({ where: { name: { startsWith: 'Scoped' } } })
      expect(names.map(({ name }) => name)).toEqual(['Scoped 2'])
      await people.prisma.node.create({ data: { id: 4, name: 'Node 4', position: 6, parentId: 2 } })
    })

    test('a plain object can be passed as a scope in process', async () => {
      const resource = new (own())()
      const scope = await resource.buildScope(
        shortForm('Node', { parentId: 1 }),
        Query.ofValues({ type: 'nodes', hasFilter: () => false, isMany: () => undefined }, {}),
      )
      expect((await scope.resolve()).map((node) => Object(node).id)).toEqual([2, 3])
    })

    const WRITE =
      'Write { where: { … } }, which narrows the base scope, or narrow baseScope(this) with where({ … }).'
    const UNDEFINED = 'compares with undefined. Prisma would ignore this condition and return more records.'

    test.each([
      ['a condition outside an object', { parentId: 1 }, `is an object with parentId. ${WRITE}`],
      [
        'an object with more than a condition',
        { where: { id: 1 }, take: 1 },
        `is an object with where, take. ${WRITE}`,
      ],
      ['an invalid condition', { where: 1 }, `is an object with where. ${WRITE}`],
      ['a comparison with undefined', { where: { parentId: undefined } }, UNDEFINED],
      ['a condition that is undefined', { where: undefined }, UNDEFINED],
      [
        'records',
        [{ id: 1 }],
        `is a list. ${WRITE} To render records that are already loaded, pass { scope: false }.`,
      ],
      ['a string', 'parentId', `is a string. ${WRITE}`],
      ['a promise', Promise.resolve({}), `is an instance of Promise. ${WRITE}`],
      ['nothing', undefined, `is undefined. ${WRITE}`],
      ['null', null, `is null. ${WRITE}`],
    ])(
      'passing %s as a scope returns a 500 with instructions, and no query runs',
      async (_, scope, sentence) => {
        const { status, said } = await ask('GET', '/nodes', { scope })
        expect([status, said]).toEqual([500, [refused(sentence)]])
        expect(people.operations).toEqual([])
      },
    )

    test('a baseScope that does not return a scope is rejected', async () => {
      const resource = own(() => shortForm('Node', { id: 1 }))
      const { status, said } = await ask('GET', '/nodes', { resource })
      expect([status, said]).toEqual([
        500,
        ['The baseScope of "nodes" does not return a scope: it must narrow super.baseScope(context).'],
      ])
      expect(people.operations).toEqual([])
    })

    test('a resource that overrides resolve accepts any object', async () => {
      const resource = class extends people.resources.nodes {
        static {
          this.sort((scope) => scope)
          this.paginate((scope) => scope)
        }
        override async resolve(scope: { rows: object[] }) {
          return scope.rows
        }
      }
      const scope = { rows: [{ id: 7, name: 'Seven', position: 7 }] }
      expect(await idsOf('/nodes', { resource, scope })).toEqual([7])
    })
  },
)
