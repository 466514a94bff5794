import { Base, type ContextHost, Resource } from '@jsonapi-gen/runtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { seededPeople } from '../support/seeded-people.js'
import { ids, included, linkage } from '../sideload/support.js'
import { narrowed } from '../support/scopes.js'

/** The context of another framework: a class that has params, but none of our members. */
class Host implements ContextHost {
  readonly params: Readonly<Record<string, unknown>>
  readonly actionName: string
  constructor(params: Readonly<Record<string, unknown>> = {}, actionName = 'index') {
    this.params = params
    this.actionName = actionName
  }
}

describe.each(anyDatabase)('controller/mixin (10.2) on $name', (database) => {
  const people = seededPeople(database)
  let base: ReturnType<typeof people.adapter.all>
  beforeAll(() => {
    base = people.adapter.all(adapterResource('nodes', 'Node'))
  })

  const contextClass = () => {
    class Nodes extends Base(Host) {
      static {
        this.jsonapi(people.resources.nodes)
      }
    }
    return Nodes
  }
  const contextOf = (params: Readonly<Record<string, unknown>> = {}, action = 'index') =>
    new (contextClass())(params, action)
  const bodyOf = async (response: Promise<Response>): Promise<unknown> => (await response).json()

  test('for each context, jsonapiResource is a single instance of the configured class', () => {
    const context = contextOf()
    expect(context.jsonapiResource).toBeInstanceOf(people.resources.nodes)
    expect(context.jsonapiResource).toBe(context.jsonapiResource)
    expect(contextOf().jsonapiResource).not.toBe(context.jsonapiResource)
    class Nothing extends Base(Host) {}
    expect(() => new Nothing().jsonapiResource).toThrow('Nothing has no Resource')
  })

  test('the controller reads `query` only once, and does not change params, even nested ones', () => {
    const params = Object.freeze({
      id: '7',
      filter: Object.freeze({ id: '1,2' }),
      sort: '-name',
      page: { size: 2 },
    })
    const context = contextOf(params)
    expect(context.query).toBe(context.query)
    expect(context.queryHash).toEqual({
      filter: { id: '1,2' },
      sort: [{ name: 'desc' }],
      page: { size: '2' },
      include: {},
      stats: {},
      fields: {},
      extraFields: {},
    })
  })

  test('jsonapiScope builds a scope for the request, with its context and namespace, and runs no query', async () => {
    const seen: unknown[] = []
    people.resources.nodes.allowFilter('mine', { type: 'string' }, function filter(scope, _value, context) {
      seen.push(context, this.context, this.contextNamespace)
      return scope
    })
    const context = contextOf({ filter: { mine: 'x', id: '1' } }, 'report')
    const scope = await context.jsonapiScope(base)
    expect(seen).toEqual([context, context, 'report'])
    expect(people.operations).toEqual([])
    expect((await scope.resolve()).map((record) => (record as { id: number }).id)).toEqual([1])
  })

  test('jsonapiScope builds a scope for the request, with the includes that the whitelist permits', async () => {
    class Listed extends contextClass() {
      static {
        this.sideloadWhitelist({ report: ['children'] })
      }
    }
    const scope = await new Listed({ include: 'children,parent' }, 'report').jsonapiScope(base)
    expect(scope.plan.root.includes.map(({ path }) => path)).toEqual(['children'])
  })

  test('wrapContext runs a block with `this` as the context and the action as the namespace', async () => {
    const context = contextOf({}, 'export')
    const { jsonapiResource: resource } = context
    expect(await context.wrapContext(async () => [resource.context, resource.contextNamespace])).toEqual([
      context,
      'export',
    ])
  })

  test('renderJsonapi builds a scope from a base, and resolves a Scope unchanged', async () => {
    const context = contextOf({ filter: { id: '1,2' } })
    const built = await bodyOf(context.renderJsonapi(base))
    expect(ids(built)).toEqual([1, 2])
    const scope = await context.jsonapiScope(base)
    scope.object = narrowed(scope.object, { id: 2 })
    expect(ids(await bodyOf(context.renderJsonapi(scope)))).toEqual([2])
  })

  test('`scope: false` renders the given records, and runs no query (12.2)', async () => {
    const context = contextOf({ include: 'children' })
    const rows = [{ id: 7, name: 'Seven', position: 1, children: [{ id: 8, name: 'Eight', position: 2 }] }]
    const list = await bodyOf(context.renderJsonapi(rows, { scope: false }))
    expect({ ids: ids(list), included: included(list), linkage: linkage(list, 'children') }).toEqual({
      ids: [7],
      included: ['nodes 8'],
      linkage: { 7: [8] },
    })
    const one = await bodyOf(contextOf({}, 'show').renderJsonapi(rows[0], { scope: false }))
    expect(one).toMatchObject({
      data: { type: 'nodes', id: '7', attributes: { name: 'Seven', position: 1 } },
    })
    expect(await bodyOf(contextOf().renderJsonapi(null, { scope: false }))).toMatchObject({ data: null })
    expect(await bodyOf(contextOf().renderJsonapi([], { scope: false }))).toMatchObject({ data: [] })
    expect(people.operations).toEqual([])
  })

  test('a relationship that is not loaded on a record has no linkage, even if it is named like a method of Object (12.1, 15.10)', async () => {
    for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
      people.resources.nodes.hasMany(name, { resource: 'nodes', foreignKey: 'parentId' })
    }
    const include = 'constructor,toString,valueOf,hasOwnProperty,children'
    const valueOf = [{ id: 8, name: 'Eight', position: 2 }]
    const rows = [{ id: 7, name: 'Seven', position: 1, valueOf, children: undefined }]
    const list = await bodyOf(contextOf({ include }).renderJsonapi(rows, { scope: false }))
    expect({
      included: included(list),
      linkage: include.split(',').map((name) => linkage(list, name)),
    }).toEqual({ included: ['nodes 8'], linkage: [{}, {}, { 7: [8] }, {}, {}] })
  })

  test('options of a call override defaultJsonapiRenderOptions (12.2)', async () => {
    class Defaults extends contextClass() {
      override defaultJsonapiRenderOptions() {
        return { status: 203, meta: { from: 'default' }, headers: { 'x-from': 'default' }, paginate: false }
      }
    }
    const byDefault = await new Defaults({ page: { size: 2 } }).renderJsonapi(base)
    const body: unknown = await byDefault.json()
    expect([byDefault.status, byDefault.headers.get('x-from'), ids(body).length, body]).toMatchObject([
      203,
      'default',
      6,
      { meta: { from: 'default' } },
    ])
    const called = await new Defaults({ page: { size: 2 } }).renderJsonapi(base, {
      status: 200,
      meta: { from: 'call' },
      paginate: true,
    })
    const calledBody: unknown = await called.json()
    expect([called.status, called.headers.get('x-from'), ids(calledBody), calledBody]).toMatchObject([
      200,
      'default',
      [1, 2],
      { meta: { from: 'call' } },
    ])
    expect(contextOf().defaultJsonapiRenderOptions()).toEqual({})
  })

  test("an explicit include in a call overrides the request's include and the whitelist (12.2)", async () => {
    class Narrow extends contextClass() {
      static {
        this.sideloadWhitelist([])
      }
    }
    const body = await bodyOf(
      new Narrow({ include: 'parent' }).renderJsonapi(base, { include: ['children'] }),
    )
    expect(linkage(body, 'children')).toMatchObject({ 1: [2, 3] })
    expect(linkage(body, 'parent')).toEqual({})
    const none = await bodyOf(contextOf({ include: 'children' }).renderJsonapi(base, { include: [] }))
    expect(linkage(none, 'children')).toEqual({})
  })

  test('meta from the caller is merged with the stats in the response (6.1)', async () => {
    people.resources.nodes.allowStat({ total: ['count'] })
    const body = await bodyOf(
      contextOf({ stats: { total: 'count' } }).renderJsonapi(base, { meta: { version: 7 } }),
    )
    expect(body).toMatchObject({ meta: { version: 7, stats: { total: { count: 6 } } } })
  })

  test('a subclass of a controller inherits Resource and whitelist, and its changes do not affect the parent class (9.5, 1.7)', async () => {
    const Parent = contextClass()
    Parent.sideloadWhitelist({ index: ['parent'] })
    class Child extends Parent {
      static {
        this.sideloadWhitelist(['children'])
        this.jsonapi((resource) => resource.defaultPageSize(1))
      }
    }
    class Heir extends Parent {}
    const show = async (context: typeof Parent) =>
      bodyOf(new context({ include: 'parent,children' }).renderJsonapi(base))
    const child = await show(Child)
    expect([ids(child), linkage(child, 'parent'), linkage(child, 'children')]).toEqual([
      [1],
      {},
      { 1: [2, 3] },
    ])
    for (const context of [Parent, Heir]) {
      const body = await show(context)
      expect([ids(body).length, linkage(body, 'children')]).toEqual([6, {}])
    }
    expect(new Parent().jsonapiResource).toBeInstanceOf(Resource)
    expect(people.resources.nodes.config.defaultPageSize).toBe(20)
  })
})
