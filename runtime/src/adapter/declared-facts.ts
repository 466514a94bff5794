import type { Adapter } from './adapter.js'
import type { StoreFacts } from './store-facts.js'

const declared = new WeakMap<Adapter, readonly StoreFacts[]>()
const NONE: readonly StoreFacts[] = Object.freeze([])

/** Notes facts that a resource declares of the store of its adapter. Of several that differ, the last one counts. */
export function declareFacts(adapter: Adapter, facts: StoreFacts): void {
  const known = declaredFacts(adapter)
  if (known.at(-1) !== facts) declared.set(adapter, [...known.filter((one) => one !== facts), facts])
}

/**
 * The facts that the resources of an adapter have declared of their store: another list once there are more. An adapter that asks
 * its store itself needs none of them.
 */
export const declaredFacts = (adapter: Adapter): readonly StoreFacts[] => declared.get(adapter) ?? NONE
