import type { Comparison, Condition } from '../adapter/condition.js'
import { opposite } from '../query/operators.js'
import type { CompiledResource } from '../resource/compile.js'
import { callHandler } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { defaultComparisons } from '../plan/default-filters.js'

/**
 * A comparison through to-one relationships as one that holds only where the records on the way are visible: what their
 * default filters hide is as good as not there, and nobody can guess at it (rule 18.6).
 */
export async function throughVisible(
  comparison: Comparison,
  resource: CompiledResource,
  context: object | undefined,
): Promise<Condition> {
  const visible: Condition[] = []
  let owner: CompiledResource | undefined = resource
  for (const [index, relation] of comparison.through.entries()) {
    const sideload: SideloadConfig | undefined = owner.config.sideloads.get(relation)
    owner = sideload && owner.target(sideload)
    if (!owner) break
    visible.push(...(await visibility(owner, comparison.through.slice(0, index + 1), context)))
  }
  if (visible.length === 0) return comparison
  const { operator } = comparison
  if (!operator.startsWith('not_')) return { kind: 'and', conditions: [comparison, ...visible] }
  // Rows whose relative is hidden belong to the complement, as those without one do (rule 3.4).
  const holds: Comparison = { ...comparison, operator: opposite(operator) }
  return { kind: 'not', condition: { kind: 'and', conditions: [holds, ...visible] } }
}

/** What the default filters of a resource say of the record that a path leads to. */
async function visibility(
  resource: CompiledResource,
  through: readonly string[],
  context: object | undefined,
): Promise<readonly Condition[]> {
  const conditions: Condition[] = []
  for (const defaultFilter of resource.config.defaultFilters.values()) {
    const { filter } = defaultFilter
    if (typeof filter === 'object') {
      const comparisons = defaultComparisons(resource, defaultFilter)
      conditions.push(...comparisons.map((one) => ({ ...one, through: [...through, ...one.through] })))
    } else {
      const blank = resource.adapter().baseScope(resource)
      const scope = await callHandler(resource.instance, filter, [blank, context])
      conditions.push({ kind: 'scope', scope, through })
    }
  }
  return conditions
}
