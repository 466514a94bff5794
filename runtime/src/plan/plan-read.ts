import { madeOnce } from '../base/made-once.js'
import { InvalidPage, InvalidParameter, throwCollected } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { includePaths, type IncludeTree } from '../query/include.js'
import type { Query } from '../query/query.js'
import { compile, type CompiledResource } from '../resource/compile.js'
import { settleRelationships } from '../resource/relationship-guards.js'
import type { Awaitable } from '../declare/declaration-types.js'
import { findRegistry } from '../resource/registry.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { checkThrough } from './check-through.js'
import type { Guards } from '../resource/guards.js'
import type { Order } from '../adapter/window.js'
import type { planNext } from './plan-next.js'
import { patternsUpTo, type TakePatterns } from './pattern-limit.js'
import { MOST_SEARCHES, searchesUpTo, type TakeSearch } from './search-limit.js'
import type { IncludePlan, NodePlan, PagePlan, ReadPlan } from './plan.js'
import { type FieldPlan, planFields } from './plan-fields.js'
import { planFilters } from './plan-filters.js'
import { planIncludes, reachedResources, seenSideload } from './plan-includes.js'
import { planPage, planPrimaryPage, usesCursors } from './plan-page.js'
import type { planCursor } from '../cursors/plan-cursor.js'

import { planSort, type SortPlan, tieBreakers } from './plan-sort.js'
import type { PlanOptions, Within } from './plan-options.js'
import { planStats } from './plan-stats.js'
import { sharedPlan } from './shared-plans.js'

/** A plan of a query for one request, with its inputs. */
interface RequestPlan {
  readonly resource: CompiledResource
  readonly options: PlanOptions
  readonly plan: Awaitable<ReadPlan>
}

// Several requests may share a query, and a request may make several queries.
const plans = new WeakMap<Guards, WeakMap<Query, RequestPlan[]>>()

/**
 * Checks a whole request before any query runs (rule 18.2). If a request asks for the same plan again, to read what it
 * has checked, it gets the same plan: its guards do not change during the request.
 *
 * Throws the error of the fault; SeveralErrors if there are several.
 */
export async function planRead(
  resource: CompiledResource,
  query: Query,
  options: PlanOptions,
): Promise<ReadPlan> {
  const { guards } = options
  const ofRequest = madeOnce(plans, guards, () => new WeakMap<Query, RequestPlan[]>())
  const ofQuery = madeOnce(ofRequest, query, () => [])
  const known = ofQuery.find((one) => one.resource === resource && isSame(one.options, options))
  if (known) return planOfReading(await known.plan)
  await settleRelationships(resource, guards)
  const planners = await loadPlanners(resource, query, options)
  const make = (): ReadPlan =>
    sharedPlan(resource, query, options, () => makePlan(resource, query, options, planners))
  const plan = guards.withAnswers(make)
  ofQuery.push({ resource, options, plan })
  return planOfReading(await plan)
}

/** Planners for parts that few requests have. Each is undefined unless the request needs it. */
interface Planners {
  readonly planCursor: typeof planCursor | undefined
  readonly planNext: typeof planNext | undefined
}

const NO_PLANNERS: Planners = { planCursor: undefined, planNext: undefined }

/** Loads the planners that a request needs: for pages by cursors, and for the rest of included pages. */
async function loadPlanners(
  resource: CompiledResource,
  query: Query,
  { single }: PlanOptions,
): Promise<Planners> {
  let planners = NO_PLANNERS
  if (!single && usesCursors(resource, query)) {
    const { planCursor } = await import('../cursors/plan-cursor.js')
    planners = { ...planners, planCursor }
  }
  if (hasIncludedPages(query)) {
    const { planNext } = await import('./plan-next.js')
    planners = { ...planners, planNext }
  }
  return planners
}

