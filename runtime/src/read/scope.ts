import { withOneMore } from './bounded.js'
import { isInAnyTransaction } from '../adapter/current-transaction.js'
import { isDefault } from '../adapter/overridden.js'
import { currentFrame, currentRequest, inRequest, withRequest } from '../resource/frame.js'
import type { Query } from '../query/query.js'
import { compiledOf } from '../resource/compile.js'
import type { Resource } from '../resource/operations.js'
import type { IncludeDirective } from '../query/include.js'
import type { Shape } from '../shape/shape.js'
import { loadIncludes } from './load.js'
import { type BuiltScope, buildNode, type ScopeSteps } from './build.js'
import type { CursorPage, CursorPlan } from '../cursors/cursor-plan.js'
import type { PagePlan, ReadPlan } from '../plan/plan.js'
import type { Within } from '../plan/plan-options.js'
import { planRead } from '../plan/plan-read.js'
import type { QueryLogEntry } from '../shape/query-log.js'
import { newRun, resolveLogged, type Run } from './run.js'
import { computeStats } from './stats.js'
import { type StatsMeta } from '../shape/stats-meta.js'

/** How a scope is built (rules 8.3, 9.5). */
export interface ScopeOptions extends ScopeSteps {
  /** The includes that are permitted; unrestricted where it is left out. */
  readonly permitted?: IncludeDirective | undefined
  /** One record is read, not a collection. */
  readonly single?: boolean | undefined
  /** The relationship of one record whose records are read: its cursors are no others'. */
  readonly within?: Within | undefined
  /** Collects the queries that run. */
  readonly log?: QueryLogEntry[] | undefined
}

declare module '../resource/operations.js' {
  /** Reading adds that a Resource can chain a query onto a base; the class `Resource` documents it. */
  interface Resource<S extends Shape> {
    buildScope(base: S['scope'], query: Query, options?: ScopeOptions): Promise<Scope<S>>
  }
}

/**
 * The scope that an application means by the base that it gives (rule 8.2). Where the resource resolves scopes by itself, that
 * is any object.
 */
export function scopeOf(resource: Resource, given: unknown): unknown {
  const { adapter } = resource
  if (!adapter || !isDefault(resource.resolve)) return given
  const compiled = compiledOf(resource)
  const meant = adapter.conditionOf(given, compiled)
  if (meant.kind === 'none') throw new TypeError(meant.why)
  if (meant.kind !== 'short') return given
  const base = currentRequest().baseScopeOf(resource, currentFrame().context)
  const { kind } = adapter.conditionOf(base, compiled)
  if (kind === 'none' || kind === 'short') {
    throw new TypeError(
      `The baseScope of "${compiled.type}" returns no scope: it narrows super.baseScope(context).`,
    )
  }
  return meant.narrows === 'nothing' ? base : adapter.narrow(base, meant.narrows, compiled)
}

/**
 * The base object of a caller with a request chained onto it (specification 2.6). `object` can be read and replaced until
 * it is resolved; the base object itself is never mutated (rules 8.1, 8.2).
 */
export class Scope<S extends Shape = Shape> {
  /** What will be resolved: the filtered, sorted and paginated scope. */
  object: S['scope']
  readonly resource: Resource<S>
  readonly query: Query
  readonly plan: ReadPlan
  readonly #unpaginated: unknown
  readonly #paginated: unknown
  readonly #run: Run
  #stats: StatsMeta | undefined
  #hasNext: boolean | undefined
  #cursors: CursorPage | undefined

  private constructor(resource: Resource<S>, query: Query, plan: ReadPlan, built: BuiltScope, run: Run) {
    this.resource = resource
    this.query = query
    this.plan = plan
    this.object = built.paginated
    this.#unpaginated = built.unpaginated
    this.#paginated = built.paginated
    this.#run = run
  }

