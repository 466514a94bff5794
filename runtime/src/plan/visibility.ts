import { conditionOfScope } from './condition-of-scope.js'
import type { Condition } from '../adapter/condition.js'
import { isDefault } from '../adapter/default-operations.js'
import type { DefaultFilterConfig } from '../declare/config.js'
import { callHandler } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import type { Resource } from '../resource/operations.js'
import { hasReadPolicy, policyConditions, withinPolicy } from './policies.js'
import { storedComparisons } from './default-filters.js'

/** A relationship that leads from one resource to another. */
export interface Hop<Sideload extends SideloadConfig = SideloadConfig> {
  readonly owner: CompiledResource
  readonly sideload: Sideload
  readonly target: CompiledResource
}

/** Whether a relationship may lead to hidden records: hidden by a default filter, by its base, or by a policy. */
export function mayHide({ sideload, target }: Omit<Hop, 'owner'>): boolean {
  const isBaseOpen = sideload.scope === undefined && isDefault(target.instance.baseScope)
  return !isBaseOpen || target.config.defaultFilters.size > 0 || hasReadPolicy(target)
}

/** The base of a relationship's records: its own, or the base of the related resource (specification 2.5). */
export function baseOf({ owner, sideload, target }: Hop, context: object | undefined): unknown {
  return sideload.scope === undefined
    ? currentRequest().baseScopeOf(target.instance, context)
    : callHandler(owner.instance, sideload.scope, [context])
}

/**
 * A base, narrowed by the read policy and every default filter of its resource: only these records are visible at all
 * (rule 18.6).
 */
export async function visibleScope(
  resource: CompiledResource,
  instance: Resource,
  base: unknown,
  context: object | undefined,
): Promise<unknown> {
  let scope = await withinPolicy(base, resource, 'read', context)
  for (const filter of resource.config.defaultFilters.values()) {
    scope = await applyDefaultFilter(scope, filter, { resource, instance, context })
  }
  return scope
}

/** The resource and the context for calling the function of a filter. */
export interface FilterCaller {
  readonly resource: CompiledResource
  readonly instance: Resource
  readonly context: object | undefined
}

/** A scope, narrowed by one default filter of its resource; a promise if the filter's function returns one. */
export function applyDefaultFilter(
  scope: unknown,
  defaultFilter: DefaultFilterConfig,
  { resource, instance, context }: FilterCaller,
): unknown {
  const { filter } = defaultFilter
  currentRequest().watch.explain?.defaultFilter(resource, defaultFilter)
  if (typeof filter !== 'object') return callHandler(instance, filter, [scope, context])
  return storedComparisons(resource, defaultFilter).reduce(
    (narrowed, condition) => resource.adapter().narrow(narrowed, condition, resource),
    scope,
  )
}

/**
 * The conditions for seeing the record at the end of a path (rule 22.3), as conditions on the record at its beginning.
 * They are the read policy and every default filter of its resource, and the base of the last relationship. Computed
 * once in a request. Throws an Error if the base has more than a condition.
 */
export async function visibleAt(
  hop: Hop,
  through: readonly string[],
  context: object | undefined,
): Promise<readonly Condition[]> {
  if (!mayHide(hop)) return []
  const about = hop.sideload.scope === undefined ? hop.target.resourceClass : hop.sideload
  const conditions = await currentRequest().visibleOnce(about, context, () => conditionsOf(hop, context))
  return conditions.map((condition) => placed(condition, through))
}

async function conditionsOf(hop: Hop, context: object | undefined): Promise<readonly Condition[]> {
  const { sideload, target } = hop
  const { instance } = target
  const adapter = target.adapter()
  const conditions: Condition[] = [...(await policyConditions(target, 'read', context))]
  if (sideload.scope !== undefined || !isDefault(instance.baseScope)) {
    conditions.push(conditionOfScope(await baseOf(hop, context), target))
  }
  for (const defaultFilter of target.config.defaultFilters.values()) {
    currentRequest().watch.explain?.defaultFilter(target, defaultFilter)
    if (typeof defaultFilter.filter === 'object') {
      conditions.push(...storedComparisons(target, defaultFilter))
    } else {
      const scope = await callHandler(instance, defaultFilter.filter, [adapter.all(target), context])
      conditions.push(conditionOfScope(scope, target))
    }
  }
  return conditions
}

/** Moves a condition on the record at the end of a path to the beginning of the path. */
function placed(condition: Condition, through: readonly string[]): Condition {
  switch (condition.kind) {
    case 'compare':
    case 'among':
    case 'some':
    case 'scope':
      return { ...condition, through: [...through, ...(condition.through ?? [])] }
    case 'not':
      return { kind: 'not', condition: placed(condition.condition, through) }
    case 'and':
    case 'or':
      return {
        kind: condition.kind,
        conditions: condition.conditions.map((member) => placed(member, through)),
      }
  }
}