function hasIncludedPages(query: Query): boolean {
  if (!query.include || !query.params.entries.has('page')) return false
  return includePaths(query.include).some((path) => {
    const { number, size } = query.entry(path).page
    return number !== undefined || size !== undefined
  })
}

/** Values of extra fields are kept by the fields of one reading; the next reading may compute others. */
function planOfReading(plan: ReadPlan): ReadPlan {
  for (const { extraFields } of plan.fields.values()) {
    if (extraFields.length > 0) return { ...plan, fields: new Map(plan.fields) }
  }
  return plan
}

const isSame = (one: PlanOptions, other: PlanOptions): boolean =>
  one.permitted === other.permitted &&
  one.single === other.single &&
  one.filter === other.filter &&
  one.readBack === other.readBack &&
  one.within?.name === other.within?.name

/** Makes a plan. It awaits nothing, because most requests need no guard that is still undecided (`Guards.withAnswers`). */
function makePlan(
  resource: CompiledResource,
  query: Query,
  options: PlanOptions,
  planners: Planners,
): ReadPlan {
  const faults: JsonapiError[] = []
  const { guards } = options
  const includes = planIncludes(resource, query, options.permitted, guards, faults)
  const resources = withNamedTypes(resource, reachedResources(resource, includes, guards, faults), query)
  const fields = planFields(resources, query.fields, query.extraFields, guards, faults)
  if (options.single) refuseCollectionParameters(query, faults)
  const single = options.single ?? false
  const required = !single && options.filter !== false
  const readBack = options.readBack ?? false
  const takePatterns = patternsUpTo(query.limits.patternLength)
  const { within } = options
  const planning = {
    query,
    guards,
    fields,
    faults,
    single,
    required,
    readBack,
    takePatterns,
    takeSearch: searchesUpTo(MOST_SEARCHES),
    within,
    planners,
  }
  const root = planNode(resource, { path: '', pagedBy: '' }, includes, planning)
  const stats = options.single ? [] : planStats(resource, query.stats, guards, faults)
  throwCollected(faults)
  return { root, stats, fields, included: query.include !== undefined }
}

interface Planning {
  readonly query: Query
  readonly guards: Guards
  readonly fields: FieldPlan
  readonly faults: JsonapiError[]
  readonly single: boolean
  /** Whether the required filters of the primary data apply. */
  readonly required: boolean
  readonly readBack: boolean
  readonly takePatterns: TakePatterns
  readonly takeSearch: TakeSearch
  readonly within: Within | undefined
  readonly planners: Planners
}

function planNode(
  resource: CompiledResource,
  { path, pagedBy }: Pick<NodePlan, 'path' | 'pagedBy'>,
  includes: IncludeTree,
  planning: Planning,
): NodePlan {
  const { query, guards, fields, faults } = planning
  const entry = query.entry(path)
  const isRoot = path === ''
  const parameter = isRoot ? ['filter'] : ['filter', path]
  const required = !planning.readBack && (!isRoot || planning.required)
  const filters = planFilters(entry, {
    resource,
    guards,
    limits: query.limits,
    takePatterns: planning.takePatterns,
    takeSearch: planning.takeSearch,
    faults,
    parameter,
    required,
  })
  const below: IncludePlan[] = []
  for (const [name, tree] of includes) {
    const sideload = seenSideload(resource, name, guards)
    // An unknown relationship is already a fault, or belongs to another resource.
    if (!sideload) continue
    const pathBelow = isRoot ? name : `${path}.${name}`
    const place = { path: pathBelow, pagedBy: sideload.many ? pathBelow : pagedBy }
    const included = { owner: resource, sideload, ...place, tree }
    below.push(planInclude(included, planning))
  }
  const sort = planSort(resource, entry, guards, faults)
  const { given } = sort
  const page = pageOf(resource, { path, given }, planning)
  // The next page of included records is by cursor, so this page has the order of cursors.
  const order = !isRoot && page ? cursorOrder(resource, given) : sort.order
  checkThrough(entry, { ...filters, order }, query.limits.through, faults)
  return {
    path,
    pagedBy,
    resource,
    ...filters,
    extraFields: fields.get(resource.type)?.extraFields ?? [],
    order,
    page,
    includes: below,
  }
}

