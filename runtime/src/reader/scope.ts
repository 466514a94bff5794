import { currentFrame, currentRequest, inRequest, runsInTransaction, withRequest } from '../resource/frame.js'
import type { Query } from '../query/query.js'
import { compiledOf, idOf } from '../resource/compile.js'
import { castTo } from '../base/cast.js'
import { recordsOfId } from './base/incomparable-text.js'
import type { Resource } from '../resource/operations.js'
import type { IncludeDirective } from '../query/include.js'
import type { Shape } from '../shape/shape.js'
import { loadIncludes } from './load.js'
import { basesOf } from './base/bases.js'
import { compose, type ComposedScope } from './base/compose.js'
import type { Read } from './read.js'
import type { CursorPage, CursorPlan } from '../plan/paging.js'
import type { NodePlan, PagePlan, ReadPlan } from '../plan/plan.js'
import type { Within } from '../plan/plan-options.js'
import { planRead } from '../plan/plan-read.js'
import type { QueryLogEntry } from '../shape/query-log.js'
import { loadPage, loadRange, newRun, type Run } from './run.js'
import { computeStats } from './stats.js'
import { type StatsMeta } from '../shape/stats-meta.js'

/** The steps of the pipeline that a caller can switch off (rule 8.3): each is on unless it is false. */
interface ScopeSteps {
  readonly filter?: boolean
  readonly sort?: boolean
  readonly paginate?: boolean
  readonly extraFields?: boolean
  /** Whether the default page applies to a request without a page. */
  readonly defaultPaginate?: boolean
}

/** Options for building a scope. */
export interface ScopeOptions extends ScopeSteps {
  /** The permitted includes; by default, all. */
  readonly permitted?: IncludeDirective | undefined
  /** Whether to read a single record instead of a collection. */
  readonly single?: boolean | undefined
  /**
   * The relationship that is used to read a parent's related records. Cursors are valid only for this
   * relationship.
   */
  readonly within?: Within | undefined
  /** The required columns; by default, all. A resource that overrides `resolve` may read any column. */
  readonly columns?: readonly string[] | undefined
  /** Collects the queries that run. */
  readonly log?: QueryLogEntry[] | undefined
}

declare module '../resource/operations.js' {
  /** The read layers add this operation, which chains a query onto a base. It is documented in the class `Resource`. */
  interface Resource<S extends Shape> {
    buildScope(base: S['scope'], query: Query, options?: ScopeOptions): Promise<Scope<S>>
  }
}

/**
 * A base with a request chained onto it. You can read and replace `object` until the scope is resolved. The base itself
 * never changes.
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

  private constructor(resource: Resource<S>, query: Query, plan: ReadPlan, built: ComposedScope, run: Run) {
    this.resource = resource
    this.query = query
    this.plan = plan
    this.object = built.paginated
    this.#unpaginated = built.unpaginated
    this.#paginated = built.paginated
    this.#run = run
  }

  /**
   * Checks the request and chains it onto the base: first the filters, then the sort, the page and the sideloads. A
   * query runs only if a filter uses a to-many relationship that the store cannot filter through.
   *
   * Throws any errors in the request.
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
      const read: Read = {
        ...stepsOf(plan.root, options),
        instance: resource,
        base: { kind: 'given', scope: base },
      }
      const [given] = await basesOf(read, context)
      const built = await compose(read, given, run)
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
    const { stats } = this.plan
    if (stats.length === 0) return this.#resolveRecords()
    const { log } = this.#run
    // The log lists the records first, whichever query finishes first.
    const run = { ...this.#run, log: log && [] }
    const compute = (): Promise<StatsMeta> =>
      computeStats(stats, { ...this.#read(undefined), order: [] }, this.#unpaginated, run)
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

  /** The requested stats, after the scope is resolved; undefined if no stats were requested. */
  get stats(): StatsMeta | undefined {
    return this.#stats
  }

  /**
   * Whether more records follow this page, after the scope is resolved. Also true if the page is full and the adapter
   * cannot tell.
   */
  get hasNext(): boolean {
    return this.#hasNext ?? false
  }

  /** The page's cursors, after the scope is resolved; undefined for a numbered page. */
  get cursors(): CursorPage | undefined {
    return this.#cursors
  }

  /** Reads one record more than the page size, so that there is a next link only if there is a next page. */
  async #resolveObject(): Promise<object[]> {
    const { root } = this.plan
    const { page, resource } = root
    if (page?.cursor) return this.#resolveCursors(page, page.cursor)
    // If the application has replaced the object, it is resolved unchanged, with its own number of records.
    const isOurs = this.object === this.#paginated && !resource.config.pagination
    const { records, hasMore } = await loadPage(this.#read(page), this.object, this.#run, isOurs)
    this.#hasNext = hasMore
    return records
  }

  #read(page: PagePlan | undefined): Read & NodePlan {
    const { root } = this.plan
    return { ...root, page, instance: this.resource, base: { kind: 'given', scope: this.object } }
  }

  /** Chains the ranges of the page onto the object, even if the application has replaced it (rule 24.5). */
  async #resolveCursors(page: PagePlan, cursor: CursorPlan): Promise<object[]> {
    const { matchesNothing } = this.plan.root
    const read = this.#read(page)
    const found = await cursor.read({
      size: page.size,
      isNothing: matchesNothing,
      firstOf: (range, count) => loadRange({ ...read, shown: count - 1 }, this.object, range, this.#run),
    })
    this.#cursors = found.page
    this.#hasNext = found.page.next !== null
    return [...found.records]
  }
}

const isPageGiven = (query: Query): boolean => Object.keys(query.entry('').page).length > 0

/** The scope of one record, which it reads. */
export interface RecordScope<S extends Shape> {
  readonly scope: Scope<S>
  /** Whether the text is an id of the resource. */
  readonly isId: boolean
  /** Resolves the scope. Throws RecordNotFound if the scope does not contain the record. */
  find(): Promise<object>
}

/** The scope of the record with an id in a base (specification 4.1, "Single read"). */
export async function scopeOfRecord<S extends Shape>(
  resource: Resource<S>,
  base: S['scope'],
  id: string,
  query: Query,
  options: ScopeOptions = {},
): Promise<RecordScope<S>> {
  const compiled = compiledOf(resource)
  const asked: Read = {
    resource: compiled,
    instance: resource,
    base: { kind: 'given', scope: base },
    ids: [id],
  }
  const narrowed = await basesOf(asked, currentFrame().context)
  const isId = narrowed.length > 0
  const scope = await resource.buildScope(isId ? narrowed[0] : base, query, {
    ...options,
    single: true,
    sort: false,
  })
  const find = async (): Promise<object> => {
    const [found] = isId ? await recordsOfId(id, () => scope.resolve()) : []
    const record = found === undefined ? undefined : castTo<object>(found)
    // A store that ignores case may find a record with another id.
    if (record && idOf(compiled, record) === id) return record
    const { missingRecord } = await import('./missing.js')
    throw await missingRecord(asked, id, undefined, record ?? 'none')
  }
  return { scope, isId, find }
}

/** The parts of a plan that are chained onto the base. Cursor pages are sorted range by range. */
function stepsOf(root: NodePlan, { filter, sort, extraFields }: ScopeSteps): NodePlan {
  const isByCursor = root.page?.cursor !== undefined
  return {
    ...root,
    ...(filter === false && { filters: [], defaultFilters: [] }),
    ...((sort === false || isByCursor) && { order: [] }),
    ...(isByCursor && { page: undefined }),
    ...(extraFields === false && { extraFields: [] }),
  }
}
