import type { Among, Comparison, Condition } from '../../adapter/condition.js'
import { refusalOf } from '../../adapter/refusal.js'
import type { Order } from '../../adapter/window.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { callHandler, type Handler } from '../../declare/handler.js'
import { InvalidFilterValue } from '../../error/errors.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { ValidationError } from '../../error/validation-error.js'
import { storedComparisons } from '../../plan/filters/default-filters.js'
import type { CustomCondition, PagePlan, PlannedCondition } from '../../plan/plan.js'
import type { CompiledResource } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import type { Resource } from '../../resource/operations.js'
import { conditionsOf, hasPolicies, policyConditions } from '../policies/policies.js'
import type { Read } from '../read.js'
import type { Run } from '../run.js'
import { type Narrowing, throughVisible } from '../policies/through-visible.js'

/** A scope with a read chained onto it: before pagination, for stats, and after. */
export interface ComposedScope {
  readonly unpaginated: unknown
  readonly paginated: unknown
}

/**
 * Chains a read onto a base, in the order of rule 8.1: the read policy, default filters, filters, extra fields, sort,
 * pagination. The base is not changed.
 */
export async function compose(read: Read, base: unknown, run: Run): Promise<ComposedScope> {
  const {
    resource,
    instance = resource.instance,
    action,
    filters,
    extraFields,
    order,
    page,
    path = '',
  } = read
  const { defaultFilters = resource.config.defaultFilters.values() } = read
  const { context } = run
  const narrowed = (conditions: readonly Condition[]): unknown =>
    conditions.reduce<unknown>((all, condition) => resource.adapter().narrow(all, condition, resource), scope)
  let scope = base
  if (hasPolicies(resource)) scope = narrowed(await policyConditions(resource, 'read', context))
  for (const filter of defaultFilters) {
    currentRequest().watch.explain?.defaultFilter(resource, filter)
    scope =
      typeof filter.filter === 'object'
        ? narrowed(storedComparisons(resource, filter))
        : await callHandler(instance, filter.filter, [scope, context])
  }
  for (const filter of filters ?? []) {
    scope =
      filter.kind === 'custom'
        ? await narrowedByCustom(scope, filter, { resource, instance, context })
        : narrowed([await resolvedOnce(filter.condition, { resource, instance, run, path })])
  }
  if (action !== undefined) scope = narrowed(await conditionsOf(action, resource, context))
  for (const field of extraFields ?? []) {
    if (field.scope) scope = await callHandler(instance, field.scope, [scope, context])
  }
  if (order) scope = await applySort(scope, order, { resource, instance, context })
  if (!page) return { unpaginated: scope, paginated: scope }
  return { unpaginated: scope, paginated: await applyPage(scope, page, { resource, instance, context }) }
}

/** Calls the functions of a resource for a context. */
export interface Caller {
  readonly resource: CompiledResource
  readonly instance: Resource
  readonly context: object | undefined
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

function applySort(scope: unknown, order: readonly Order[], caller: Caller): unknown {
  const { resource } = caller
  const { sorting } = resource.config
  if (sorting) return applySorting(scope, order, sorting, caller)
  return order.length === 0
    ? scope
    : resource.adapter().arrange(scope, { kind: 'order', by: order }, resource)
}

/** Sorts by a function of the application, key by key. */
async function applySorting(
  scope: unknown,
  order: readonly Order[],
  sorting: Handler,
  { instance, context }: Caller,
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
  { number, size }: Pick<PagePlan, 'number' | 'size'>,
  { resource, instance, context }: Caller,
): unknown {
  const { pagination } = resource.config
  return pagination
    ? callHandler(instance, pagination, [scope, number, size, context])
    : resource.adapter().arrange(scope, { kind: 'page', number, size }, resource)
}

/**
 * Narrows a scope by a filter of the application. If its function refuses a value, the error points at the filter's
 * parameter. Any other error is a fault of the application, and its log names the filter (rule 14.3).
 */
async function narrowedByCustom(
  scope: unknown,
  { name, handler, value, parameter }: CustomCondition,
  { resource, instance, context }: Caller,
): Promise<unknown> {
  try {
    const narrowed: unknown = await callHandler(instance, handler, [scope, value, context])
    if (narrowed === undefined) throw new Error('The function returned no scope.')
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
      `The function for the filter "${name}" on ${resource.type} failed. To reject a value, throw InvalidFilterValue, which returns 400.`,
      { cause: error },
    )
  }
}
