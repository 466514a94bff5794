import type { Adapter } from '../adapter/adapter.js'
import type { StoreFacts } from '../datamodel/store-facts.js'

const declared = new WeakMap<Adapter, readonly StoreFacts[]>()
const NONE: readonly StoreFacts[] = Object.freeze([])

/** Adds facts that a resource declares about its adapter's store. If facts differ, the last ones count. */
export function declareFacts(adapter: Adapter, facts: StoreFacts): void {
  const known = declaredFacts(adapter)
  if (known.at(-1) !== facts) declared.set(adapter, [...known.filter((one) => one !== facts), facts])
}

/**
 * The facts that an adapter's resources have declared about the store. The list is replaced when facts are added. An
 * adapter that inspects its store does not need these facts.
 */
export const declaredFacts = (adapter: Adapter): readonly StoreFacts[] => declared.get(adapter) ?? NONE

/** Whether the declared facts include a model. */
export const knowsModel = (adapter: Adapter, model: string): boolean =>
  declaredFacts(adapter).some(({ models }) => Object.hasOwn(models, model))
