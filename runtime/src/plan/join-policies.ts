import type { Condition } from '../adapter/condition.js'
import type { Policy } from '../declare/config.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from '../resource/compile.js'
import { joinResources } from '../resource/relations.js'
import { policyConditions } from './policies.js'

/** A many-to-many of a resource. */
interface Joined {
  readonly owner: CompiledResource
  readonly sideload: Pick<SideloadConfig, 'name'>
}

/**
 * The condition on rows of a join model for a policy, by the scopes of every resource over that model (rule 14.16).
 * Undefined if no scope limits it, or if no resource has the join model.
 */
export async function joinCondition(
  { owner, sideload }: Joined,
  policy: Policy,
  context: object | undefined,
): Promise<Condition | undefined> {
  const conditions: Condition[] = []
  for (const resource of joinResources(owner, sideload)) {
    conditions.push(...(await policyConditions(resource, policy, context)))
  }
  const [only, ...others] = conditions
  return others.length === 0 ? only : { kind: 'and', conditions }
}
