import type { CompiledResource } from '../resource/compile.js'
import type { NodePlan } from '../plan/plan.js'
import type { Run } from './run.js'
import { assignCustom, assignedIn } from './assign-custom.js'
import type { CustomSideload } from '../declare/sideload.js'
import { fetchRelated } from './fetch.js'

/** Loads a sideload whose scope and assign are the application's (specification 2.5). Returns the children assigned. */
export async function loadCustom(
  sideload: CustomSideload,
  node: NodePlan,
  parents: readonly object[],
  owner: CompiledResource,
  run: Run,
): Promise<readonly object[]> {
  const children = await fetchRelated(sideload, node, parents, owner, [], undefined, run)
  await assignCustom(sideload, parents, children, owner)
  const assigned = new Set(parents.flatMap((parent) => assignedIn(sideload, parent)))
  return children.filter((child) => assigned.has(child))
}
