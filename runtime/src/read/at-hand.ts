import { isDefault } from '../adapter/overridden.js'
import { keyIn, keyText } from '../adapter/keys.js'
import type { Order } from '../adapter/window.js'
import { castTo, memberOf } from '../base/cast.js'
import type { NodePlan } from '../plan/plan.js'
import { hasReadPolicy } from '../plan/policies.js'
import type { CompiledResource } from '../resource/compile.js'
import type { KeyValues } from '../value/key.js'
import { amongIds } from './among-ids.js'
import { type AtHand, logged, type Run } from './run.js'

/**
 * The records with some keys among those of the write that this is the answer of, each an object of its own. Of each
 * resource, the first call reads the records that only a read can tell, all at once (rule
 * 11.9).
 *
 * @param order their order; empty if it does not matter
 * @returns undefined if they have to be read as others are: the write has not written all of them, something may hide
 * them, or only the store can put them in order
 */
export async function recordsAtHand(
  node: NodePlan,
  keys: readonly KeyValues[],
  order: readonly Order[],
  run: Run,
): Promise<readonly object[] | undefined> {
  const { atHand } = run
  const written = atHand?.written.get(node.resource)
  const texts = keys.map((key) => keyText(key) ?? '')
  if (!atHand || !written || !texts.every((text) => written.has(text))) return undefined
  if (!isOpen(node) || !isOrderedHere(order, keys, node.resource)) return undefined
  const known = atHand.known.get(node.resource) ?? readKnown(node, atHand, run)
  atHand.known.set(node.resource, known)
  const records = await known
  return ordered(
    texts.flatMap((text) => records.get(text) ?? []),
    order,
  )
}

/** Whether records of the node need no look at the store: nothing narrows their scope, and no function sees it. */
function isOpen({ resource, defaultFilters, filters, extraFields, page }: NodePlan): boolean {
  const { instance, config } = resource
  return (
    resource.facts().returnsRecords &&
    isDefault(instance.resolve) &&
    isDefault(instance.baseScope) &&
    !hasReadPolicy(resource) &&
    config.filters.get('id')?.filter === undefined &&
    config.sorting === undefined &&
    page === undefined &&
    [...defaultFilters, ...filters, ...extraFields].length === 0
  )
}

/** Stores put texts in orders of their own, and numbers in ours. */
function isOrderedHere(
  order: readonly Order[],
  keys: readonly KeyValues[],
  { primaryKey }: CompiledResource,
): boolean {
  if (order.length === 0 || keys.length < 2) return true
  const isByKey = order.every(({ through, column }) => through.length === 0 && primaryKey.includes(column))
  return isByKey && keys.every((key) => key.every(isNumber))
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Copies of the records in order. */
function ordered(records: readonly object[], order: readonly Order[]): readonly object[] {
  const copies = records.map((record) => ({ ...record }))
  return copies.toSorted((one, other) => {
    for (const { column, direction } of order) {
      const [first, second] = [memberOf(one, column), memberOf(other, column)]
      if (!isNumber(first) || !isNumber(second) || first === second) continue
      return first < second === (direction === 'asc') ? -1 : 1
    }
    return 0
  })
}

/** The records of a resource that the write has written and that are still there. */
async function readKnown(
  { resource, path }: NodePlan,
  { written }: AtHand,
  run: Run,
): Promise<ReadonlyMap<string, object>> {
  const known = new Map<string, object>()
  const unread: KeyValues[] = []
  for (const [text, { key, stored }] of written.get(resource) ?? []) {
    if (stored) known.set(text, stored)
    else unread.push(key)
  }
  const { instance, primaryKey } = resource
  const { context } = run
  const all = run.request.baseScopeOf(instance, context)
  for (const scope of await amongIds(all, unread, { resource, instance, context })) {
    const resolve = (): Promise<object[]> => castTo<Promise<object[]>>(instance.resolve(scope))
    const logging = { resource, path, operation: 'resolve', scope } as const
    for (const record of await logged(run, logging, resolve, (found) => found.length)) {
      known.set(keyIn(record, primaryKey) ?? '', record)
    }
  }
  return known
}
