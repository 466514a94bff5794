import assert from 'node:assert/strict'
import type { AdapterResource } from '../adapter/adapter.js'
import type { Comparison, Condition, Link, Some } from '../adapter/condition.js'
import { clause, compare, type ContractClause, idsOf } from './clause.js'

/** What the runtime expects of filters through relationships (rules 3.4, 3.5, 3.9). */
export const throughRelationships: readonly ContractClause[] = [
  clause(
    'filter: through a to-one relationship, where the adapter knows the one of the name "parent"',
    async (subject) => {
      const { adapter, resource } = subject
      if (!adapter.ordersThrough(['parent'], resource)) return
      const among = (condition: Condition) =>
        idsOf(subject, (scope) => adapter.filter(scope, condition, resource))
      assert.deepEqual(await among(ofParent(compare('name', 'eq', 'alpha'))), [2, 3])
      // Those without a parent are in the complement.
      assert.deepEqual(await among(ofParent(compare('name', 'not_eq', 'alpha'))), [1, 4, 5])
      const narrowed = adapter.filter(adapter.baseScope(resource), compare('position', 'lte', 10), resource)
      assert.deepEqual(await among({ kind: 'scope', scope: narrowed, through: ['parent'] }), [4])
    },
  ),
  clause('filter: through a to-many relationship, where the adapter filters by it', async (subject) => {
    const { adapter, resource } = subject
    const link = childrenOf(resource)
    if (!adapter.filtersSome(link, resource)) return
    const among = (condition: Condition) =>
      idsOf(subject, (scope) => adapter.filter(scope, condition, resource))
    const some = (condition: Condition): Some => ({ kind: 'some', through: [], link, condition })
    assert.deepEqual(await among(some(compare('name', 'suffix', 'ta'))), [1, 2])
    assert.deepEqual(await among(some(compare('position', 'eq', 20))), [1])
    assert.deepEqual(await among(some(compare('id', 'eq', []))), [])
    // Those without a related record are in the complement, and in no condition on one.
    assert.deepEqual(await among(some(compare('name', 'not_eq', 'nobody'))), [1, 2])
    assert.deepEqual(
      await among({ kind: 'not', condition: some(compare('position', 'eq', 20)) }),
      [2, 3, 4, 5],
    )
    assert.deepEqual(await among(some({ kind: 'not', condition: compare('parentId', 'eq', 1) })), [2])
    const two = [compare('name', 'eq', 'beta'), compare('position', 'eq', 20)]
    assert.deepEqual(await among({ kind: 'and', conditions: two.map(some) }), [1])
    assert.deepEqual(await among(some({ kind: 'and', conditions: two })), [])
    assert.deepEqual(await among(some(some(compare('id', 'eq', 4)))), [1])
    const narrowed = adapter.filter(adapter.baseScope(resource), compare('name', 'eq', 'gamma'), resource)
    assert.deepEqual(await among(some({ kind: 'scope', scope: narrowed })), [1])
    if (!adapter.ordersThrough(['parent'], resource)) return
    const ofSibling: Condition = { ...some(compare('name', 'eq', 'gamma')), through: ['parent'] }
    assert.deepEqual(await among(ofSibling), [2, 3])
    assert.deepEqual(await among({ kind: 'not', condition: ofSibling }), [1, 4, 5])
  }),
  clause(
    'condition: what narrows a scope, for a filter through a to-one relationship, and an error where the scope has more',
    async (subject) => {
      const { adapter, resource } = subject
      if (!adapter.ordersThrough(['parent'], resource)) return
      const base = adapter.baseScope(resource)
      const narrowed = adapter.filter(base, compare('parentId', 'eq', 1), resource)
      const [own, every] = [adapter.condition(narrowed, resource), adapter.condition(base, resource)]
      const among = (condition: Condition) =>
        idsOf(subject, (scope) => adapter.filter(scope, condition, resource))
      assert.deepEqual(await among(own), [2, 3])
      assert.deepEqual(await among(every), [1, 2, 3, 4, 5])
      // Those for which it is unknown, null being neither, are in the complement.
      assert.deepEqual(await among({ kind: 'not', condition: own }), [1, 4, 5])
      if (own.kind === 'scope') {
        const through: Condition = { ...own, through: ['parent'] }
        assert.deepEqual(await among(through), [4])
        assert.deepEqual(await among({ kind: 'not', condition: through }), [1, 2, 3, 5])
      }
      const byName = { through: [], column: 'name', direction: 'asc', nullable: false } as const
      assert.throws(() => adapter.condition(adapter.order(narrowed, byName, resource), resource))
      assert.throws(() => adapter.condition(adapter.paginate(narrowed, 1, 1, resource), resource))
    },
  ),
]

const ofParent = (comparison: Comparison): Comparison => ({ ...comparison, through: ['parent'] })

/** The nodes that name a node as their parent. */
const childrenOf = ({ model, primaryKey }: AdapterResource): Link => ({
  kind: 'keyed',
  name: 'children',
  key: primaryKey,
  foreignKey: ['parentId'],
  model,
})
