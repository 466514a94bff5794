import { describe, expect, test } from 'vitest'
import {
  type AdapterResource,
  DONE,
  type Narrowing,
  type StatRequest,
  type StepResult,
  type StoreStep,
} from '@jsonapi-gen/runtime/adapter'
import { defineRegistry, Query, Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { documentOf } from '../support/read/answers.js'
import { serve } from '../support/read/serve.js'

interface Row {
  readonly id: string
  readonly parentId?: string
}

/** An adapter that records its calls. It supports only equality, which is the condition that sideloads need. */
class ListAdapter extends NullAdapter {
  readonly calls: unknown[] = []

  override narrow(scope: unknown, condition: Narrowing): unknown {
    if (condition.kind !== 'among') return scope
    const { columns, keys } = condition
    const keyOf = (row: object) => columns.map((column) => (row as Record<string, string>)[column])
    return (scope as object[]).filter((row) => keys.some((key) => String(key) === String(keyOf(row))))
  }
  override arrange(scope: unknown): unknown {
    return scope
  }
  override async read(scope: unknown, _columns: unknown, { type }: AdapterResource): Promise<object[]> {
    this.calls.push(['resolve', type])
    return (scope as object[]).map((row) => ({ ...row }))
  }
  override async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    return steps.map((step): StepResult => {
      if (step.kind === 'link' || step.kind === 'unlink') {
        const { name, many, pairs } = step.relation
        this.calls.push([step.kind, step.parent, step.children, { name, many, pairs }])
        return DONE
      }
      const { resource, ...of } = step
      this.calls.push({ ...of, type: resource.type })
      return { kind: 'records', records: [{ of: step.kind }] }
    })
  }
  override async stats(scope: unknown, requests: readonly StatRequest[]): Promise<unknown[]> {
    this.calls.push(['stats', requests])
    return [(scope as object[]).length]
  }
}

const ROWS: readonly Row[] = [{ id: '1' }, { id: '2', parentId: '1' }]

function resources() {
  const adapter = new ListAdapter()
  abstract class Listed extends Resource {
    static {
      this.useAdapter(adapter)
      this.model('Row')
      this.hasMany('children', { resource: 'rows', foreignKey: 'parentId' })
      this.belongsTo('parent', { resource: 'rows', foreignKey: 'parentId' })
      this.allowStat('size', {
        median: () => 7,
        asked: (scope, attribute, context) => [scope, attribute, context],
      })
      this.allowStat({ total: ['count'] })
    }
    override baseScope(): unknown {
      return ROWS
    }
  }
  class Rows extends Listed {
    static {
      this.type('rows')
    }
  }
  return { adapter, Listed, Rows }
}

describe('resource/operations (1.5): the defaults of the first six instance operations delegate to the adapter', () => {
  test('each operation passes its arguments to the adapter', async () => {
    const { adapter, Rows } = resources()
    defineRegistry({ rows: Rows })
    const rows = new Rows()
    const pairs = { owner: ['id'], target: ['parentId'] }
    const relation = { name: 'children', many: true, pairs }
    const [parent, child] = [{ id: 'p' }, { id: 'c' }]
    const results = [
      await rows.resolve(ROWS),
      await rows.create({ name: 'a' }),
      await rows.update({ id: '1', name: 'b' }),
      await rows.destroy('1'),
      await rows.associate(parent, child, 'children', 'hasMany'),
      await rows.disassociate(parent, child, 'children', 'hasMany'),
    ]
    expect(results).toEqual([
      ROWS,
      { of: 'insert' },
      { of: 'update' },
      { of: 'delete' },
      undefined,
      undefined,
    ])
    expect(adapter.calls).toEqual([
      ['resolve', 'rows'],
      { kind: 'insert', type: 'rows', rows: [{ name: 'a' }] },
      { kind: 'update', type: 'rows', keys: [['1']], values: { name: 'b' } },
      { kind: 'delete', type: 'rows', keys: [['1']] },
      ['link', parent, [child], relation],
      ['unlink', parent, [child], relation],
    ])
  })

  test('an override of resolve is used everywhere, including in sideloads', async () => {
    const { adapter, Listed } = resources()
    const scopes: unknown[] = []
    class Rows extends Listed {
      static {
        this.type('rows')
      }
      override async resolve(scope: unknown): Promise<object[]> {
        scopes.push(scope)
        return super.resolve(scope) as Promise<object[]>
      }
    }
    const { included } = documentOf(await serve({ rows: Rows }).get('/rows?include=children'))
    expect(included).toEqual([])
    expect(scopes).toEqual([ROWS, [ROWS[1]]])
    expect(adapter.calls).toEqual([
      ['resolve', 'rows'],
      ['resolve', 'rows'],
    ])
  })

  test.each(['create', 'update', 'destroy'] as const)(
    'the operation %s requires a model, and an error names a resource that lacks one',
    (operation) => {
      const adapter = new ListAdapter()
      class Modelless extends Resource {
        static {
          this.type('modelless')
          this.useAdapter(adapter)
        }
      }
      const resource = new Modelless()
      expect(() => resource[operation]({ id: '1' })).toThrow(
        `The resource "modelless" needs a model for ${operation}: declare one with model.`,
      )
      expect(adapter.calls).toEqual([])
    },
  )

  test('an error about a resource without an adapter names the resource', async () => {
    class Adapterless extends Resource {
      static {
        this.type('adapterless')
      }
    }
    expect(() => new Adapterless().resolve([])).toThrow(
      'The resource "adapterless" has no adapter: declare one with useAdapter.',
    )
  })
})

