import assert from 'node:assert/strict'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { AdapterRelation, Comparison, Condition, Some } from '../adapter/condition.js'
import { filtersSome, type OfStore, ordersThrough } from '../facts/implied.js'
import {
  BY_ID,
  clause,
  compare,
  type ContractClause,
  type ContractSubject,
  idsOf,
} from './contract-clause.js'

/** The runtime's requirements for filters through relationships (rules 3.4, 3.5, 3.9). */
export const throughRelationships: readonly ContractClause[] = [
  clause(
    'narrow: filters through a to-one relationship, if the adapter has one named "parent"',
    async (subject) => {
      const { adapter, resource } = subject
      if (!hasParent(subject)) return
      const among = (condition: Condition) =>
        idsOf(subject, (scope) => adapter.narrow(scope, condition, resource))
      assert.deepEqual(await among(ofParent(compare('name', 'eq', 'alpha'))), [2, 3])
      // Nodes without a parent are in the complement.
      assert.deepEqual(await among(ofParent(compare('name', 'not_eq', 'alpha'))), [1, 4, 5])
      const narrowed = adapter.narrow(adapter.all(resource), compare('position', 'lte', 10), resource)
      assert.deepEqual(await among({ kind: 'scope', scope: narrowed, through: ['parent'] }), [4])
    },
    'filterThrough',
  ),
  clause(
    'arrange: sorts by a column of a to-one related record, if the adapter has a relationship named "parent"',
    async (subject) => {
      const { adapter, resource } = subject
      if (!hasParent(subject)) return
      const withParent = adapter.narrow(adapter.all(resource), compare('parentId', 'not_eq', null), resource)
      const ordered = (direction: 'asc' | 'desc') => {
        const by = [{ through: ['parent'], column: 'position', direction, nullable: false }]
        return idsOf(subject, () => adapter.arrange(withParent, { kind: 'order', by }, resource))
      }
      assert.deepEqual(await ordered('asc'), [4, 2, 3])
      assert.deepEqual(await ordered('desc'), [2, 3, 4])
    },
    'orderThrough',
  ),
  clause(
    'narrow: filters through a to-many relationship, if the adapter can',
    async (subject) => {
      const { adapter, resource } = subject
      const relation = childrenOf(resource)
      const node = { ...resource, ...ofStore(subject) }
      if (!filtersSome({ ...relation, owner: node, target: node })) return
      const among = (condition: Condition) =>
        idsOf(subject, (scope) => adapter.narrow(scope, condition, resource))
      const some = (condition: Condition): Some => ({ kind: 'some', through: [], relation, condition })
      assert.deepEqual(await among(some(compare('name', 'suffix', 'ta'))), [1, 2])
      assert.deepEqual(await among(some(compare('position', 'eq', 20))), [1])
      assert.deepEqual(await among(some(compare('id', 'eq', []))), [])
      // Nodes without a related record are in the complement, but never match a condition on related records.
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
      const narrowed = adapter.narrow(adapter.all(resource), compare('name', 'eq', 'gamma'), resource)
      assert.deepEqual(await among(some({ kind: 'scope', scope: narrowed })), [1])
      if (!hasParent(subject)) return
      const ofSibling: Condition = { ...some(compare('name', 'eq', 'gamma')), through: ['parent'] }
      assert.deepEqual(await among(ofSibling), [2, 3])
      assert.deepEqual(await among({ kind: 'not', condition: ofSibling }), [1, 4, 5])
    },
    'filterSome',
  ),
  clause(
    'conditionOf: returns the condition of a scope, for filters through a to-one relationship, and whether the scope has other parts',
    async (subject) => {
      const { adapter, resource } = subject
      if (!hasParent(subject)) return
      const base = adapter.all(resource)
      const narrowed = adapter.narrow(base, compare('parentId', 'eq', 1), resource)
      const [own, every] = [narrowed, base].map((scope) => {
        const meant = adapter.conditionOf(scope, resource)
        assert.equal(meant.kind, 'condition')
        return meant.kind === 'condition' ? meant.condition : undefined
      })
      if (!own || !every) return
      const among = (condition: Condition) =>
        idsOf(subject, (scope) => adapter.narrow(scope, condition, resource))
      assert.deepEqual(await among(own), [2, 3])
      assert.deepEqual(await among(every), [1, 2, 3, 4, 5])
      // Nodes with null are in the complement.
      assert.deepEqual(await among({ kind: 'not', condition: own }), [1, 4, 5])
      if (own.kind === 'scope') {
        const through: Condition = { ...own, through: ['parent'] }
        assert.deepEqual(await among(through), [4])
        assert.deepEqual(await among({ kind: 'not', condition: through }), [1, 2, 3, 5])
      }
      for (const window of [BY_ID, { kind: 'page', number: 1, size: 1 } as const]) {
        const arranged = adapter.arrange(narrowed, window, resource)
        assert.equal(adapter.conditionOf(arranged, resource).kind, 'more')
      }
    },
    'filterThrough',
  ),
]

const ofParent = (comparison: Comparison): Comparison => ({ ...comparison, through: ['parent'] })

const hasParent = (subject: ContractSubject): boolean => ordersThrough(ofStore(subject), ['parent'])

const ofStore = ({ adapter, resource }: ContractSubject): OfStore => ({
  model: resource.model,
  facts: () => adapter.facts(resource),
})

/** The children of a node. */
const childrenOf = (node: AdapterResource): AdapterRelation => ({
  name: 'children',
  stored: 'children',
  many: true,
  owner: node,
  target: node,
  pairs: { owner: node.primaryKey, target: ['parentId'] },
})
