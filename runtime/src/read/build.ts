import type { Condition } from '../adapter/condition.js'
import type { CompiledResource } from '../resource/compile.js'
import { callHandler } from '../declare/handler.js'
import type { Resource } from '../resource/operations.js'
import type { NodePlan, PlannedCondition } from '../plan/plan.js'
import { withinPolicy } from '../plan/policies.js'
import { applyDefaultFilter } from '../plan/visibility.js'
import type { Run } from './run.js'
import { type Narrowing, throughVisible } from './through-visible.js'

/** Steps of the pipeline that a caller has switched off (rule 8.3): each is on unless it is false. */
export interface ScopeSteps {
  readonly filter?: boolean
  readonly sort?: boolean
  readonly paginate?: boolean
  readonly extraFields?: boolean
  /** Whether a request without a page gets the default one. */
  readonly defaultPaginate?: boolean
}

/** A scope with everything chained onto it: before pagination, for stats, and after. */
export interface BuiltScope {
  readonly unpaginated: unknown
  readonly paginated: unknown
}

/**
 * Chains what a node's plan asks for onto a base, in the order of rule 8.1: the read policy, default filters, filters, extra fields, sort,
 * pagination. The base is not mutated.
 */
export async function buildNode(
  plan: NodePlan,
  instance: Resource,
  base: unknown,
  run: Run,
  steps: ScopeSteps = {},
): Promise<BuiltScope> {
  const { resource, path } = plan
  const { context } = run
  let scope = await withinPolicy(base, resource, 'read', context)
  if (steps.filter !== false) {
    for (const filter of plan.defaultFilters) {
      scope = await applyDefaultFilter(scope, filter, { resource, instance, context })
    }
    for (const filter of plan.filters) {
      scope =
        filter.kind === 'custom'
          ? await callHandler(instance, filter.handler, [scope, filter.value, context])
          : resource
              .adapter()
              .filter(
                scope,
                await resolvedOnce(filter.condition, { resource, instance, run, path }),
                resource,
              )
    }
  }
  if (steps.extraFields !== false) {
    for (const field of plan.extraFields) {
      if (field.scope) scope = await callHandler(instance, field.scope, [scope, context])
    }
  }
  if (steps.sort !== false) scope = await applySort(scope, plan, instance, context)
  const paginated =
    plan.page && steps.paginate !== false ? await applyPage(scope, plan, instance, context) : scope
  return { unpaginated: scope, paginated }
}

/** Whose filters a condition is made of, and what it is resolved for. */
interface Resolving extends Narrowing {
  readonly resource: CompiledResource
  readonly instance: Resource
}

/** What a filter means is the same for every query of a run. */
function resolvedOnce(condition: PlannedCondition, resolving: Resolving): Promise<Condition> {
  const { conditions } = resolving.run
  const resolved = conditions.get(condition) ?? resolveCondition(condition, resolving)
  conditions.set(condition, resolved)
  return resolved
}

/** Comparisons go through visible records alone; custom filters of a group narrow a blank scope, which takes part in it. */
async function resolveCondition(condition: PlannedCondition, resolving: Resolving): Promise<Condition> {
  const { resource, instance, run } = resolving
  switch (condition.kind) {
    case 'compare':
    case 'among':
      return throughVisible(condition, resource, resolving)
    case 'custom': {
      const blank = resource.adapter().baseScope(resource)
      const scope = await callHandler(instance, condition.handler, [blank, condition.value, run.context])
      return { kind: 'scope', scope }
    }
    case 'not':
      return { kind: 'not', condition: await resolveCondition(condition.condition, resolving) }
    case 'and':
    case 'or': {
      const conditions: Condition[] = []
      for (const member of condition.conditions) {
        conditions.push(await resolveCondition(member, resolving))
      }
      return { kind: condition.kind, conditions }
    }
  }
}

async function applySort(
  scope: unknown,
  { order, resource }: NodePlan,
  instance: Resource,
  context: object | undefined,
): Promise<unknown> {
  const { sorting } = resource.config
  let sorted = scope
  for (const key of order) {
    sorted = sorting
      ? await callHandler(instance, sorting, [
          sorted,
          [...key.through, key.attribute].join('.'),
          key.direction,
          context,
        ])
      : resource.adapter().order(sorted, key, resource)
  }
  return sorted
}

async function applyPage(
  scope: unknown,
  { page, resource }: NodePlan,
  instance: Resource,
  context: object | undefined,
): Promise<unknown> {
  if (!page) return scope
  const { pagination } = resource.config
  return pagination
    ? callHandler(instance, pagination, [scope, page.number, page.size, context])
    : resource.adapter().paginate(scope, page.number, page.size, resource)
}
