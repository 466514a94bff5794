import assert from 'node:assert/strict'
import type { StatRequest } from '../adapter/adapter.js'
import { isDefault } from '../adapter/overridden.js'
import type { Among, Condition } from '../adapter/condition.js'
import { parseType } from '../value/type.js'
import { memberOf } from '../cast.js'
import { clause, compare, type ContractClause, idsOf, TYPES } from './clause.js'
import { checkCursors } from './cursor-nodes.js'
import { checkDistinctCount } from './distinct-count.js'
import { CONTRACT_NODES } from './rows.js'
import { throughRelationships } from './through.js'

/** The nodes of some positions and names. */
const amongNodes = (...keys: readonly (readonly [number, string])[]): Among => {
  const columns = ['position', 'name'] as const
  const types = columns.map((column) => parseType(TYPES[column]))
  return { kind: 'among', name: 'keys', through: [], columns, types, keys }
}

const filters = (name: string, condition: Condition, expected: readonly number[]): ContractClause =>
  clause(`filter: ${name}`, async (subject) => {
    const { adapter, resource } = subject
    assert.deepEqual(await idsOf(subject, (scope) => adapter.filter(scope, condition, resource)), expected)
  })

const orders = (
  name: string,
  keys: readonly [string, 'asc' | 'desc'][],
  expected: readonly number[],
): ContractClause =>
  clause(`order: ${name}`, async (subject) => {
    const { adapter, resource } = subject
    const chain = (scope: unknown): unknown =>
      keys.reduce(
        (sorted, [column, direction]) =>
          adapter.order(
            sorted,
            { through: [], column, direction, nullable: column === 'parentId' },
            resource,
          ),
        scope,
      )
    assert.deepEqual(await idsOf(subject, chain), expected)
  })

const stats = (
  name: string,
  condition: Condition | undefined,
  requests: readonly StatRequest[],
  expected: readonly unknown[],
): ContractClause =>
  clause(`stats: ${name}`, async ({ adapter, resource }) => {
    const base = adapter.baseScope(resource)
    const scope = condition ? adapter.filter(base, condition, resource) : base
    assert.deepEqual(await adapter.stats(scope, requests, resource), expected)
  })

const NODES = CONTRACT_NODES.length

