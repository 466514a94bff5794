import { Query, type Resource, type ResourceClass, Scope } from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { narrowed, windowOf } from '../support/scopes.js'

const SHAPE = { type: 'nodes', hasFilter: () => true, isMany: () => undefined }
const queryOf = (search: string): Query => Query.ofSearch(SHAPE, search)
const idsOf = (records: readonly unknown[]): number[] =>
  records.map((record) => (record as { id: number }).id)

describe.each(databases)('scope (8): building and resolving a scope on $name', (database) => {
  const people = seededPeople(database)
  let nodes: ResourceClass
  let resource: Resource
  let base: ReturnType<typeof people.adapter.all>
  beforeEach(() => {
    base = people.adapter.all(adapterResource('nodes', 'Node'))
    nodes = people.resources.nodes
    nodes.allowStat({ total: ['count'] })
    resource = new nodes()
  })

  test('the steps of a scope run in order: default filters, filters, extra fields, sort and page, then resolve and stats, while includes run by level (8.1)', async () => {
    const steps: string[] = []
    const step = (name: string) => (scope: unknown) => {
      steps.push(name)
      return scope
    }
    class Steps extends nodes {
      static {
        this.defaultFilter('default', step('default filter'))
        this.allowFilter('asked', { type: 'string' }, step('filter'))
        this.extraField('extra', { type: 'string', value: () => 'x' }, step('extra field'))
        this.sort(step('sort'))
        this.paginate(step('paginate'))
        this.allowStat('total', { count: async () => steps.push('stats') })
      }
      override async resolve(scope: unknown): Promise<object[]> {
        steps.push('resolve')
        return (await super.resolve(scope)) as object[]
      }
    }
    const { status } = await serve([Steps]).get(
      '/nodes?stats[total]=count&page[size]=3&sort=name,id&extra_fields[nodes]=extra&filter[asked]=x&include=children.children',
    )
    const node = ['default filter', 'extra field', 'sort']
    expect({ status, steps }).toEqual({
      status: 200,
      steps: [
        'default filter',
        'filter',
        'extra field',
        'sort',
        'sort',
        'paginate',
        'resolve',
        'stats',
        ...node,
        'resolve',
        ...node,
        'resolve',
      ],
    })
  })

  test('building a scope runs no query, and resolving runs them all (8.1)', async () => {
    const scope = await resource.buildScope(base, Query.ofSearch(SHAPE, 'page[size]=2&stats[total]=count'))
    expect(people.operations).toEqual([])
    expect(scope).toBeInstanceOf(Scope)
    expect(idsOf(await scope.resolve())).toEqual([1, 2])
    // The two queries run concurrently, and on Kysely, the first query waits until the session is checked.
    const operations = people.operations.toSorted()
    expect({ stats: scope.stats, hasNext: scope.hasNext, operations }).toEqual({
      stats: { total: { count: 6 } },
      hasNext: true,
      operations: ['Node.aggregate', 'Node.findMany'],
    })
  })

  test('the `object` of a scope can be read and replaced between building and resolving (8.1)', async () => {
    const scope = await resource.buildScope(
      base,
      queryOf('filter[position][gt]=5&page[size]=2&stats[total]=count'),
    )
    expect(windowOf(scope.object)).toMatchObject({ skip: 0, take: 2 })
    scope.object = narrowed(scope.object, { id: { not: 2 } })
    expect(idsOf(await scope.resolve())).toEqual([1, 3])
    // Stats are over the unpaginated scope that was built.
    expect(scope.stats).toEqual({ total: { count: 4 } })
    const larger = await resource.buildScope(base, queryOf('page[size]=2'))
    larger.object = (larger.object as PrismaScope).with({ take: 5 })
    expect(idsOf(await larger.resolve())).toEqual([1, 2, 3, 4, 5])
  })

  test('the method resolve of a scope returns an array (8.2)', async () => {
    for (const search of ['', 'filter[id]=99', 'filter[id]=', 'page[size]=0']) {
      expect(Array.isArray(await (await resource.buildScope(base, queryOf(search))).resolve())).toBe(true)
    }
  })

  test('the base object of a scope may be any object, and is never mutated (8.2)', async () => {
    const mine = narrowed(base, { id: { lt: 4 } })
    const before = windowOf(mine)
    const search = 'filter[position][gt]=1&sort=-id&page[size]=2&include=children&stats[total]=count'
    const scope = await resource.buildScope(mine, Query.ofSearch({ ...SHAPE, isMany: () => true }, search))
    expect(idsOf(await scope.resolve())).toEqual([3, 2])
    expect(scope.stats).toEqual({ total: { count: 3 } })
    expect(windowOf(mine)).toEqual(before)
    expect(idsOf(await people.adapter.read(mine))).toEqual([1, 2, 3])
  })

  test.each<[string, object, number[]]>([
    ['nothing off', {}, [4, 3]],
    ['filter', { filter: false }, [6, 5]],
    ['sort', { sort: false }, [1, 2]],
    ['paginate', { paginate: false }, [4, 3, 2, 1]],
    ['defaultPaginate, with a page given', { defaultPaginate: false }, [4, 3]],
  ])('an option turns off a step of a scope: %s (8.3)', async (_, options, expected) => {
    const scope = await resource.buildScope(
      base,
      queryOf('filter[id]=1,2,3,4&sort=-id&page[size]=2'),
      options,
    )
    expect(windowOf(scope.object)).toEqual({
      isSorted: !('sort' in options),
      skip: 'paginate' in options ? undefined : 0,
      take: 'paginate' in options ? undefined : 2,
    })
    const records = idsOf(await scope.resolve())
    expect(scope.hasNext).toBe(!('paginate' in options))
    // Without a sort, a store may return any order, so only the number of records is compared.
    expect('sort' in options ? records.length : records).toEqual(
      'sort' in options ? expected.length : expected,
    )
  })

  test('with `defaultPaginate: false`, a request without a page returns all records (8.3)', async () => {
    nodes.defaultPageSize(2)
    expect(idsOf(await (await resource.buildScope(base, queryOf(''))).resolve())).toEqual([1, 2])
    const whole = await resource.buildScope(base, queryOf(''), { defaultPaginate: false })
    expect(idsOf(await whole.resolve())).toEqual([1, 2, 3, 4, 5, 6])
    expect(whole.hasNext).toBe(false)
  })

  test('with `extraFields: false`, functions of extra fields do not run (8.3)', async () => {
    const seen: string[] = []
    nodes.extraField('extra', {}, (scope) => {
      seen.push('extra')
      return scope
    })
    await resource.buildScope(base, queryOf('extra_fields[nodes]=extra'), { extraFields: false })
    expect(seen).toEqual([])
    await resource.buildScope(base, queryOf('extra_fields[nodes]=extra'))
    expect(seen).toEqual(['extra'])
  })

  test('with `filter: false`, default, required and empty filters have no effect (8.3)', async () => {
    nodes.defaultFilter('position', { lt: 6 })
    nodes.allowFilter('name', { required: true })
    await expect(resource.buildScope(base, queryOf(''))).rejects.toMatchObject({ code: 'required_filter' })
    const scope = await resource.buildScope(base, queryOf('filter[id]='), { filter: false })
    expect(idsOf(await scope.resolve())).toEqual([1, 2, 3, 4, 5, 6])
    await expect(
      resource.buildScope(base, queryOf('filter[nosuch]=1'), { filter: false }),
    ).rejects.toMatchObject({
      code: 'bad_filter',
    })
  })
})
