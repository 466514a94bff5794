import { withOneMore } from './record-limits.js'
import { isDefault } from '../adapter/default-operations.js'
import { currentFrame, currentRequest, inRequest, runsInTransaction, withRequest } from '../resource/frame.js'
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

/** Options for building a scope. */
export interface ScopeOptions extends ScopeSteps {
  /** The permitted includes; all of them by default. */
  readonly permitted?: IncludeDirective | undefined
  /** Whether one record is read instead of a collection. */
  readonly single?: boolean | undefined
  /** The relationship whose records are read, of one parent record: the cursors are valid only there. */
  readonly within?: Within | undefined
  /** The required columns; all by default. A resource that overrides `resolve` may read anything. */
  readonly columns?: readonly string[] | undefined
  /** Collects the queries that run. */
  readonly log?: QueryLogEntry[] | undefined
}

declare module '../resource/operations.js' {
  /** The read floors add this operation, which chains a query onto a base; the class `Resource` documents it. */
  interface Resource<S extends Shape> {
    buildScope(base: S['scope'], query: Query, options?: ScopeOptions): Promise<Scope<S>>
  }
}

/**
 * The adapter's scope for a base of the application (rule 8.2). If the resource overrides `resolve`, any object is a
 * scope.
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
      `The baseScope of "${compiled.type}" does not return a scope: it must narrow super.baseScope(context).`,
    )
  }
  return meant.narrows === 'nothing' ? base : adapter.narrow(base, meant.narrows, compiled)
}

/**
 * A base with a request chained onto it. `object` can be read and replaced until the scope is resolved; the base itself
 * is never changed.
 */
export class Scope<S extends Shape = Shape> {
  /** The filtered, sorted and paginated scope that will be resolved. */
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
   * Checks the request and chains it onto the base, first filters, then sort, page and sideloads. No query runs, except
   * for a filter through a to-many relationship that the store cannot filter through.
   *
   * Throws the errors of the request.
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
      const plan = { ...planned, root: { ...planned.root, page, matchesNothing, columns: options.columns } }
      const { concurrency } = query.limits
      const run = newRun({ context, concurrency, log: options.log, fields: plan.fields })
      // Pages by cursors are ordered range by range.
      const steps = page?.cursor ? { ...options, sort: false, paginate: false } : options
      const built = await buildNode(plan.root, resource, scopeOf(resource, base), run, steps)
      return new Scope(resource, query, plan, built, run)
    })
  }

  /**
   * Resolves the scope, loads the permitted includes into the records, and computes the requested stats at the same
   * time.
   */
  resolve(): Promise<S['record'][]> {
    return withRequest(this.#run.request, () => this.#resolve())
  }

  async #resolve(): Promise<S['record'][]> {
    const { root, stats } = this.plan
    if (stats.length === 0) return this.#resolveRecords()
    const { log } = this.#run
    // The log lists the records first, whichever query ends first.
    const run = { ...this.#run, log: log && [] }
    const compute = (): Promise<StatsMeta> => computeStats(stats, root, this.resource, this.#unpaginated, run)
    const reading = this.#resolveRecords()
    const computing = runsInTransaction() ? undefined : compute()
    // If both fail, the error of the records is thrown, and the error of the stats is ignored.
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

  /** The stats of the request, once it is resolved; undefined if none were requested. */
  get stats(): StatsMeta | undefined {
    return this.#stats
  }

  /**
   * Whether there are records after this page, once it is resolved. True if the adapter cannot tell and the page is
   * full.
   */
  get hasNext(): boolean {
    return this.#hasNext ?? false
  }

  /** The cursors of the page, once it is resolved; undefined if it is a page by number. */
  get cursors(): CursorPage | undefined {
    return this.#cursors
  }

  /** Reads one record more than the page, so that there is a link to a next page only if it exists. */
  async #resolveObject(): Promise<object[]> {
    const { root } = this.plan
    const { page, resource } = root
    if (page?.cursor) return this.#resolveCursors(page, page.cursor)
    // An object that the application has replaced is resolved unchanged, with its own number of records.
    const isOurs = this.object === this.#paginated && !resource.config.pagination
    const more = page && isOurs ? withOneMore(resource, this.object) : undefined
    const records = await resolveLogged(this.#run, root, this.resource, more ?? this.object)
    this.#hasNext =
      page !== undefined && (more === undefined ? records.length >= page.size : records.length > page.size)
    return page && more !== undefined ? records.slice(0, page.size) : records
  }

  /** Chains the ranges of the page onto the object, even if the application has replaced it (rule 24.5). */
  async #resolveCursors(page: PagePlan, plan: CursorPlan): Promise<object[]> {
    const { root } = this.plan
    const { readCursorPage } = await import('../cursors/read-cursor-page.js')
    const found = await readCursorPage({
      resource: root.resource,
      plan,
      size: page.size,
      scope: this.object,
      isNothing: root.matchesNothing,
      read: (scope, limit) =>
        resolveLogged(this.#run, { ...root, page: { ...page, size: limit } }, this.resource, scope),
    })
    this.#cursors = found.page
    this.#hasNext = found.page.next !== null
    return [...found.records]
  }
}

const isPageGiven = (query: Query): boolean => Object.keys(query.entry('').page).length > 0