describe('resource/operations (1.5): the other operations of an instance', () => {
  test('stat finds a calculation, or throws StatNotFound with the names of the attribute and the calculation', async () => {
    const { adapter, Rows } = resources()
    const rows = new Rows()
    expect(await rows.stat('size', 'median')([])).toBe(7)
    const context = { who: 'me' }
    const asked = rows.withContext(context, async () => rows.stat('size', 'asked')(ROWS))
    expect(await asked).toEqual([ROWS, 'size', context])
    expect(await rows.stat('total', 'count')(ROWS)).toBe(2)
    expect(adapter.calls).toEqual([['stats', [{ column: 'total', calculation: 'count' }]]])
    expect(() => rows.stat('size', 'mode')).toThrow('"rows" has no stat "mode" of "size".')
    const meta = { attribute: 'size', calculation: 'mode' }
    expect(() => rows.stat('size', 'mode')).toThrow(expect.objectContaining({ meta }))
    expect(() => rows.stat('weight', 'median')).toThrow('"rows" has no stat "median" of "weight".')
  })

  test('the method transaction returns the result of its block', async () => {
    const { Rows } = resources()
    expect(await new Rows().transaction(async () => 'done')).toBe('done')
  })

  test('buildScope builds a scope from the base and the query, and runs no query', async () => {
    const { adapter, Rows } = resources()
    const query = Query.ofSearch({ type: 'rows', hasFilter: () => false, isMany: () => undefined }, '')
    const scope = await new Rows().buildScope(ROWS, query)
    expect([scope.object, adapter.calls]).toEqual([ROWS, []])
    expect(await scope.resolve()).toEqual(ROWS)
  })

  test('withContext sets context and contextNamespace for the block, and associationNames lists the sideloads', () => {
    const { Rows } = resources()
    const rows = new Rows()
    const context = { who: 'me' }
    const inside = rows.withContext(context, 'index', () => [rows.context, rows.contextNamespace])
    expect([inside, rows.context, rows.contextNamespace]).toEqual([[context, 'index'], undefined, undefined])
    expect(rows.associationNames).toEqual(['children', 'parent'])
  })
})

test('the private methods that read the configuration return the declarations (1.1)', () => {
  const { adapter, Rows } = resources()
  const sort = (scope: unknown) => scope
  const paginate = (scope: unknown) => scope
  class Read extends Rows {
    static {
      this.type('read')
      this.model('Reading')
      this.allowFilter('name', { type: 'string' })
      this.defaultFilter('visible', (scope) => scope)
      this.extraField('extra', {})
      this.sort(sort)
      this.paginate(paginate)
      this.defaultSort([{ name: 'desc' }])
      this.defaultPageNumber(2)
      this.defaultPageSize(7)
    }
  }
  const read = new Read()
  const names = (map: ReadonlyMap<string, unknown>) => [...map.keys()]
  expect({
    type: read.type,
    model: read.model,
    adapter: read.adapter,
    sorting: read.sorting,
    pagination: read.pagination,
    defaultSort: read.defaultSort,
    defaultPageNumber: read.defaultPageNumber,
    defaultPageSize: read.defaultPageSize,
    sideloading: names(read.sideloading),
    filters: names(read.filters),
    defaultFilters: names(read.defaultFilters),
    stats: names(read.stats),
    extraFields: names(read.extraFields),
  }).toEqual({
    type: 'read',
    model: 'Reading',
    adapter,
    sorting: sort,
    pagination: paginate,
    defaultSort: [{ name: 'desc' }],
    defaultPageNumber: 2,
    defaultPageSize: 7,
    sideloading: ['children', 'parent'],
    filters: expect.arrayContaining(['name']),
    defaultFilters: ['visible'],
    stats: ['size', 'total'],
    extraFields: ['extra'],
  })
  class Bare extends Resource {}
  const bare = new Bare()
  expect([bare.model, bare.adapter, bare.sorting, bare.pagination]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a stat that was declared before the adapter was set uses the current adapter (1.6)', async () => {
  class Counting extends ListAdapter {
    override async stats(): Promise<unknown[]> {
      return [42]
    }
  }
  class Rows extends Resource {
    static {
      this.type('rows')
      this.allowStat({ total: ['count'] })
      this.useAdapter(ListAdapter)
      this.useAdapter(Counting)
    }
    override baseScope(): unknown {
      return ROWS
    }
  }
  expect(await new Rows().stat('total', 'count')(ROWS)).toBe(42)
  const { meta } = documentOf(await serve({ rows: Rows }).get('/rows?stats[total]=count'))
  expect(meta).toEqual({ stats: { total: { count: 42 } } })
})
