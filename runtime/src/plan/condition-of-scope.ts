import type { Condition } from '../adapter/condition.js'
import { ScopeFault } from '../adapter/scope-fault.js'
import type { CompiledResource } from '../resource/compile.js'

/**
 * What a record must pass to be in a scope, and nothing else of it.
 *
 * Throws an Error if the scope has more than a condition, such as an order, a page or relations to load; a ScopeFault where the
 * adapter says what it has.
 */
export function conditionOfScope(scope: unknown, resource: CompiledResource): Condition {
  const { type } = resource
  const meant = resource.adapter().conditionOf(scope, resource)
  switch (meant.kind) {
    case 'condition':
    case 'doubtful':
      return meant.condition
    case 'more':
      throw new ScopeFault(
        `This scope of "${type}" has ${meant.more}. A policy, and a filter through a relationship, takes the condition of a scope of "${type}" and nothing else: leave it out of baseScope, default filters, policies and the relationship's scope.`,
      )
    case 'short':
      throw new TypeError(`This is no scope of "${type}": narrow the one that is given, and return it.`)
    case 'opaque':
    case 'none':
      throw new Error(meant.why)
  }
}
