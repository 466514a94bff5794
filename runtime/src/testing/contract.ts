import assert from 'node:assert/strict'
import type { StatRequest } from '../adapter/stat-request.js'
import type { Among, Condition } from '../adapter/condition.js'
import { parseType } from '../vocabulary/values/type.js'
import { memberOf } from '../base/cast.js'
import { BY_ID, clause, compare, type ContractClause, idsIn, idsOf, TYPES } from './contract-clause.js'
import { checkCursors } from './cursor-nodes.js'
import { CONTRACT_NODES } from './rows.js'
import { writtenSteps } from './written-steps.js'
import { throughRelationships } from './through.js'
import type { Adapter } from '../adapter/adapter.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'

/** The nodes with the given positions and names. */
const amongNodes = (...keys: readonly (readonly [number, string])[]): Among => {
  const columns = ['position', 'name'] as const
  const types = columns.map((column) => parseType(TYPES[column]))
  return { kind: 'among', name: 'keys', through: [], columns, types, keys }
}

const filters = (name: string, condition: Condition, expected: readonly number[]): ContractClause =>
  clause(
    `narrow: ${name}`,
    async (subject) => {
      const { adapter, resource } = subject
      assert.deepEqual(await idsOf(subject, (scope) => adapter.narrow(scope, condition, resource)), expected)
    },
    'filter',
  )

const orders = (
  name: string,
  keys: readonly [string, 'asc' | 'desc'][],
  expected: readonly number[],
): ContractClause =>
  clause(`arrange: ${name}`, async (subject) => {
    const { adapter, resource } = subject
    const chain = (scope: unknown): unknown =>
      keys.reduce((sorted, [column, direction]) => {
        const key = { through: [], column, direction, nullable: column === 'parentId' }
        return adapter.arrange(sorted, { kind: 'order', by: [key] }, resource)
      }, scope)
    assert.deepEqual(await idsOf(subject, chain), expected)
  })

const stats = (
  name: string,
  condition: Condition | undefined,
  requests: readonly StatRequest[],
  expected: readonly unknown[],
): ContractClause =>
  clause(
    `stats: ${name}`,
    async ({ adapter, resource }) => {
      const base = adapter.all(resource)
      const scope = condition ? adapter.narrow(base, condition, resource) : base
      assert.deepEqual(await adapter.stats(scope, requests, resource), expected)
    },
    'calculate',
  )

const NODES = CONTRACT_NODES.length

/** More keys than a list of the runtime has, unless a request loads all of its records. */
const MANY_KEYS = 10_000

const BY_KEY = {
  kind: 'among',
  name: 'id',
  through: [],
  columns: ['id'],
  types: [parseType(TYPES.id)],
} as const

