import { conditionMeant } from './condition-of-scope.js'
import type { Condition } from '../../adapter/condition.js'
import { ScopeFault } from '../../adapter/scope-fault.js'
import type { Policy } from '../../declare/config.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { callHandler, type Handler } from '../../declare/handler.js'
import type { CompiledResource } from '../../resource/compile.js'
import { thrownBy } from '../../error/notes.js'
import type { ScopeRule } from '../../resource/explain.js'
import { currentRequest } from '../../resource/frame.js'
import type { KnownRelation } from '../../resource/relations.js'

/** The condition of a policy that returned something else than a scope: it matches nothing. */
const NOTHING: Condition = Object.freeze({ kind: 'or', conditions: [] })

/**
 * The conditions that the scopes of a resource set for a policy (rule 14.10). Empty if no scope declares the policy, or
 * if policies do not apply. Each scope is computed once in a request, from a blank scope.
 *
 * Throws what a policy throws; an Error for a scope with more than a condition, which is a bug of the application.
 */
export function policyConditions(
  resource: CompiledResource,
  policy: Policy,
  context: object | undefined,
): Awaitable<readonly Condition[]> {
  return hasPolicies(resource) && currentRequest().policies
    ? computeConditions(resource, policy, context, { applies: true })
    : NONE
}

const NONE: readonly Condition[] = []

async function computeConditions(
  resource: CompiledResource,
  policy: Policy,
  context: object | undefined,
  { applies }: { readonly applies: boolean },
): Promise<readonly Condition[]> {
  const request = currentRequest()
  const conditions: Condition[] = []
  for (const [name, layer] of resource.config.scopes) {
    const declaredBy = DECLARED_BY[policy].find((each) => layer[each] !== undefined)
    const handler = declaredBy && layer[declaredBy]
    if (declaredBy === undefined || handler === undefined) continue
    const ask = (): Promise<Condition> => askPolicy(resource, { policy, handler }, context)
    const rule = { layer: name, policy: declaredBy, handler }
    const condition = await request
      .policyOnce(resource.resourceClass, handler, context, ask)
      .catch((error: unknown) => {
        request.watch.explain?.scopeFailed(resource, rule, error)
        throw error
      })
    if (applies) request.watch.explain?.scope(resource, rule, condition)
    conditions.push(condition)
  }
  return conditions
}

/** The conditions of an action: those of a policy, or of the scope method that a custom action names. */
export async function conditionsOf(
  action: Policy | NamedPolicy,
  resource: CompiledResource,
  context: object | undefined,
): Promise<readonly Condition[]> {
  if (typeof action === 'string') return policyConditions(resource, action, context)
  const request = currentRequest()
  if (!request.policies) return NONE
  const { resourceClass } = resource
  const ask = (): Promise<Condition> => askPolicy(resource, action, context)
  const condition = await request.policyOnce(resourceClass, action.handler, context, ask)
  request.watch.explain?.scope(resource, { layer: 'own', ...action }, condition)
  return [condition]
}

/** Whether the resource has any policy. */
export function hasPolicies({ config }: CompiledResource): boolean {
  return config.scopes.size > 0
}

/** Whether a scope of the resource limits the policy in this request. */
export function isLimited({ config }: CompiledResource, policy: Policy): boolean {
  const layers = currentRequest().policies ? [...config.scopes.values()] : []
  return layers.some((layer) => DECLARED_BY[policy].some((each) => layer[each] !== undefined))
}

/**
 * Computes the scopes of all resources beforehand, so that no transaction waits for them. `explain` receives the scopes
 * that apply.
 */
export async function askPolicies(
  resources: Iterable<CompiledResource>,
  context: object | undefined,
): Promise<void> {
  if (!currentRequest().policies) return
  for (const resource of resources) {
    for (const policy of POLICIES) await computeConditions(resource, policy, context, { applies: false })
  }
}

const POLICIES: readonly Policy[] = ['read', 'create', 'update', 'updated', 'destroy']

/** The scopes that may declare a policy, by precedence: the first one that the resource has applies. */
const DECLARED_BY: Readonly<Record<Policy, readonly Policy[]>> = {
  read: ['read'],
  update: ['update'],
  destroy: ['destroy'],
  create: ['create', 'read'],
  updated: ['updated', 'update', 'read'],
}

/** A policy of a resource, or a custom action, with the function of its scope. */
export interface NamedPolicy {
  readonly policy: ScopeRule['policy']
  readonly handler: Handler
}

/** The kinds of meaning that permit nothing, whatever the condition. */
const UNTRUSTED: ReadonlySet<string> = new Set(['doubtful', 'short', 'none'])

/**
 * The condition of one policy. If its function does not return a scope of its resource, this is reported, and nothing
 * is permitted.
 */
async function askPolicy(
  resource: CompiledResource,
  { policy, handler }: NamedPolicy,
  context: object | undefined,
): Promise<Condition> {
  const adapter = resource.adapter()
  const method = typeof handler === 'string' ? ` (${handler})` : ''
  const name = `The scope "${policy}"${method} of "${resource.type}"`
  let doubt = `it must return a scope of "${resource.type}"`
  try {
    const scope = await callHandler(resource.instance, handler, [adapter.all(resource), context])
    const isObject = typeof scope === 'object' && scope !== null
    const meant = isObject ? adapter.conditionOf(scope, resource) : undefined
    if (meant && !UNTRUSTED.has(meant.kind)) return conditionMeant(meant, resource)
    doubt = meant?.kind === 'doubtful' ? meant.why : doubt
  } catch (error) {
    throw error instanceof ScopeFault
      ? new Error(`${name}: ${error.message}`, { cause: error })
      : thrownBy(name, error)
  }
  currentRequest().report(new Error(`${name} permits nothing: ${doubt}.`))
  return NOTHING
}

/**
 * The condition on rows of a join model for a policy, by the scopes of every resource over that model (rule 14.16).
 * Undefined if no scope limits it, or if no resource has the join model.
 */
export async function joinCondition(
  { join }: KnownRelation,
  policy: Policy,
  context: object | undefined,
): Promise<Condition | undefined> {
  const conditions: Condition[] = []
  for (const resource of join?.resources ?? []) {
    conditions.push(...(await policyConditions(resource, policy, context)))
  }
  const [only, ...others] = conditions
  return others.length === 0 ? only : { kind: 'and', conditions }
}
