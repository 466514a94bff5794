import { memberOf, promised, setMember } from '../cast.js'
import type { CompiledResource } from '../resource/compile.js'
import { callHandler } from '../resource/handler.js'
import type { NodePlan } from '../scope/plan.js'
import type { Run } from '../scope/run.js'
import type { CustomSideload } from './config.js'
import { fetchRelated } from './fetch.js'

/**
 * Loads a sideload whose scope and assign are the application's (specification 2.5). Every parent has an array, or null,
 * before assign sees it, so that what it leaves out is empty and not undefined.
 */
export async function loadCustom(
  sideload: CustomSideload,
  node: NodePlan,
  parents: readonly object[],
  owner: CompiledResource,
  run: Run,
): Promise<readonly object[]> {
  const children = await fetchRelated(sideload, node, parents, owner, [], undefined, run)
  for (const parent of parents) setMember(parent, sideload.name, sideload.many ? [] : null)
  await callHandler(owner.instance, sideload.assign ?? 'assign', [parents, children])
  const assigned = new Set(
    parents.flatMap((parent) => promised<object[]>([memberOf(parent, sideload.name) ?? []].flat())),
  )
  return children.filter((child) => assigned.has(child))
}