/** The requirements that the runtime places on every adapter. */
export const adapterContract: readonly ContractClause[] = [
  clause('all: returns all records', async (subject) => {
    assert.deepEqual(await idsOf(subject, (scope) => scope), [1, 2, 3, 4, 5])
  }),
  clause(
    'read: returns whole records as separate objects that the caller may change',
    async ({ adapter, resource }) => {
      const scope = adapter.narrow(adapter.all(resource), compare('id', 'eq', 2), resource)
      const [first] = await adapter.read(scope, 'all', resource)
      const [again] = await adapter.read(scope, 'all', resource)
      assert.ok(first && again && first !== again)
      assert.deepEqual({ ...first }, { ...CONTRACT_NODES[1] })
      Object.assign(first, { children: [] })
      assert.equal(memberOf(again, 'children'), undefined)
    },
  ),
  filters('equality', compare('name', 'eq', 'gamma'), [3]),
  filters('a list matches any of its values', compare('id', 'eq', [5, 1, 99]), [1, 5]),
  filters('an empty list matches nothing', compare('id', 'eq', []), []),
  filters('null matches null', compare('parentId', 'eq', null), [1, 5]),
  filters('a list may contain null', compare('parentId', 'eq', [2, null]), [1, 4, 5]),
  filters('not_eq is the complement of eq and matches null', compare('parentId', 'not_eq', 1), [1, 4, 5]),
  filters('not_eq null matches every other value', compare('parentId', 'not_eq', null), [2, 3, 4]),
  filters('gt', compare('position', 'gt', 20), [1, 5]),
  filters('gte', compare('position', 'gte', 20), [1, 3, 5]),
  filters('lt does not match null', compare('parentId', 'lt', 2), [2, 3]),
  filters('not_lt is the complement of lt', compare('parentId', 'not_lt', 2), [1, 4, 5]),
  filters('lte', compare('position', 'lte', 10), [2, 4]),
  filters('prefix ignores case', compare('name', 'prefix', 'GAM'), [3]),
  filters('suffix', compare('name', 'suffix', 'ta'), [2, 4]),
  filters('contains', compare('name', 'contains', 'lph'), [1]),
  filters('not_contains', compare('name', 'not_contains', 'ta'), [1, 3, 5]),
  filters(
    'keys of several columns match their records',
    amongNodes([10, 'delta'], [30, 'alpha'], [20, 'beta'], [10, 'beta']),
    [1, 2, 4],
  ),
  filters('an empty list of keys matches nothing', amongNodes(), []),
  clause('narrow: narrows a scope that was narrowed before', async (subject) => {
    const { adapter, resource } = subject
    const chain = (scope: unknown): unknown =>
      adapter.narrow(
        adapter.narrow(scope, compare('position', 'eq', 10), resource),
        compare('parentId', 'eq', 2),
        resource,
      )
    assert.deepEqual(await idsOf(subject, chain), [4])
  }),
  clause(
    'narrow: accepts groups of conditions, if the adapter supports them',
    async (subject) => {
      const { adapter, resource } = subject
      const narrowed = adapter.narrow(adapter.all(resource), compare('name', 'eq', 'alpha'), resource)
      const condition: Condition = {
        kind: 'or',
        conditions: [
          { kind: 'and', conditions: [compare('position', 'eq', 10), compare('parentId', 'eq', 1)] },
          { kind: 'not', condition: compare('position', 'lt', 40) },
          { kind: 'scope', scope: narrowed },
        ],
      }
      assert.deepEqual(await idsOf(subject, (scope) => adapter.narrow(scope, condition, resource)), [1, 2, 5])
    },
    'filterByGroups',
  ),
  ...throughRelationships,
  orders('ascending', [['position', 'asc']], [2, 4, 3, 1, 5]),
  orders('descending', [['position', 'desc']], [5, 1, 3, 2, 4]),
  orders(
    'by a second key',
    [
      ['position', 'asc'],
      ['name', 'desc'],
    ],
    [4, 2, 3, 1, 5],
  ),
  orders('null is greater than any value', [['parentId', 'asc']], [2, 3, 4, 1, 5]),
  orders('null is greater than any value, descending', [['parentId', 'desc']], [1, 5, 4, 2, 3]),
  clause('arrange: limits the scope to a page and one more record after it', async (subject) => {
    const { adapter, resource } = subject
    const all = adapter.arrange(adapter.all(resource), BY_ID, resource)
    const scope = adapter.arrange(all, { kind: 'page', number: 2, size: 2 }, resource)
    assert.deepEqual(await idsIn(subject, scope), [3, 4])
    const more = adapter.arrange(scope, { kind: 'oneMore' }, resource)
    if (more !== scope) assert.deepEqual(await idsIn(subject, more), [3, 4, 5])
    assert.deepEqual(await idsIn(subject, scope), [3, 4])
    assert.equal(adapter.arrange(all, { kind: 'oneMore' }, resource), all)
    const first = adapter.arrange(scope, { kind: 'page', number: 1, size: 3 }, resource)
    assert.deepEqual(await idsIn(subject, first), [1, 2, 3])
  }),
  clause('cursorType: finds the records between two records, if the adapter supports cursors', checkCursors),
  clause('arrange: limits the scope to the first records, if the adapter can', async (subject) => {
    const { adapter, resource } = subject
    const all = adapter.arrange(adapter.all(resource), BY_ID, resource)
    const atMost = (scope: unknown, count: number): unknown =>
      adapter.arrange(scope, { kind: 'atMost', count }, resource)
    const bounded = atMost(all, 3)
    if (bounded === all) return
    assert.deepEqual(await idsIn(subject, bounded), [1, 2, 3])
    assert.deepEqual(await idsIn(subject, atMost(all, 9)), [1, 2, 3, 4, 5])
    const page = adapter.arrange(all, { kind: 'page', number: 2, size: 2 }, resource)
    assert.deepEqual(await idsIn(subject, atMost(page, 9)), [3, 4])
    assert.deepEqual(await idsIn(subject, atMost(page, 1)), [3])
    assert.deepEqual(await idsIn(subject, all), [1, 2, 3, 4, 5])
    if (adapter.facts(resource).can.readColumns) {
      assert.equal((await adapter.read(bounded, ['id'], resource)).length, 3)
    }
  }),
  clause(
    'arrange: limits the scope to the first records of each parent, if the facts declare this',
    async (subject) => {
      const { adapter, resource } = subject
      const all = adapter.arrange(adapter.all(resource), BY_ID, resource)
      const first = (count: number): unknown =>
        adapter.arrange(all, { kind: 'firstOfEach', by: ['parentId'], count }, resource)
      assert.deepEqual(await idsIn(subject, first(1)), [1, 2, 4])
      assert.deepEqual(await idsIn(subject, first(2)), [1, 2, 3, 4, 5])
      const keys = await adapter.read(
        adapter.arrange(first(1), { kind: 'atMost', count: 2 }, resource),
        ['id'],
        resource,
      )
      assert.equal(keys.length, 2)
      assert.deepEqual(await idsIn(subject, all), [1, 2, 3, 4, 5])
    },
    'cutPages',
  ),
  stats(
    'every calculation, in the requested order',
    undefined,
    [
      { column: 'position', calculation: 'maximum' },
      { column: 'total', calculation: 'count' },
      { column: 'position', calculation: 'sum' },
      { column: 'position', calculation: 'average' },
      { column: 'position', calculation: 'minimum' },
      { column: 'position', calculation: 'count' },
      { column: 'parentId', calculation: 'count' },
    ],
    [50, NODES, 120, 24, 10, 4, 2],
  ),
  clause(
    'stats: distinct counts the values of a column, even one named total',
    checkDistinctCount,
    'calculate',
  ),
  stats(
    'over an empty set',
    compare('id', 'eq', 99),
    [
      { column: 'total', calculation: 'count' },
      { column: 'position', calculation: 'sum' },
      { column: 'position', calculation: 'average' },
      { column: 'position', calculation: 'maximum' },
      { column: 'position', calculation: 'minimum' },
      { column: 'position', calculation: 'count' },
    ],
    [0, 0, 0, null, null, 0],
  ),
  clause(
    'read: returns the requested columns, in the order of the scope, if the adapter can',
    async ({ adapter, resource }) => {
      const byId = { through: [], column: 'id', direction: 'desc', nullable: false } as const
      const scope = adapter.arrange(
        adapter.narrow(adapter.all(resource), compare('parentId', 'not_eq', null), resource),
        { kind: 'order', by: [byId] },
        resource,
      )
      const keys = await adapter.read(scope, ['id', 'parentId'], resource)
      assert.deepEqual(
        keys.map((key) => [memberOf(key, 'id'), memberOf(key, 'parentId')]),
        [
          [4, 2],
          [3, 1],
          [2, 1],
        ],
      )
    },
    'readColumns',
  ),
  clause(
    'narrow: accepts a list of as many keys as the facts declare',
    async (subject) => {
      const { adapter, resource } = subject
      const count = Math.min(adapter.facts(resource).can.maxKeys, MANY_KEYS)
      const keys = Array.from({ length: count }, (_, at) => [at + 3])
      const condition: Among = { ...BY_KEY, keys }
      const found = await idsOf(subject, (scope) => adapter.narrow(scope, condition, resource))
      assert.deepEqual(found, [3, 4, 5].slice(0, count))
    },
    'maxKeys',
  ),
  ...writtenSteps,
  clause('every step returns a new scope and does not change the given one', async (subject) => {
    const { adapter, resource } = subject
    const base = adapter.all(resource)
    adapter.narrow(base, compare('id', 'eq', 1), resource)
    adapter.arrange(base, BY_ID, resource)
    adapter.arrange(base, { kind: 'page', number: 1, size: 1 }, resource)
    adapter.arrange(base, { kind: 'atMost', count: 1 }, resource)
    assert.deepEqual(await idsOf(subject, () => base), [1, 2, 3, 4, 5])
  }),
  clause('describe: describes any scope', async ({ adapter, resource }) => {
    assert.doesNotThrow(() => adapter.describe(adapter.all(resource)))
  }),
  clause('transaction: returns the result of the block, and rethrows its error', async ({ adapter }) => {
    assert.equal(await adapter.transaction(async () => 7, {}), 7)
    const thrown = new Error('thrown in the block')
    await assert.rejects(
      adapter.transaction(async () => {
        throw thrown
      }, {}),
      (error) => error === thrown,
    )
  }),
  clause('faultOf: ignores errors that are not from the store', async ({ adapter, resource }) => {
    assert.equal(adapter.faultOf(new Error('of the application'), resource).kind, 'none')
  }),
]

/** Checks that a count with `distinct` counts the values of a column, even of `total`, and never the rows. */
async function checkDistinctCount({
  adapter,
  resource,
}: {
  readonly adapter: Adapter
  readonly resource: AdapterResource
}): Promise<void> {
  const counted = async (column: string): Promise<unknown[]> => {
    const requests: StatRequest[] = [{ column, calculation: 'count', distinct: true }]
    return adapter.stats(adapter.all(resource), requests, resource)
  }
  assert.deepEqual(await counted('position'), [4])
  // The nodes have no such column: a store may refuse it, or treat it as null.
  const total = await counted('total').catch((): unknown[] => [])
  assert.ok(!total.includes(CONTRACT_NODES.length), 'count with distinct must not count the rows.')
}
