import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import type { DeclaredResource } from '../declared.js'
import type { ResourceSchema } from '../schema.js'

/**
 * Warns of a resource without a policy in an API that has some (JG710). Reports one that is said to be public, and has
 * a policy (JG212).
 */
export function checkPolicies(
  declared: readonly DeclaredResource[],
  resources: readonly ResourceSchema[],
  report: Report,
): void {
  const guarded = isGuarded(resources)
  for (const [index, resource] of resources.entries()) {
    const policy = policyOf(resource)
    const isPublic = declared[index]?.isPublic
    if (policy && isPublic?.value) {
      report.add('JG212', isPublic.at, `${quoted(resource.type)} is public, and has ${policy.what}`, {
        related: [{ at: policy.at, message: 'it is here' }],
        help: policy.cure,
      })
    }
    if (policy || isPublic?.value || !guarded) continue
    const message = `Every request may see every record of ${quoted(resource.type)}, and do what its actions open`
    report.add('JG710', resource.at, message, {
      help: 'give it scopes or a guard of an action, or write public: true in it',
    })
  }
}

/** Whether an API has policies: scopes, or guards of actions or relationships. */
export function isGuarded(resources: readonly ResourceSchema[]): boolean {
  return resources.some((each) => hasPolicy(each) || guardsRelationship(each))
}

/** Whether a resource is under a policy: a scope, or a guard of an action. */
export function hasPolicy(resource: ResourceSchema): boolean {
  return policyOf(resource) !== undefined
}

interface Policy {
  readonly what: string
  readonly at: Span
  readonly cure: string
}

/** The first policy that a resource is under; undefined where there is none. */
function policyOf({ scopes, access }: ResourceSchema): Policy | undefined {
  const [scope] = scopes
  if (scope) {
    const cure = scope.isDefault
      ? 'write scopes: { inherit: false } in it, or leave public out'
      : 'leave public out, or its scopes'
    return { what: `the scope ${quoted(scope.name)}`, at: scope.at, cure }
  }
  const guarded = access.find(({ guard }) => typeof guard === 'string')
  if (!guarded) return undefined
  const { action, guard, at } = guarded
  const cure = `write ${action}: true in its actions, or leave public out`
  return { what: `the guard ${quoted(String(guard))} of ${action}`, at, cure }
}

function guardsRelationship({ sideloads }: ResourceSchema): boolean {
  return sideloads.some(({ readable, writable }) =>
    [readable, writable].some((guard) => typeof guard === 'string'),
  )
}