/** What the runtime expects of every adapter whose methods are defined (rules 3.4, 3.5, 4, 5, 6.1 and 8.2). */
export const adapterContract: readonly ContractClause[] = [
  clause('baseScope: all records', async (subject) => {
    assert.deepEqual(await idsOf(subject, (scope) => scope), [1, 2, 3, 4, 5])
  }),
  clause(
    'resolve: whole records, each an object of its own that may be assigned to',
    async ({ adapter, resource }) => {
      const scope = adapter.filter(adapter.baseScope(resource), compare('id', 'eq', 2), resource)
      const [first] = await adapter.resolve(scope, resource)
      const [again] = await adapter.resolve(scope, resource)
      assert.ok(first && again && first !== again)
      assert.deepEqual({ ...first }, { ...CONTRACT_NODES[1] })
      Object.assign(first, { children: [] })
      assert.equal(memberOf(again, 'children'), undefined)
    },
  ),
  filters('equality', compare('name', 'eq', 'gamma'), [3]),
  filters('a list is any of', compare('id', 'eq', [5, 1, 99]), [1, 5]),
  filters('an empty list is none', compare('id', 'eq', []), []),
  filters('null is null', compare('parentId', 'eq', null), [1, 5]),
  filters('a list with null', compare('parentId', 'eq', [2, null]), [1, 4, 5]),
  filters('not_eq is the complement, null included', compare('parentId', 'not_eq', 1), [1, 4, 5]),
  filters('not_eq null', compare('parentId', 'not_eq', null), [2, 3, 4]),
  filters('gt', compare('position', 'gt', 20), [1, 5]),
  filters('gte', compare('position', 'gte', 20), [1, 3, 5]),
  filters('lt, where null is not less', compare('parentId', 'lt', 2), [2, 3]),
  filters('not_lt is its complement', compare('parentId', 'not_lt', 2), [1, 4, 5]),
  filters('lte', compare('position', 'lte', 10), [2, 4]),
  filters('prefix, regardless of case', compare('name', 'prefix', 'GAM'), [3]),
  filters('suffix', compare('name', 'suffix', 'ta'), [2, 4]),
  filters('contains', compare('name', 'contains', 'lph'), [1]),
  filters('not_contains', compare('name', 'not_contains', 'ta'), [1, 3, 5]),
  filters(
    'keys of several columns',
    amongNodes([10, 'delta'], [30, 'alpha'], [20, 'beta'], [10, 'beta']),
    [1, 2, 4],
  ),
  filters('no keys are none', amongNodes(), []),
  clause('filter: narrows what was narrowed', async (subject) => {
    const { adapter, resource } = subject
    const chain = (scope: unknown): unknown =>
      adapter.filter(
        adapter.filter(scope, compare('position', 'eq', 10), resource),
        compare('parentId', 'eq', 2),
        resource,
      )
    assert.deepEqual(await idsOf(subject, chain), [4])
  }),
  clause('filter: groups, where the adapter takes them', async (subject) => {
    const { adapter, resource } = subject
    if (!adapter.groups) return
    const narrowed = adapter.filter(adapter.baseScope(resource), compare('name', 'eq', 'alpha'), resource)
    const condition: Condition = {
      kind: 'or',
      conditions: [
        { kind: 'and', conditions: [compare('position', 'eq', 10), compare('parentId', 'eq', 1)] },
        { kind: 'not', condition: compare('position', 'lt', 40) },
        { kind: 'scope', scope: narrowed },
      ],
    }
    assert.deepEqual(await idsOf(subject, (scope) => adapter.filter(scope, condition, resource)), [1, 2, 5])
  }),
  ...throughRelationships,
  orders('ascending', [['position', 'asc']], [2, 4, 3, 1, 5]),
  orders('descending', [['position', 'desc']], [5, 1, 3, 2, 4]),
  orders(
    'another key behind',
    [
      ['position', 'asc'],
      ['name', 'desc'],
    ],
    [4, 2, 3, 1, 5],
  ),
  orders('null is greater than any value', [['parentId', 'asc']], [2, 3, 4, 1, 5]),
  orders('null is greater than any value, descending', [['parentId', 'desc']], [1, 5, 4, 2, 3]),
  clause('paginate and withOneMore: the page, and one record behind it', async ({ adapter, resource }) => {
    const byId = { through: [], column: 'id', direction: 'asc', nullable: false } as const
    const scope = adapter.paginate(adapter.order(adapter.baseScope(resource), byId, resource), 2, 2, resource)
    const ids = async (page: unknown): Promise<unknown[]> =>
      (await adapter.resolve(page, resource)).map((record) => memberOf(record, 'id'))
    assert.deepEqual(await ids(scope), [3, 4])
    const more = adapter.withOneMore(scope)
    if (more !== undefined) assert.deepEqual(await ids(more), [3, 4, 5])
    assert.deepEqual(await ids(scope), [3, 4])
  }),
  clause(
    'cursorType: what is behind a record in an order, and ahead of another, where the adapter has cursors',
    checkCursors,
  ),
  clause('atMost: the first so many records, where the adapter can tell', async ({ adapter, resource }) => {
    const byId = { through: [], column: 'id', direction: 'asc', nullable: false } as const
    const all = adapter.order(adapter.baseScope(resource), byId, resource)
    const ids = async (scope: unknown): Promise<unknown[]> =>
      (await adapter.resolve(scope, resource)).map((record) => memberOf(record, 'id'))
    const bounded = adapter.atMost(all, 3, resource)
    if (bounded === undefined) return
    assert.deepEqual(await ids(bounded), [1, 2, 3])
    assert.deepEqual(await ids(adapter.atMost(all, 9, resource)), [1, 2, 3, 4, 5])
    const page = adapter.paginate(all, 2, 2, resource)
    assert.deepEqual(await ids(adapter.atMost(page, 9, resource)), [3, 4])
    assert.deepEqual(await ids(adapter.atMost(page, 1, resource)), [3])
    assert.deepEqual(await ids(all), [1, 2, 3, 4, 5])
    if (adapter.readsKeys) assert.equal((await adapter.keys(bounded, ['id'], resource)).length, 3)
  }),
  stats(
    'every calculation, in the order of the requests',
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
  clause('stats: distinct counts the values of a column, which may be called total', checkDistinctCount),
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
    'keys: the columns asked for, in the order of the scope, where the adapter reads them',
    async ({ adapter, resource }) => {
      if (!adapter.readsKeys) return
      const scope = adapter.order(
        adapter.filter(adapter.baseScope(resource), compare('parentId', 'not_eq', null), resource),
        { through: [], column: 'id', direction: 'desc', nullable: false },
        resource,
      )
      const keys = await adapter.keys(scope, ['id', 'parentId'], resource)
      assert.deepEqual(
        keys.map((key) => [memberOf(key, 'id'), memberOf(key, 'parentId')]),
        [
          [4, 2],
          [3, 1],
          [2, 1],
        ],
      )
    },
  ),
  clause('createAll: a record for each row, in their order, or none and undefined', async (subject) => {
    const { adapter, resource } = subject
    if (isDefault(adapter.create) || !adapter.createAll) return
    const rows = [44, 42, 45, 41].map((id) => ({ id, name: `new ${id}`, position: 100 - id, parentId: 1 }))
    const created = await adapter.createAll(rows, resource)
    const isNew = compare('id', 'gt', 40)
    const stored = await idsOf(subject, (scope) => adapter.filter(scope, isNew, resource))
    if (created) {
      const ids = created.map((record) => memberOf(record, 'id'))
      assert.deepEqual(
        [ids, stored],
        [
          [44, 42, 45, 41],
          [41, 42, 44, 45],
        ],
      )
    } else assert.deepEqual(stored, [])
    for (const id of stored) await adapter.destroy([id], resource)
  }),
  clause('destroyAll: all of the records, and a refusal where one is not there', async (subject) => {
    const { adapter, resource } = subject
    if (isDefault(adapter.destroy)) return
    for (const id of [41, 42, 43]) {
      await adapter.create({ id, name: 'new', position: id, parentId: 1 }, resource)
    }
    await adapter.destroyAll([[41], [43]], resource)
    const isNew = compare('id', 'gt', 40)
    const unlike = adapter.destroyAll([[42], [99]], resource)
    await assert.rejects(unlike, (error) => adapter.faultOf(error, resource)?.kind === 'notFound')
    for (const id of await idsOf(subject, (scope) => adapter.filter(scope, isNew, resource))) {
      assert.equal(id, 42)
      await adapter.destroy([id], resource)
    }
  }),
  clause('updateAll: the same values in all of the records, where the adapter writes', async (subject) => {
    const { adapter, resource } = subject
    if (isDefault(adapter.update)) return
    await adapter.updateAll([[2], [4], [5]], { name: 'same', parentId: 1 }, resource)
    const named = compare('name', 'eq', 'same')
    assert.deepEqual(await idsOf(subject, (scope) => adapter.filter(scope, named, resource)), [2, 4, 5])
    const unlike = adapter.updateAll([[1], [99]], { position: 40 }, resource)
    await assert.rejects(unlike, (error) => adapter.faultOf(error, resource)?.kind === 'notFound')
    for (const { id, name, parentId } of CONTRACT_NODES) {
      await adapter.updateAll([[id]], { name, parentId }, resource)
    }
    assert.deepEqual(
      await adapter.resolve(
        adapter.filter(adapter.baseScope(resource), compare('id', 'eq', 4), resource),
        resource,
      ),
      [CONTRACT_NODES[3]],
    )
  }),
  clause('lockRecords: counts the records that are there, and changes none', async (subject) => {
    const { adapter, resource } = subject
    if (!adapter.lockRecords) return
    const locks = { keys: [[4], [2], [99]], members: [], isShared: false }
    const before = await adapter.resolve(adapter.baseScope(resource), resource)
    const found = await adapter.transaction(async () => [
      await adapter.lockRecords?.({ ...locks, keys: [], isShared: true }, resource),
      await adapter.lockRecords?.(locks, resource),
      await adapter.lockRecords?.({ ...locks, having: { parentId: 1 } }, resource),
    ])
    if (found[0] !== undefined) assert.deepEqual(found, [0, 2, 1])
    assert.deepEqual(await adapter.resolve(adapter.baseScope(resource), resource), before)
  }),
  clause(
    'associateAll and disassociateAll: each child into the association and out of it, once, in memory',
    async ({ adapter, resource }) => {
      if (isDefault(adapter.associate)) return
      const [parent, ...children] = CONTRACT_NODES.map((node): object => ({ ...node }))
      const [one, two, three] = children
      if (!parent || !one || !two || !three) throw new Error('There are five nodes.')
      const ofMany = { name: 'related', kind: 'hasMany', many: true, owner: resource, target: resource }
      await adapter.associateAll(parent, [], ofMany)
      await adapter.associateAll(parent, [one, two], ofMany)
      await adapter.associateAll(parent, [two, three, three], ofMany)
      assert.deepEqual(memberOf(parent, 'related'), [one, two, three])
      await adapter.disassociateAll(parent, [], ofMany)
      await adapter.disassociateAll(parent, [one, three], ofMany)
      assert.deepEqual(memberOf(parent, 'related'), [two])
      await adapter.disassociateAll(parent, [one, two], ofMany)
      assert.deepEqual(memberOf(parent, 'related'), [])
    },
  ),
  clause('every step returns another scope and leaves the one it was given as it was', async (subject) => {
    const { adapter, resource } = subject
    const base = adapter.baseScope(resource)
    adapter.filter(base, compare('id', 'eq', 1), resource)
    adapter.order(base, { through: [], column: 'position', direction: 'desc', nullable: false }, resource)
    adapter.paginate(base, 1, 1, resource)
    assert.deepEqual(await idsOf(subject, () => base), [1, 2, 3, 4, 5])
  }),
  clause('describe: says something of any scope', async ({ adapter, resource }) => {
    assert.doesNotThrow(() => adapter.describe(adapter.baseScope(resource)))
  }),
  clause('transaction: gives the result of the block, and rethrows what it throws', async ({ adapter }) => {
    assert.equal(adapter.inTransaction, false)
    assert.equal(await adapter.transaction(async () => 7), 7)
    const thrown = new Error('thrown in the block')
    await assert.rejects(
      adapter.transaction(async () => {
        throw thrown
      }),
      (error) => error === thrown,
    )
    assert.equal(adapter.inTransaction, false)
  }),
]
