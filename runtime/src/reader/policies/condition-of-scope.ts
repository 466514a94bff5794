import type { Condition } from '../../adapter/condition.js'
import type { ScopeMeaning } from '../../adapter/scope-meaning.js'
import { ScopeFault } from '../../adapter/scope-fault.js'
import type { CompiledResource } from '../../resource/compile.js'

/**
 * The condition of a scope that has only a condition.
 *
 * Throws an Error if the scope has more, such as an order, a page or relations to load; a ScopeFault if the adapter
 * names it.
 */
export const conditionOfScope = (scope: unknown, resource: CompiledResource): Condition =>
  conditionMeant(resource.adapter().conditionOf(scope, resource), resource)

/**
 * The condition for a record to be in a scope, from the adapter's interpretation. Throws the errors of
 * `conditionOfScope`.
 */
export function conditionMeant(meant: ScopeMeaning, { type }: CompiledResource): Condition {
  switch (meant.kind) {
    case 'condition':
    case 'doubtful':
      return meant.condition
    case 'more':
      throw new ScopeFault(
        `This scope of "${type}" has ${meant.more}. Policies and filters through relationships use only the condition of a scope: remove ${meant.more} from baseScope, default filters, policies and the scope of the relationship.`,
      )
    case 'short':
      throw new TypeError(`This is not a scope of "${type}": narrow the given scope and return it.`)
    case 'opaque':
    case 'none':
      throw new Error(meant.why)
  }
}
