import { cursorTypeOf } from '../facts/implied.js'
import assert from 'node:assert/strict'
import type { Adapter } from '../adapter/adapter.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import { castTo, memberOf } from '../base/cast.js'
import type { Position } from '../capabilities/cursors/position.js'
import { type RankedKey, rangesBehind } from '../capabilities/cursors/cursor-ranges.js'
import { parseType } from '../vocabulary/values/type.js'
import { CONTRACT_NODES } from './rows.js'

type SortOfNodes = readonly (readonly [column: string, direction: 'asc' | 'desc'])[]

const CURSOR_ORDERS: readonly SortOfNodes[] = [
  [['position', 'asc']],
  [['parentId', 'asc']],
  [['parentId', 'desc']],
  [
    ['position', 'desc'],
    ['parentId', 'asc'],
  ],
  [
    ['parentId', 'desc'],
    ['position', 'asc'],
  ],
]

interface Subject {
  readonly adapter: Adapter
  readonly resource: AdapterResource
}

/** Reads the nodes after each node, and before the last one, in several orders. Throws an AssertionError. */
export async function checkCursors(subject: Subject): Promise<void> {
  const { adapter, resource } = subject
  const [ofPosition, ofParent] = ['position', 'parentId'].map((column) =>
    cursorTypeOf(adapter.facts(resource).datamodel, String(resource.model), column),
  )
  if (!ofPosition || !ofParent) return
  assert.deepEqual([ofPosition.nullable, ofParent.nullable], [false, true])
  for (const order of CURSOR_ORDERS) {
    const all = await nodesBetween(subject, order)
    assert.equal(new Set(all).size, CONTRACT_NODES.length)
    for (const [index, id] of all.entries()) {
      assert.deepEqual(await nodesBetween(subject, order, nodeOf(id)), all.slice(index + 1))
      const between = await nodesBetween(subject, order, nodeOf(id), nodeOf(all.at(-1)))
      assert.deepEqual(between, all.slice(index + 1, -1))
    }
  }
}

const nodeOf = (id: unknown): object | undefined => CONTRACT_NODES.find((node) => node.id === id)

/** The ids of the nodes after one record and before another in an order, as a page by cursors reads them. */
async function nodesBetween(
  { adapter, resource }: Subject,
  order: SortOfNodes,
  after?: object,
  before?: object,
): Promise<readonly unknown[]> {
  const keys = [...order, ['id', 'asc'] as const].map(([column, direction]): RankedKey => {
    const type =
      cursorTypeOf(adapter.facts(resource).datamodel, String(resource.model), column) ?? parseType('integer')
    return { column, direction, type, ranks: undefined }
  })
  const placeOf = (record: object | undefined): Position | undefined =>
    record && {
      values: keys.map(({ column }) => castTo<Position['values'][number]>(memberOf(record, column))),
      isInclusive: false,
    }
  const ids: unknown[] = []
  for (const { conditions, orders: by } of rangesBehind(keys, placeOf(after), placeOf(before))) {
    const base = adapter.all(resource)
    const narrowed = conditions.reduce((all, one) => adapter.narrow(all, one, resource), base)
    const ordered = adapter.arrange(narrowed, { kind: 'order', by }, resource)
    const page = { kind: 'page', number: 1, size: CONTRACT_NODES.length } as const
    const records = await adapter.read(adapter.arrange(ordered, page, resource), 'all', resource)
    for (const record of records) ids.push(memberOf(record, 'id'))
  }
  return ids
}
