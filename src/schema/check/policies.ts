import type { Report } from '../../diagnostic/report.js'
import { listed, quoted } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import { joinResources } from '../relations.js'
import type { ResourceSchema } from '../schema.js'

/** Warns about a writable resource without a policy, in an API that has policies (JG710). */
export function checkPolicies(resources: readonly ResourceSchema[], report: Report): void {
  checkJoins(resources, report)
  for (const resource of resources) checkCreate(resource, report)
  if (!isGuarded(resources)) return
  for (const resource of resources) {
    // A schema that closes all writes has decided about its actions, so it leaves the reads open on purpose.
    if (hasPolicy(resource) || resource.isPublic || isReadAlone(resource)) continue
    report.add(
      'JG710',
      resource.at,
      `Every request may see every record of ${quoted(resource.type)} and perform every open action`,
      {
        help: 'add scopes or a guard for an action; if everybody should have access, write public: true',
      },
    )
  }
}

/**
 * Warns if scopes limit the records that a user who passes a guard may update or destroy, but nothing limits the
 * records that the same user may create (JG720).
 */
function checkCreate({ type, access, scopes }: ResourceSchema, report: Report): void {
  if (scopes.some(({ policy }) => policy === 'create' || policy === 'read')) return
  const create = access.find(({ action }) => action === 'create')
  if (typeof create?.guard !== 'string') return
  const { guard } = create
  const limited = scopes.filter(({ policy }) =>
    access.some(({ action, guard: other }) => action === policy && (other === guard || other === true)),
  )
  const [scope] = limited
  if (!scope) return
  const actions = [...new Set(limited.map(({ policy }) => policy))]
  report.add(
    'JG720',
    create.at,
    `Requests that pass ${guard} may create ${quoted(type)} for anybody: scopes limit ${listed(actions)}, but no scope limits create`,
    {
      related: [{ at: scope.at, message: `the scope ${quoted(scope.name)} is here` }],
      help: `write create: ${scope.name} in its scopes, or a different scope for users who create records for others`,
    },
  )
}

const isReadAlone = ({ access }: ResourceSchema): boolean =>
  access.every(({ action, guard }) => action === 'index' || action === 'show' || guard === false)

/**
 * Warns about a many-to-many through a model that has several resources with different policies (JG711): all of their
 * policies apply to its links (rule 14.16).
 */
function checkJoins(resources: readonly ResourceSchema[], report: Report): void {
  for (const resource of resources) {
    for (const sideload of resource.sideloads) {
      const [first, ...others] = joinResources(resource, sideload, resources)
      const other = first && others.find((each) => policiesText(each) !== policiesText(first))
      if (!first || !other) continue
      const types = `${quoted(first.type)} and ${quoted(other.type)}`
      const message = `The links of ${quoted(sideload.name)} must satisfy the policies of ${types}, which differ`
      report.add('JG711', sideload.at, message, {
        related: [
          { at: first.at, message: `${quoted(first.type)} is defined here` },
          { at: other.at, message: `${quoted(other.type)} is defined here` },
        ],
        help: 'write the same scopes, and the same guards on create and destroy, in both, or remove one of them',
      })
    }
  }
}

/** The policies for a link, as text: the guards of create and destroy, and the scopes. */
function policiesText({ access, scopes }: ResourceSchema): string {
  const guards = access.flatMap(({ action, guard }) =>
    action === 'create' || action === 'destroy' ? [`${action} ${guard}`] : [],
  )
  const held = scopes
    .filter(({ policy }) => policy !== 'update' && policy !== 'updated')
    .map(({ policy, name }) => `${policy} ${name}`)
  return [...guards.toSorted(), ...held.toSorted()].join()
}

/** Whether an API has policies: scopes, or guards on actions or relationships. */
export function isGuarded(resources: readonly ResourceSchema[]): boolean {
  return resources.some((each) => hasPolicy(each) || guardsRelationship(each))
}

/** Whether a resource has a policy: a scope, or a guard on an action. */
export function hasPolicy(resource: ResourceSchema): boolean {
  return policyOf(resource) !== undefined
}

interface Policy {
  readonly what: string
  readonly at: Span
  readonly cure: string
}

/** A resource's first policy, if it has any. */
export function policyOf({ scopes, access }: ResourceSchema): Policy | undefined {
  const [scope] = scopes
  if (scope) {
    const cure = scope.isDefault
      ? 'add scopes: { inherit: false }, or remove public'
      : 'remove public, or its scopes'
    return { what: `the scope ${quoted(scope.name)}`, at: scope.at, cure }
  }
  const guarded = access.find(({ guard }) => typeof guard === 'string')
  if (!guarded) return undefined
  const { action, guard, at } = guarded
  const cure = `write ${action}: true in its actions, or remove public`
  return { what: `the guard ${quoted(String(guard))} on ${action}`, at, cure }
}

function guardsRelationship({ sideloads }: ResourceSchema): boolean {
  return sideloads.some(({ readable, writable }) =>
    [readable, writable].some((guard) => typeof guard === 'string'),
  )
}