/** A single record has no pages, and sideloads have them only on request; the primary data always has. */
function pageOf(
  resource: CompiledResource,
  { path, given }: Pick<NodePlan, 'path'> & Pick<SortPlan, 'given'>,
  { query, guards, within, single, faults, planners }: Planning,
): PagePlan | undefined {
  const entry = query.entry(path)
  if (path !== '' || single) return planPage(resource, entry, 'ofSideload', faults)
  const order = cursorOrder(resource, given)
  const assigned = within?.assigned ?? false
  const planning = {
    resource,
    entry,
    order,
    guards,
    within: within?.name,
    prefix: query.prefix,
    planCursor: planners.planCursor,
    assigned,
  }
  return planPrimaryPage(planning, faults)
}

/** After descending keys, the primary key descends too: so one index serves the sort in both directions. */
const cursorOrder = (resource: CompiledResource, given: readonly Order[]): readonly Order[] => [
  ...given,
  ...tieBreakers(resource, given, given.at(-1)?.direction ?? 'asc'),
]

/** An included relationship, and the includes below it. */
interface IncludedNode extends Pick<NodePlan, 'path' | 'pagedBy'> {
  readonly owner: CompiledResource
  readonly sideload: SideloadConfig
  readonly tree: IncludeTree
}

function planInclude(
  { owner, sideload, path, pagedBy, tree }: IncludedNode,
  planning: Planning,
): IncludePlan {
  const { number, size } = planning.query.entry(path).page
  const page = size ?? number
  if (page && !sideload.many) {
    const detail = `"${path}" is a to-one relationship and has no pages.`
    planning.faults.push(new InvalidPage({ detail, source: { parameter: page.parameter } }))
  }
  const nodes = new Map<string, NodePlan>()
  for (const [group, resource] of owner.targets(sideload)) {
    const node = planNode(resource, { path, pagedBy }, tree, planning)
    nodes.set(group, node.page ? withNext(node, node.page, { sideload, tree }, planning) : node)
  }
  return { path, sideload, nodes }
}

/** Adds the query for the next page. */
function withNext(
  node: NodePlan,
  page: PagePlan,
  { sideload, tree }: Pick<IncludedNode, 'sideload' | 'tree'>,
  { query, guards, planners: { planNext } }: Planning,
): NodePlan {
  // A page of a custom sideload is cut before its records are assigned, and after that at its own address, so no page
  // leads to the next.
  if (!planNext || !sideload.many || sideload.kind === 'custom' || page.size === 0) return node
  const { path, order, resource: target } = node
  const next = planNext({ query, guards, path, sideload, target, tree, order })
  return { ...node, page: { ...page, next } }
}

/** A type that the API has may be named in `fields` even if this answer cannot contain it; its names are checked. */
function withNamedTypes(
  resource: CompiledResource,
  reached: Map<string, CompiledResource>,
  query: Query,
): ReadonlyMap<string, CompiledResource> {
  for (const type of [...query.fields.keys(), ...query.extraFields.keys()]) {
    const known = reached.has(type) ? undefined : findRegistry(resource.resourceClass)?.get(type)
    if (known) reached.set(type, compile(known))
  }
  return reached
}

function refuseCollectionParameters(query: Query, faults: JsonapiError[]): void {
  const { filter, sort, page } = query.entry('')
  const given = [...filter.values(), ...sort, ...Object.values(page), ...query.stats.values()]
  for (const parameter of new Set(given.map((one) => one.parameter))) {
    faults.push(
      new InvalidParameter({
        detail: `"${parameter}" applies to collections, but this is one record.`,
        source: { parameter },
      }),
    )
  }
}
