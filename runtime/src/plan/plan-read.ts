import { InvalidPage, InvalidParameter, throwCollected } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { includePaths, type IncludeTree } from '../query/include.js'
import type { Query } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import { deprecations } from '../resource/deprecated-uses.js'
import { currentRequest } from '../resource/frame.js'
import type { GuardAnswers } from '../resource/guards.js'
import type { Relationship } from '../vocabulary/relation.js'
import {
  checkThrough,
  MOST_SEARCHES,
  patternsUpTo,
  searchesUpTo,
  type TakePatterns,
  type TakeSearch,
} from './plan-limits.js'
import type { Order } from '../adapter/window.js'
import type { planNext } from './plan-next.js'
import type { IncludePlan, NodePlan, PagePlan, ReadPlan } from './plan.js'
import { type FieldPlan, planFields } from './plan-fields.js'
import { planFilters, requiresFilters } from './filters/plan-filters.js'
import { addNamedTypes, planIncludes, reachedResources } from './plan-includes.js'
import { planPage, planPrimaryPage, usesCursors } from './plan-page.js'
import { loadPaging, type Paging } from './paging.js'
import { planSort, type SortPlan, tieBreakers } from './plan-sort.js'
import type { PlanOptions, Within } from './plan-options.js'
import { planStats } from './plan-stats.js'
import { keptPlan, knownPlan, planOfRequest } from './known-plans.js'
import type { usedDeprecations } from './view/used-deprecations.js'
import { askRelationships, namesOf, type Views } from './view/view.js'

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
  const planned = { resource, query, options }
  const present = planOfRequest(planned)
  if (present) return present
  await askRelationships(resource, options.guards)
  const known = await knownPlan(planned)
  if (known) return noted(known, options)
  const answers = await askQuery(resource, query, options)
  const planners = await loadPlanners(resource, query, options)
  return noted(
    keptPlan(planned, answers, (views) => makePlan(resource, query, options, planners, views)),
    options,
  )
}

/**
 * Asks the guards that the plan of a query looks up, once and in order, before it is made. Those of relationships must
 * have been asked.
 *
 * @returns the guards that were asked, and whether each passes; undefined if one failed
 */
async function askQuery(
  resource: CompiledResource,
  query: Query,
  options: PlanOptions,
): Promise<GuardAnswers | undefined> {
  const isNamed = query.fields.size > 0 || query.extraFields.size > 0
  const { resources, isGuarded } = namesOf(resource).reachable
  if (!isNamed && !isGuarded) return new Map()
  const { askNames } = await import('./ask-names.js')
  return options.guards.ask(askNames({ resource, query, options, reachable: resources }))
}

/** Notes what is deprecated in a plan. A plan that the request already has is not noted again. */
function noted(plan: ReadPlan, { guards }: PlanOptions): ReadPlan {
  if (plan.deprecated) currentRequest().noteUses(guards.context, plan.deprecated)
  return plan
}

/** Planners for parts that few requests have. Each is undefined unless the request needs it. */
interface Planners {
  /** Plans pages by cursors: of the primary data, and the next ones of included relationships. */
  readonly paging: Paging | undefined
  readonly planNext: typeof planNext | undefined
  /** Finds what is deprecated in the query of a client. */
  readonly usedDeprecations?: typeof usedDeprecations | undefined
}

const NO_PLANNERS: Planners = { paging: undefined, planNext: undefined }

/** Loads the planners that a request needs: for pages by cursors, and for the rest of included pages. */
async function loadPlanners(
  resource: CompiledResource,
  query: Query,
  { single }: PlanOptions,
): Promise<Planners> {
  const hasNext = hasIncludedPages(query)
  const isByCursors = !single && usesCursors(resource, query)
  const mayBeDeprecated = deprecations.exist && query.isOfClient
  if (!hasNext && !isByCursors && !mayBeDeprecated) return NO_PLANNERS
  const paging = query.numbersOnly || (!hasNext && !isByCursors) ? undefined : await loadPaging()
  return {
    paging,
    planNext: hasNext ? (await import('./plan-next.js')).planNext : undefined,
    ...(mayBeDeprecated && (await import('./view/used-deprecations.js'))),
  }
}

function hasIncludedPages(query: Query): boolean {
  if (!query.include || !query.params.entries.has('page')) return false
  return includePaths(query.include).some((path) => {
    const { number, size } = query.entry(path).page
    return number !== undefined || size !== undefined
  })
}