  /**
   * Checks the request and chains it onto the base, in the order of rule 8.1. No query runs, except for a filter through
   * a to-many that the store cannot look through itself (rule 3.9).
   *
   * Throws the error of what the request may not ask for (rule 13.1).
   */
  static async build<S extends Shape>(
    resource: Resource<S>,
    base: S['scope'],
    query: Query,
    options: ScopeOptions = {},
  ): Promise<Scope<S>> {
    return inRequest(async () => {
      const { context } = currentFrame()
      const planned = await planRead(compiledOf(resource), query, {
        guards: currentRequest().guardsOf(context),
        permitted: options.permitted,
        single: options.single,
        filter: options.filter,
        within: options.within,
      })
      const page =
        options.paginate === false || (options.defaultPaginate === false && !isPageGiven(query))
          ? undefined
          : planned.root.page
      const matchesNothing = options.filter !== false && planned.root.matchesNothing
      const plan = { ...planned, root: { ...planned.root, page, matchesNothing } }
      const { concurrency } = query.limits
      const run = newRun({ context, concurrency, log: options.log, fields: plan.fields })
      // What cursors read is ordered range by range.
      const steps = page?.cursor ? { ...options, sort: false, paginate: false } : options
      const built = await buildNode(plan.root, resource, scopeOf(resource, base), run, steps)
      return new Scope(resource, query, plan, built, run)
    })
  }

  /** Resolves the scope, loads the permitted includes into the records, and computes the requested stats beside (rule 8.1). */
  resolve(): Promise<S['record'][]> {
    return withRequest(this.#run.request, () => this.#resolve())
  }

  async #resolve(): Promise<S['record'][]> {
    const { root, stats } = this.plan
    if (stats.length === 0) return this.#resolveRecords()
    const { log } = this.#run
    // The log names the records first, whichever of the two comes first.
    const run = { ...this.#run, log: log && [] }
    const compute = (): Promise<StatsMeta> => computeStats(stats, root, this.resource, this.#unpaginated, run)
    const reading = this.#resolveRecords()
    const computing = runsInTransaction() ? undefined : compute()
    // Where both fail, the records say why; that the stats have failed too is nobody's affair then.
    computing?.catch(() => undefined)
    const records = await reading
    this.#stats = await (computing ?? compute())
    log?.push(...(run.log ?? []))
    return records
  }

  async #resolveRecords(): Promise<S['record'][]> {
    const { root } = this.plan
    const isEmpty = root.matchesNothing || root.page?.size === 0
    const records = isEmpty && !root.page?.cursor ? [] : await this.#resolveObject()
    if (root.includes.length > 0) await loadIncludes(root.includes, records, root.resource, this.#run)
    return records
  }

  /** The stats of the request, once it is resolved; undefined where none were asked for. */
  get stats(): StatsMeta | undefined {
    return this.#stats
  }

  /** Whether there are records behind this page, once it is resolved: true where the adapter can't tell and the page is full. */
  get hasNext(): boolean {
    return this.#hasNext ?? false
  }

  /** The cursors of the page, once it is resolved; undefined where it is a page by number (rule 24.1). */
  get cursors(): CursorPage | undefined {
    return this.#cursors
  }

  /** One record more than the page is read, so that a next page is announced only where there is one. */
  async #resolveObject(): Promise<object[]> {
    const { root } = this.plan
    const { page, resource } = root
    if (page?.cursor) return this.#resolveCursors(page, page.cursor)
    // An object that was replaced is resolved as it is: how many records it asks for is its own affair.
    const isOurs = this.object === this.#paginated && !resource.config.pagination
    const more = page && isOurs ? withOneMore(resource, this.object) : undefined
    const records = await resolveLogged(this.#run, root, this.resource, more ?? this.object)
    this.#hasNext =
      page !== undefined && (more === undefined ? records.length >= page.size : records.length > page.size)
    return page && more !== undefined ? records.slice(0, page.size) : records
  }

  /** The ranges of the page are chained onto the object, a replaced one too (rule 24.5). */
  async #resolveCursors(page: PagePlan, plan: CursorPlan): Promise<object[]> {
    const { root } = this.plan
    const { readCursorPage } = await import('../cursors/read-cursor.js')
    const found = await readCursorPage({
      resource: root.resource,
      plan,
      size: page.size,
      scope: this.object,
      isNothing: root.matchesNothing,
      read: (scope, most) =>
        resolveLogged(this.#run, { ...root, page: { ...page, size: most } }, this.resource, scope),
    })
    this.#cursors = found.page
    this.#hasNext = found.page.next !== null
    return [...found.records]
  }
}

const isPageGiven = (query: Query): boolean => Object.keys(query.entry('').page).length > 0

/** Whether anything is in a transaction, whose one client runs one query at a time: stats may ask it, whatever their resource is on. */
function runsInTransaction(): boolean {
  return currentFrame().open !== undefined || isInAnyTransaction()
}
