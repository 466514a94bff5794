import { BoundedCache } from '../base/bounded-cache.js'
import { oncePer } from '../base/made-once.js'
import { Query, type QueryOptions } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import type { GuardAnswers, Guards } from '../resource/guards.js'
import { type PlannedCondition, planNodes, type ReadPlan } from './plan.js'
import type { PlanOptions } from './plan-options.js'
import { type View, Views } from './view/view.js'

/** A value shared by requests that may see the same names. */
interface Known<Made, Options> {
  readonly resource: CompiledResource
  readonly options: Options
  readonly views: ReadonlyMap<CompiledResource, View>
  readonly made: Made
}

/** The number of most recently used strings to keep. Longer strings are not kept. */
const MOST_TEXTS = 500
const LONGEST_TEXT = 1024

/** How much is kept of one string, and of one query: for several resources, options and views. */
const MOST_OF_ONE = 8

type KnownQueries = readonly Known<Query, QueryOptions>[]
interface KnownPlan extends Known<ReadPlan, Omit<PlanOptions, 'guards'>> {
  /** The guards that it depends on; undefined if other requests cannot have it. */
  readonly answers: GuardAnswers | undefined
}

const texts = new BoundedCache<string, KnownQueries>(MOST_TEXTS)
const plansOf: (query: Query) => { known: readonly KnownPlan[] } = oncePer(() => ({ known: [] }))

/**
 * Parses the text of a query, unless a request that sees the same has parsed it. The guards of relationships must have
 * been asked. Throws the errors of `Query.ofSearch`.
 */
export function queryOfText(
  resource: CompiledResource,
  search: string,
  options: QueryOptions,
  guards: Guards,
): Query {
  const views = new Views(guards)
  if (search.length > LONGEST_TEXT) return Query.ofSearch(views.query(resource), search, options)
  const queries = texts.get(search) ?? []
  const known = queries.find((one) => isFor(one, resource, views) && areSame(one.options, options))
  const query = known?.made ?? Query.ofSearch(views.query(resource), search, options)
  const isNew = !known && views.areAlike(views.used)
  const found = { resource, options, views: views.used, made: query }
  // The most recently used text is last, and dropped last.
  texts.set(search, isNew ? latest([...queries, found]) : queries)
  return query
}

/** The inputs of a plan. */
interface Planned {
  readonly resource: CompiledResource
  readonly query: Query
  readonly options: PlanOptions
}

/** The plan that a request already has. */
export function planOfRequest({ resource, query, options }: Planned): ReadPlan | undefined {
  const known = plansOf(query).known.find(
    (one) => one.resource === resource && options.guards.plans.has(one) && isSamePlan(one.options, options),
  )
  return known && planOfReading(known.made)
}

/**
 * The plan of a query that was made for a request that sees the same. Only the guards that it depends on are asked.
 * Undefined if no such plan is known.
 */
export async function knownPlan({ resource, query, options }: Planned): Promise<ReadPlan | undefined> {
  const { guards } = options
  for (const one of plansOf(query).known) {
    const { answers } = one
    if (!answers || one.resource !== resource || !isSamePlan(one.options, options)) continue
    if (answers.size > 0 && !(await guards.agrees(answers))) continue
    if (!isFor(one, resource, new Views(guards))) continue
    guards.plans.add(one)
    return planOfReading(one.made)
  }
  return undefined
}

/**
 * Makes the plan of a query and keeps it. Other requests share it if it depends only on what they may
 * see. It keeps nothing of its request except the query.
 *
 * @param answers the results of the guards that the request called for it; undefined if one failed
 */
export function keptPlan(
  { resource, query, options: { guards, ...options } }: Planned,
  answers: GuardAnswers | undefined,
  make: (views: Views) => ReadPlan,
): ReadPlan {
  const views = new Views(guards)
  const made = make(views)
  const isShared = answers !== undefined && isShareable(made) && views.areAlike(views.used)
  const kept = {
    resource,
    options,
    views: isShared ? views.used : new Map<CompiledResource, View>(),
    made,
    answers: isShared ? answers : undefined,
  }
  const plans = plansOf(query)
  plans.known = latest([...plans.known, kept])
  guards.plans.add(kept)
  return planOfReading(made)
}

const latest = <Kept>(all: readonly Kept[]): readonly Kept[] => all.slice(-MOST_OF_ONE)

/** After a change of declarations, a resource is compiled anew. */
const isFor = (
  { resource: of, views: used }: Known<unknown, unknown>,
  resource: CompiledResource,
  views: Views,
): boolean => of === resource && views.areAlike(used)

const areSame = (one: QueryOptions, other: QueryOptions): boolean =>
  one.strict === other.strict &&
  one.cursors === other.cursors &&
  one.numbersOnly === other.numbersOnly &&
  one.limits === other.limits &&
  one.parameters === other.parameters

const isSamePlan = (one: Omit<PlanOptions, 'guards'>, other: PlanOptions): boolean =>
  one.permitted === other.permitted &&
  one.single === other.single &&
  one.filter === other.filter &&
  one.within?.name === other.within?.name

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

/** The plan for one reading, which keeps the values of its own extra fields. */
function planOfReading(plan: ReadPlan): ReadPlan {
  const { fields } = plan
  return fields.hasExtra ? { ...plan, fields: { ...fields, values: new Map() } } : plan
}
