import type { Among, Comparison, Condition } from '../adapter/condition.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Awaitable } from '../declare/declaration-types.js'
import { callHandler, type Handler } from '../declare/handler.js'
import type { Resource } from '../resource/operations.js'
import type { NodePlan, PagePlan, PlannedCondition, CustomCondition } from '../plan/plan.js'
import { hasPolicies, withinPolicy } from '../plan/policies.js'
import { applyDefaultFilter, type FilterCaller } from '../plan/visibility.js'
import type { Run } from './run.js'
import { type Narrowing, throughVisible } from './through-visible.js'
import { refusalOf } from '../adapter/refusal.js'
import { InvalidFilterValue } from '../error/errors.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { ValidationError } from '../error/validation-error.js'

/** The steps of the pipeline that a caller can switch off (rule 8.3): each is on unless it is false. */
export interface ScopeSteps {
  readonly filter?: boolean
  readonly sort?: boolean
  readonly paginate?: boolean
  readonly extraFields?: boolean
  /** Whether the default page applies to a request without a page. */
  readonly defaultPaginate?: boolean
}

/** A scope with the plan chained onto it: before pagination, for stats, and after. */
export interface BuiltScope {
  readonly unpaginated: unknown
  readonly paginated: unknown
}

/**
 * Chains a node's plan onto a base, in the order of rule 8.1: the read policy, default filters, filters, extra fields,
 * sort, pagination. The base is not changed.
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
  let scope = hasPolicies(resource) ? await withinPolicy(base, resource, 'read', context) : base
  if (steps.filter !== false) {
    for (const filter of plan.defaultFilters) {
      scope = await applyDefaultFilter(scope, filter, { resource, instance, context })
    }
    for (const filter of plan.filters) {
      if (filter.kind === 'custom') {
        scope = await narrowedByCustom(scope, filter, { resource, instance, context })
      } else {
        const condition = await resolvedOnce(filter.condition, { resource, instance, run, path })
        scope = resource.adapter().narrow(scope, condition, resource)
      }
    }
  }
  if (steps.extraFields !== false) {
    for (const field of plan.extraFields) {
      if (field.scope) scope = await callHandler(instance, field.scope, [scope, context])
    }
  }
  if (steps.sort !== false) {
    scope = await applySort(scope, plan, instance, context)
  }
  if (!plan.page || steps.paginate === false) return { unpaginated: scope, paginated: scope }
  const paginated = applyPage(scope, plan.page, resource, instance, context)
  return { unpaginated: scope, paginated: await paginated }
}

/** The resource whose filters a condition has, and the request that it is resolved for. */
interface Resolving extends Narrowing {
  readonly resource: CompiledResource
  readonly instance: Resource
}

/** A condition has the same meaning in every query of a run, so it is resolved once. */
function resolvedOnce(condition: PlannedCondition, resolving: Resolving): Awaitable<Condition> {
  const { conditions } = resolving.run
  const resolved = conditions.get(condition) ?? resolveCondition(condition, resolving)
  conditions.set(condition, resolved)
  return resolved
}

/**
 * Comparisons see only visible records. A custom filter in a group narrows a blank scope, which becomes part of the
 * group.
 */
function resolveCondition(condition: PlannedCondition, resolving: Resolving): Awaitable<Condition> {
  return condition.kind === 'compare' || condition.kind === 'among'
    ? throughVisible(condition, resolving.resource, resolving)
    : resolveGroup(condition, resolving)
}

async function resolveGroup(
  condition: Exclude<PlannedCondition, Comparison | Among>,
  resolving: Resolving,
): Promise<Condition> {
  const { resource, instance, run } = resolving
  switch (condition.kind) {
    case 'custom': {
      const blank = resource.adapter().all(resource)
      const { context } = run
      const scope = await narrowedByCustom(blank, condition, { resource, instance, context })
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

function applySort(
  scope: unknown,
  { order, resource }: NodePlan,
  instance: Resource,
  context: object | undefined,
): unknown {
  const { sorting } = resource.config
  if (sorting) return applySorting(scope, order, sorting, instance, context)
  return order.length === 0
    ? scope
    : resource.adapter().arrange(scope, { kind: 'order', by: order }, resource)
}

/** Sorts by a function of the application, key by key. */
async function applySorting(
  scope: unknown,
  order: NodePlan['order'],
  sorting: Handler,
  instance: Resource,
  context: object | undefined,
): Promise<unknown> {
  let sorted = scope
  for (const { through, column, direction } of order) {
    const path = [...through, column].join('.')
    sorted = await callHandler(instance, sorting, [sorted, path, direction, context])
  }
  return sorted
}

function applyPage(
  scope: unknown,
  page: PagePlan,
  resource: CompiledResource,
  instance: Resource,
  context: object | undefined,
): unknown {
  const { pagination } = resource.config
  return pagination
    ? callHandler(instance, pagination, [scope, page.number, page.size, context])
    : resource.adapter().arrange(scope, { kind: 'page', number: page.number, size: page.size }, resource)
}

/**
 * Narrows a scope by a filter of the application. If its function refuses a value, the error points at the filter's
 * parameter. Any other error is a fault of the application, and its log names the filter (rule 14.3).
 */
async function narrowedByCustom(
  scope: unknown,
  { name, handler, value, parameter }: CustomCondition,
  { resource, instance, context }: FilterCaller,
): Promise<unknown> {
  try {
    const narrowed: unknown = await callHandler(instance, handler, [scope, value, context])
    if (narrowed === undefined) throw new Error('It returned no scope.')
    return narrowed
  } catch (error) {
    // The value comes from a parameter, so a pointer into a body would be wrong.
    if (error instanceof InvalidFilterValue && error.source?.parameter === undefined) {
      const { message: detail, meta, cause } = error
      throw new InvalidFilterValue({ detail, source: { parameter }, meta, cause })
    }
    const isMeant = error instanceof JsonapiError && !(error instanceof ValidationError)
    if (isMeant || refusalOf(resource.config.adapter, error, resource)) throw error
    throw new Error(
      `The function of the filter "${name}" of ${resource.type} failed. To reject a value, throw InvalidFilterValue, which returns 400.`,
      { cause: error },
    )
  }
}
