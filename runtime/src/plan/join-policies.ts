import type { Condition } from '../adapter/condition.js'
import type { Policy } from '../declare/config.js'
import { joinResources, type Relationship } from '../resource/same-link.js'
import { policyConditions } from './policies.js'

/**
 * The condition on rows of a join model for a policy, by the scopes of every resource over that model (rule 14.16).
 * Undefined if no scope limits it, or if no resource has the join model.
 */
export async function joinCondition(
  relationship: Relationship,
  policy: Policy,
  context: object | undefined,
): Promise<Condition | undefined> {
  const conditions: Condition[] = []
  for (const { resource } of joinResources(relationship)) {
    conditions.push(...(await policyConditions(resource, policy, context)))
  }
  const [only, ...others] = conditions
  return others.length === 0 ? only : { kind: 'and', conditions }
}
