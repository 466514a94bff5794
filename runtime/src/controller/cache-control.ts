import type { NodePlan, PlannedCondition, ReadPlan } from '../plan/plan.js'
import { planNodes } from '../plan/plan-nodes.js'
import type { CompiledResource } from '../resource/compile.js'

/**
 * What an answer says to caches unless its resources say otherwise: only the client keeps it, and asks each time whether it
 * still holds (rule 26.7). Who may see it is not known here.
 */
export const DEFAULT_CACHE = 'private, no-cache'

/**
 * What an answer says to caches (rule 26.7): what its resource says, if every other resource that it may show says the
 * same. An answer is kept as carefully as the most careful of them. What everybody's cache may keep depends on no other records:
 * a filter or a sort through a relationship is answered by what its asker sees of them.
 */
export function cacheControlOf(
  { root, included }: Pick<ReadPlan, 'root' | 'included'>,
  owner?: CompiledResource,
): string {
  const { cache } = root.resource.config
  if (cache === undefined) return DEFAULT_CACHE
  const nodes = planNodes(root)
  const others = included ? nodes.map(({ resource }) => resource) : []
  const all = owner ? [...others, owner] : others
  if (!isPrivate(cache) && nodes.some(dependsOnOthers)) return DEFAULT_CACHE
  return all.every(({ config }) => config.cache === cache) ? cache : DEFAULT_CACHE
}

const isPrivate = (cache: string): boolean => /\b(?:private|no-store)\b/.test(cache)

/** Whether records of other resources, or methods of the application, decide which records an answer has, or their order. */
function dependsOnOthers({ filters, order }: NodePlan): boolean {
  return (
    filters.some((filter) => (filter.kind === 'adapter' ? leadsOn(filter.condition) : true)) ||
    order.some(({ through }) => through.length > 0)
  )
}

function leadsOn(condition: PlannedCondition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some(leadsOn)
    case 'not':
      return leadsOn(condition.condition)
    case 'custom':
      return true
    default:
      return condition.through.length > 0
  }
}
