import type { Comparison, StepResult } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { adapterResource } from '../support/people.js'
import { serve } from '../support/serve.js'

const adapter = new NullAdapter()
const things = adapterResource('things', 'Thing')
const thrownBy = async (call: () => unknown): Promise<string> => {
  try {
    await call()
    return 'nothing'
  } catch (error) {
    return error instanceof Error ? error.message : 'no Error'
  }
}

const TITLE: Comparison = {
  kind: 'compare',
  name: 'title',
  through: [],
  column: 'title',
  operator: 'eq',
  value: 'a',
  type: { kind: 'string', list: false, nullable: false, values: [] },
}
const DEFAULTS = 'The resource "things" uses the Null adapter, which provides no defaults: '

describe('an error names an operation that a resource on the Null adapter does not define (23.6)', () => {
  test.each<[string, () => unknown, string]>([
    ['all', () => adapter.all(things), 'override baseScope()'],
    [
      'narrow by a comparison',
      () => adapter.narrow([], TITLE, things),
      `pass a function for the filter "title": allowFilter('title', {}, (scope, value) => …)`,
    ],
    [
      'arrange by a sort',
      () => adapter.arrange([], { kind: 'order', by: [] }, things),
      'declare how to sort: sort((scope, column, direction) => …)',
    ],
    [
      'arrange by a page',
      () => adapter.arrange([], { kind: 'page', number: 1, size: 1 }, things),
      'declare how to paginate: paginate((scope, page, size) => …)',
    ],
    ['read', () => adapter.read([], 'all', things), 'override resolve(scope)'],
    [
      'stats',
      () => adapter.stats([], [{ column: 'views', calculation: 'sum' }], things),
      `pass a function for the stat: allowStat('views', { sum: (scope) => … })`,
    ],
    [
      'narrow by a join',
      () =>
        adapter.narrow(
          [],
          { kind: 'joined', join: { relation: 'parts', key: ['id'] }, parents: [], withRows: true },
          things,
        ),
      'declare the sideload with its own functions: allowSideload(name, { scope, assign })',
    ],
    ['read of columns', () => adapter.read([], ['id'], things), 'override resolve(scope)'],
    [
      'write of a new record',
      () => adapter.write([{ kind: 'insert', resource: things, rows: [{}] }]),
      'override create(parameters)',
    ],
    [
      'write of an existing record',
      () => adapter.write([{ kind: 'update', resource: things, keys: [['1']], values: {} }]),
      'override update(parameters)',
    ],
    [
      'write of a deleted record',
      () => adapter.write([{ kind: 'delete', resource: things, keys: [['1']] }]),
      'override destroy(id)',
    ],
  ])('an error about an undefined operation names the method to override: %s', async (_, call, remedy) => {
    expect(await thrownBy(call)).toBe(`${DEFAULTS}${remedy}.`)
  })

  test.each([
    ['associate', 'link'],
    ['disassociate', 'unlink'],
  ] as const)(
    'an error about an undefined operation of a relationship names the method to override: %s',
    async (operation, kind) => {
      const pairs = { owner: ['id'], target: ['thingId'] }
      const relation = { name: 'parts', stored: 'parts', many: true, owner: things, target: things, pairs }
      expect(await thrownBy(() => adapter.write([{ kind, relation, parent: {}, children: [{}] }]))).toBe(
        `${DEFAULTS}override ${operation}(parent, child, name, kind).`,
      )
    },
  )

  test('each `hold` or `lock` step in a list returns a result, and the first step of any other kind throws an error', async () => {
    const hold = { kind: 'hold', resource: things, key: ['1'], version: 1 } as const
    const locks = { keys: [['1']], members: [], isShared: false } as const
    const lock = { kind: 'lock', resource: things, locks } as const
    expect(await adapter.write([hold, lock, hold])).toEqual([
      { kind: 'done' },
      { kind: 'done' },
      { kind: 'done' },
    ])
    const update = { kind: 'update', resource: things, keys: [['1']], values: {} } as const
    const insert = { kind: 'insert', resource: things, rows: [{}] } as const
    expect(await thrownBy(() => adapter.write([lock, update, insert]))).toBe(
      `${DEFAULTS}override update(parameters).`,
    )
  })

  test('the default operations work without a store: a transaction runs its block, no error is translated, and a list is counted by its length', async () => {
    expect({
      block: await adapter.transaction(async () => 'done', {}),
      more: adapter.arrange([1], { kind: 'oneMore' }, things),
      most: adapter.arrange([1], { kind: 'atMost', count: 1 }, things),
      meaning: adapter.conditionOf([1], things),
      fault: adapter.faultOf(new Error('of the application')),
      list: adapter.describe([1, 2]),
      other: adapter.describe('all'),
    }).toEqual({
      block: 'done',
      more: [1],
      most: [1],
      meaning: {
        kind: 'opaque',
        why: `${DEFAULTS}filters cannot follow relationships to its records.`,
      },
      fault: { kind: 'none' },
      list: { records: 2 },
      other: 'all',
    })
  })

  test.each<[string, (declare: ResourceClass) => void, string, string]>([
    ['baseScope', () => {}, '', 'override baseScope()'],
    ['sort', (thing) => withBase(thing), '', 'declare how to sort'],
    ['paginate', (thing) => sorting(withBase(thing)), '', 'declare how to paginate'],
    ['the id', (thing) => withBase(thing), '/1', 'pass a function for the filter "id"'],
    ['resolve', (thing) => sorting(withBase(thing)), '?page[size]=1', 'declare how to paginate'],
  ])(
    'over HTTP, an undefined operation returns 500, and the cause says what to define: %s',
    async (_, declare, path, remedy) => {
      class Thing extends Resource {
        static {
          this.type('things')
          this.useAdapter(NullAdapter)
          this.attribute('name', 'string')
        }
      }
      declare(Thing)
      const seen: unknown[] = []
      const api = serve([Thing], { onError: (error) => seen.push(error) })
      expect((await api.get(`/things${path}`)).status).toBe(500)
      expect(String(seen[0])).toContain(remedy)
    },
  )

  test.each<[string, StepResult[], string]>([
    ['nothing', [], 'nothing'],
    ['no record', [{ kind: 'done' }], 'no record'],
  ])(
    'a write on the Null adapter that returns %s instead of a record throws an error that names the adapter',
    async (_, results, what) => {
      class Silent extends NullAdapter {
        override write(): Promise<readonly StepResult[]> {
          return Promise.resolve(results)
        }
      }
      class Thing extends Resource {
        static {
          this.type('things')
          this.model('Thing')
          this.useAdapter(Silent)
        }
      }
      await expect(new Thing().create({})).rejects.toThrow(
        `Silent.write returned ${what} for the step "insert".`,
      )
    },
  )

  test('on the Null adapter, a group of filters and a page of a sideload for several parents return 400', async () => {
    class Thing extends Resource {
      static {
        this.type('things')
        complete(this)
        this.attribute('name', 'string')
        this.allowFilter('name', {}, (scope) => scope)
        this.hasMany('parts', { resource: 'things', foreignKey: 'wholeId' })
      }
      override async resolve(): Promise<object[]> {
        return [{ id: '1' }, { id: '2' }]
      }
    }
    Thing.useAdapter(
      class extends NullAdapter {
        override narrow(scope: unknown): unknown {
          return scope
        }
      },
    )
    const api = serve([Thing])
    expect(await api.get('/things?filter[or][0][name]=x')).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'bad_filter', source: { parameter: 'filter[or][0][name]' } }] },
    })
    expect(await api.get('/things?include=parts&page[parts][size]=1')).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_page', source: { parameter: 'page[parts][size]' } }] },
    })
  })
})

/** Gives a class everything that a list needs except the functions for filters and stats. */
function complete<Class extends ResourceClass>(thing: Class): Class {
  withBase(thing)
  thing.useAdapter(thing.config.adapter ?? NullAdapter)
  thing.sort((scope) => scope)
  thing.paginate((scope) => scope)
  if (!Object.hasOwn(thing.prototype, 'resolve')) {
    Object.defineProperty(thing.prototype, 'resolve', { value: async () => [] })
  }
  return thing
}

function withBase<Class extends ResourceClass>(thing: Class): Class {
  Object.defineProperty(thing.prototype, 'baseScope', { value: () => [], configurable: true })
  return thing
}

function sorting<Class extends ResourceClass>(thing: Class): Class {
  const { sort } = thing
  sort.call(thing, (scope) => scope)
  return thing
}
