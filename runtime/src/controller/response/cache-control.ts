import { type NodePlan, type PlannedCondition, planNodes, type ReadPlan } from '../../plan/plan.js'
import type { CompiledResource } from '../../resource/compile.js'

/**
 * The default `cache-control`: only the client caches the response, and revalidates it each time (rule 26.7). The
 * runtime does not know who else may see the response.
 */
export const DEFAULT_CACHE = 'private, no-cache'

/**
 * The `cache-control` of a response (rule 26.7): that of its resource, if all resources in the response have the same
 * one; otherwise the default. A shared cache may only store a response that depends on no other records: filters and
 * sorts through a relationship depend on what the viewer may see.
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

/**
 * Whether records of other resources, or methods of the application, determine the records in a response or their
 * order.
 */
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
