import { memberOf, setMember } from '../base/cast.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import type { Run } from './run.js'
import { belongsToOf, type PolymorphicBelongsTo } from '../declare/sideload.js'
import type { Loading } from './fetch.js'
import { loadKeyed } from './load-keyed.js'

/** The assigned children of one include, by node. Their own includes are loaded next. */
export type Assigned = readonly (readonly [NodePlan, readonly object[]])[]

/** A polymorphic to-one to load: the node of each resource, by the value of the type column. */
interface PolymorphicLoading
  extends Omit<Loading<PolymorphicBelongsTo>, 'node'>, Pick<IncludePlan, 'nodes'> {}

/**
 * Loads a polymorphic to-one: the parents are grouped by the type column, and each group is loaded as a belongsTo. A
 * null or unregistered value gets null (rule 9.2).
 */
export async function loadPolymorphic(
  { sideload, nodes, parents, owner }: PolymorphicLoading,
  run: Run,
): Promise<Assigned> {
  const byGroup = grouped(parents, sideload.groupBy)
  const assigned: Assigned[number][] = []
  for (const [value, members] of byGroup) {
    const belongsTo = typeof value === 'string' ? belongsToOf(sideload, value) : undefined
    const node = typeof value === 'string' ? nodes.get(value) : undefined
    if (!belongsTo || !node) {
      for (const parent of members) setMember(parent, sideload.name, null)
      continue
    }
    assigned.push([node, await loadKeyed({ sideload: belongsTo, node, parents: members, owner }, run)])
  }
  return assigned
}

function grouped(parents: readonly object[], groupBy: string): ReadonlyMap<unknown, readonly object[]> {
  const groups = new Map<unknown, object[]>()
  for (const parent of parents) {
    const value = memberOf(parent, groupBy)
    const group = groups.get(value)
    if (group) group.push(parent)
    else groups.set(value, [parent])
  }
  return groups
}