/** Makes a plan of a query, as the request sees its resources: it asks nothing and has no effects. */
function makePlan(
  resource: CompiledResource,
  query: Query,
  options: PlanOptions,
  planners: Planners,
  views: Views,
): ReadPlan {
  const faults: JsonapiError[] = []
  const includes = planIncludes(resource, query, options.permitted, views, faults)
  const resources = reachedResources(resource, includes, views, faults)
  addNamedTypes(resource, resources, query)
  const fields = planFields(resources, query.fields, query.extraFields, views, faults)
  if (options.single) refuseCollectionParameters(query, faults)
  const single = options.single ?? false
  const takePatterns = patternsUpTo(query.limits.patternLength)
  const { within } = options
  const planning = {
    query,
    views,
    fields,
    faults,
    single,
    options,
    takePatterns,
    takeSearch: searchesUpTo(MOST_SEARCHES),
    within,
    planners,
  }
  const root = planNode(resource, { path: '', pagedBy: '' }, includes, planning)
  const stats = options.single ? [] : planStats(views.of(resource), query.stats, views.guards, faults)
  throwCollected(faults)
  const plan = { root, stats, fields, included: query.include !== undefined }
  const deprecated = planners.usedDeprecations?.(plan, query, resources, options)
  return deprecated ? { ...plan, deprecated } : plan
}

interface Planning {
  readonly query: Query
  readonly views: Views
  readonly fields: FieldPlan
  readonly faults: JsonapiError[]
  readonly single: boolean
  readonly options: PlanOptions
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
  const { query, views, fields, faults } = planning
  const view = views.of(resource)
  const entry = query.entry(path)
  const isRoot = path === ''
  const parameter = isRoot ? ['filter'] : ['filter', path]
  const required = requiresFilters(path, planning.options)
  const filters = planFilters(entry, {
    view,
    guards: views.guards,
    limits: query.limits,
    takePatterns: planning.takePatterns,
    takeSearch: planning.takeSearch,
    faults,
    parameter,
    required,
  })
  const below: IncludePlan[] = []
  for (const [name, tree] of includes) {
    const relationship = view.relation(name)?.relationship
    // An unknown relationship is already a fault, or belongs to another resource.
    if (!relationship) continue
    const pathBelow = isRoot ? name : `${path}.${name}`
    const place = { path: pathBelow, pagedBy: relationship.many ? pathBelow : pagedBy }
    below.push(planInclude({ relationship, ...place, tree }, planning))
  }
  const sort = planSort(view, entry, views.guards, faults)
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
    extraFields: fields.types.get(resource.type)?.extraFields ?? [],
    order,
    page,
    includes: below,
  }
}

/** A single record has no pages, and sideloads have them only on request; the primary data always has. */
function pageOf(
  resource: CompiledResource,
  { path, given }: Pick<NodePlan, 'path'> & Pick<SortPlan, 'given'>,
  { query, views, within, single, faults, planners }: Planning,
): PagePlan | undefined {
  const entry = query.entry(path)
  if (path !== '' || single) return planPage(resource, entry, 'ofSideload', faults)
  const order = cursorOrder(resource, given)
  const assigned = within?.assigned ?? false
  const planning = {
    resource,
    entry,
    order,
    view: views.of(resource),
    within: within?.name,
    prefix: query.prefix,
    paging: usesCursors(resource, query) ? planners.paging : undefined,
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
  readonly relationship: Relationship<CompiledResource>
  readonly tree: IncludeTree
}

function planInclude({ relationship, path, pagedBy, tree }: IncludedNode, planning: Planning): IncludePlan {
  const { number, size } = planning.query.entry(path).page
  const page = size ?? number
  if (page && !relationship.many) {
    const detail = `"${path}" is a to-one relationship, which cannot be paginated.`
    planning.faults.push(new InvalidPage({ detail, source: { parameter: page.parameter } }))
  }
  const nodes = new Map<string, NodePlan>()
  for (const { group, target } of relationship.relations) {
    if (!target) continue
    const node = planNode(target, { path, pagedBy }, tree, planning)
    nodes.set(group, node.page ? withNext(node, node.page, { relationship, tree }, planning) : node)
  }
  return { path, relationship, nodes }
}

/** Adds the query for the next page. */
function withNext(
  node: NodePlan,
  page: PagePlan,
  { relationship, tree }: Pick<IncludedNode, 'relationship' | 'tree'>,
  { query, views, planners: { paging, planNext } }: Planning,
): NodePlan {
  // A page of a custom sideload is selected before its records are assigned, and after that at its own address, so no
  // page leads to the next.
  const { many, holder, name } = relationship
  if (!planNext || !many || holder === 'method' || page.size === 0) return node
  const { path, order, resource: target } = node
  const next = planNext({ query, views, path, name, target, tree, order, paging })
  return { ...node, page: { ...page, next } }
}

function refuseCollectionParameters(query: Query, faults: JsonapiError[]): void {
  const { filter, sort, page } = query.entry('')
  const given = [...filter.values(), ...sort, ...Object.values(page), ...query.stats.values()]
  for (const parameter of new Set(given.map((one) => one.parameter))) {
    faults.push(
      new InvalidParameter({
        detail: `"${parameter}" applies to collections, but this is a single record.`,
        source: { parameter },
      }),
    )
  }
}
