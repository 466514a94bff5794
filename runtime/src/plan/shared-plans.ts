import { BoundedCache } from '../base/bounded-cache.js'
import type { Query } from '../query/query.js'
import { compile, type CompiledResource } from '../resource/compile.js'
import type { GuardAnswers } from '../resource/guards.js'
import type { NodePlan, PlannedCondition, ReadPlan } from './plan.js'
import { planNodes } from './plan-nodes.js'
import type { PlanOptions } from './plan-options.js'

/** A plan of a query, shared by requests whose guards give the same answers. */
interface SharedPlan extends Pick<PlanOptions, 'permitted' | 'single' | 'filter' | 'readBack'> {
  readonly resource: CompiledResource
  readonly plan: ReadPlan
  /** The resources that it reads. After a change of declarations, a resource is compiled anew. */
  readonly resources: ReadonlySet<CompiledResource>
}

/** How many plans are kept for one query: for several answers of guards, and for several actions. */
const MAX_PLANS = 8

const shared = new WeakMap<Query, BoundedCache<GuardAnswers, SharedPlan>>()

/** Lets the requests of one query share its plans. */
export function sharePlansOf(query: Query): void {
  shared.set(query, new BoundedCache(MAX_PLANS))
}

/**
 * The plan of a query: one from a request whose guards gave the same answers, or else a new one. A plan keeps nothing
 * of its request except the query, and each request that runs the plan asks its own policies. Call it inside of
 * `Guards.withAnswers`.
 */
export function sharedPlan(
  resource: CompiledResource,
  query: Query,
  options: PlanOptions,
  make: () => ReadPlan,
): ReadPlan {
  const { guards, permitted, single, filter, readBack } = options
  // A shared plan asks no guard, and so explains nothing.
  const plans = options.within || guards.explain ? undefined : shared.get(query)
  if (!plans) return make()
  const known = plans.find((one, answers) => isFor(one, resource, options) && guards.answersAlike(answers))
  if (known) return known.plan
  const { result: plan, answers } = guards.recorded(make)
  if (isShareable(plan)) {
    const resources = resourcesOf(plan.root)
    plans.set(answers, { resource, permitted, single, filter, readBack, plan, resources })
  }
  return plan
}

function isFor(
  one: SharedPlan,
  resource: CompiledResource,
  { permitted, single, filter, readBack }: PlanOptions,
): boolean {
  if (one.resource !== resource || one.permitted !== permitted) return false
  if (one.single !== single || one.filter !== filter || one.readBack !== readBack) return false
  for (const each of one.resources) if (compile(each.resourceClass) !== each) return false
  return true
}

/** Whether the application's filters could not change anything in a plan: their arguments may be lists or dates. */
const isShareable = ({ root }: ReadPlan): boolean =>
  planNodes(root).every(({ filters }) =>
    filters.every((filter) => isFixed(filter.kind === 'custom' ? filter : filter.condition)),
  )

function isFixed(condition: PlannedCondition): boolean {
  switch (condition.kind) {
    case 'custom':
      return typeof condition.value !== 'object' || condition.value === null
    case 'and':
    case 'or':
      return condition.conditions.every(isFixed)
    case 'not':
      return isFixed(condition.condition)
    case 'compare':
    case 'among':
      return true
  }
}

const resourcesOf = (root: NodePlan): ReadonlySet<CompiledResource> =>
  new Set(planNodes(root).map(({ resource }) => resource))
