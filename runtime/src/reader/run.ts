import { refusalOf } from '../adapter/refusal.js'
import { isInTransaction } from '../adapter/transaction/current-transaction.js'
import { isDefault } from '../adapter/default-operations.js'
import type { Condition } from '../adapter/condition.js'
import type { Order } from '../adapter/window.js'
import { castTo } from '../base/cast.js'
import type { KeyValues } from '../value/key.js'
import type { RequestState } from '../resource/request-state.js'
import { ServiceUnavailable, TooManyRecords } from '../error/errors.js'
import type { Awaitable } from '../declare/declaration-types.js'
import type { CompiledResource } from '../resource/compile.js'
import { currentFrame, currentRequest } from '../resource/frame.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { ResourceConfig } from '../declare/config.js'
import type { KnownRelation } from '../resource/relations.js'
import type { Belonging } from './base/belonging.js'
import type { Loading, Read } from './read.js'
import { incomparableText } from './base/incomparable-text.js'
import { computeExtraFields } from './extra-values.js'
import type { CursorRange } from '../plan/paging.js'
import type { NodePlan } from '../plan/plan.js'
import { type FieldPlan, fieldPlan } from '../plan/plan-fields.js'
import type { QueryLogEntry } from '../shape/query-log.js'
import type { Budget } from '../resource/budget.js'

/** The environment of one request's queries: how many run at the same time, and the log. */
export interface Run {
  /** The request that runs the queries. */
  readonly request: RequestState
  readonly context: object | undefined
  readonly log: QueryLogEntry[] | undefined
  /** The requested fields. */
  readonly fields: FieldPlan
  /** Resolved conditions, so that the pieces of a long list of parents share them. */
  readonly conditions: Map<object, Awaitable<Condition>>
  /**
   * Limits how many queries run at the same time. Undefined inside a write and for a check, whose queries are not traced,
   * and whose errors stay as the store throws them.
   */
  readonly turns: Turns | undefined
  /** The records of the write, if this is its response. */
  readonly known?: KnownRecords | undefined
}

/** The records of the write that a run responds to. */
export interface KnownRecords {
  /**
   * The records with some keys, each an object of its own. Undefined if they have to be read as others are: the write
   * has not written all of them, something may hide them, or only the store can put them in order.
   *
   * @param order their order; empty if it does not matter
   */
  records(
    node: NodePlan,
    keys: readonly KeyValues[],
    order: readonly Order[],
    run: Run,
  ): Promise<readonly object[] | undefined>
  /**
   * The children of some parents; undefined if they have to be read as others are. Notes whose they are, if the records
   * themselves do not tell.
   */
  related(loading: Loading, belonging: Belonging, run: Run): Promise<readonly object[] | undefined>
  /**
   * Those of some children that the write names in a relationship of the parent; undefined if it does not name the
   * relationship there (rule 11.9).
   */
  membersIn(
    children: readonly object[],
    parent: object,
    relation: KnownRelation,
  ): readonly object[] | undefined
  /** Begins to read what `records` will need, if it needs to read anything. */
  readAhead(node: NodePlan, keys: readonly KeyValues[], order: readonly Order[], run: Run): void
}

/** A run for the current request, with a limit of simultaneous queries (rule 9.4). */
export function newRun({
  concurrency,
  ...run
}: Omit<Run, 'turns' | 'request' | 'conditions'> & { readonly concurrency: number }): Run {
  return { ...run, request: currentRequest(), conditions: new Map(), turns: new Turns(concurrency) }
}

/** A run for what a write reads, or a check of the runtime: nothing of it is shown. */
export const inWrite = (): Run => ({
  request: currentRequest(),
  context: currentFrame().context,
  log: currentRequest().log,
  fields: noFields(),
  conditions: new Map(),
  turns: undefined,
})

/** The fields of a run whose records are not rendered. */
export const noFields = (): FieldPlan => fieldPlan(new Map())

/**
 * Resolves a composed scope through the resource, so that an override runs (rule 1.5), logs it, and computes the
 * requested extra fields. It reads one record more than permitted, to detect too many.
 *
 * Throws TooManyRecords if there are too many for the response.
 */
export async function load(read: Read, composed: unknown, run: Run): Promise<object[]> {
  const {
    resource,
    instance = resource.instance,
    path = '',
    pagedBy = '',
    columns,
    extraFields,
    shown,
  } = read
  const { budget } = run.request
  // A write reads no more records together than a response may contain.
  const most = read.limit ?? (run.turns ? undefined : budget.limit('records'))
  const limit = shown === undefined ? most : budget.left('records')
  const isOurs = isDefault(instance.resolve)
  // An override of `resolve` returns what it returns; it is counted afterwards.
  const scope =
    limit !== undefined && isOurs
      ? resource.adapter().arrange(composed, { kind: 'atMost', count: limit + 1 }, resource)
      : composed
  const readsKeys = columns && isOurs && resource.facts().can.readColumns
  const ask = (): Promise<object[]> =>
    readsKeys
      ? resource.adapter().read(scope, columns, resource)
      : castTo<Promise<object[]>>(instance.resolve(scope))
  const operation = readsKeys ? 'keys' : 'resolve'
  const records = await logged(run, { resource, path, operation, scope, read }, ask, (found) => found.length)
  // The record after a page only shows that there is a next page.
  if (shown !== undefined) spendRecords(run, { path, pagedBy }, Math.min(records.length, shown))
  if (extraFields && extraFields.length > 0) {
    await computeExtraFields(records, extraFields, run.fields, instance, run.context)
  }
  return records
}

/** The records of a page, and whether there are others after it. */
export interface LoadedPage {
  readonly records: object[]
  readonly hasMore: boolean
}

/**
 * Loads the page of a read, and one record more, so that there is a next page only if it has records. Without a page, it
 * loads all.
 *
 * @param isOurs whether the adapter has paginated the scope: that of the application is loaded unchanged
 */
export async function loadPage(
  read: Read,
  composed: unknown,
  run: Run,
  isOurs: boolean = !read.resource.config.pagination,
): Promise<LoadedPage> {
  const { page, resource } = read
  if (!page) {
    const records = await load({ ...read, shown: Number.POSITIVE_INFINITY }, composed, run)
    return { records, hasMore: false }
  }
  const { size } = page
  const more = isOurs ? resource.adapter().arrange(composed, { kind: 'oneMore' }, resource) : composed
  const found = await load({ ...read, shown: size }, more, run)
  // An adapter that cannot tell may have more if the page is full.
  return more === composed
    ? { records: found, hasMore: found.length >= size }
    : { records: found.slice(0, size), hasMore: found.length > size }
}

/** Loads the first records of a range of the scope's sort: one more than are shown. */
export function loadRange(
  read: Read & { readonly shown: number },
  scope: unknown,
  { conditions, orders }: CursorRange,
  run: Run,
): Promise<object[]> {
  const { resource, shown } = read
  const adapter = resource.adapter()
  const narrowed = conditions.reduce((all, condition) => adapter.narrow(all, condition, resource), scope)
  const ordered = adapter.arrange(narrowed, { kind: 'order', by: orders }, resource)
  const window = adapter.arrange(ordered, { kind: 'page', number: 1, size: shown + 1 }, resource)
  return load(read, window, run)
}

/** Counts records of the response. Throws TooManyRecords if there are too many. */
export function spendRecords(
  { request: { budget } }: Run,
  node: Pick<NodePlan, 'path' | 'pagedBy'>,
  count: number,
): void {
  if (!budget.spend('records', count)) throw tooManyRecords(node, budget)
}

/** A resource, or a model that no resource has. */
export type RowsOwner = AdapterResource &
  Pick<CompiledResource, 'adapter' | 'facts'> & { readonly config: Pick<ResourceConfig, 'adapter'> }

/** The log entry of a query before it runs. */
export interface Logging extends Pick<QueryLogEntry, 'path' | 'operation'> {
  readonly resource: RowsOwner
  readonly scope: unknown
  readonly read?: Read
}

/** Runs a query when it is its turn, and logs it if the request asked for the log. */
export async function logged<Result>(
  run: Run,
  logging: Logging,
  query: () => Promise<Result>,
  rowsOf: (result: Result) => number,
): Promise<Result> {
  const { log, turns, request } = run
  const { budget, trace } = request
  const { resource, path, operation, scope, read } = logging
  const ask = turns ? () => answeredBy(logging, query) : query
  const turn = turns?.take()
  if (turn) await turn
  try {
    const start = log ? performance.now() : 0
    budget.deadline.check()
    const result = await (turns && trace ? trace({ resource: resource.type, path, operation }, ask) : ask())
    if (log) {
      const milliseconds = performance.now() - start
      const described = resource.adapter().describe(scope)
      // Few requests may see the log, so that the others do not load it.
      const printed = read && (await import('./log/printed-read.js')).printedRead(read)
      log.push({
        resource: resource.type,
        path,
        operation,
        arguments: described,
        ...(printed && { read: printed }),
        rows: rowsOf(result),
        milliseconds,
      })
    }
    return result
  } finally {
    turns?.give()
  }
}

/**
 * Throws ServiceUnavailable (503) if the store cannot be reached, as writes do, and an error with the status 400 if it cannot
 * compare, sort or calculate what the request asks for; other errors are thrown unchanged.
 */
async function answeredBy<Result>(
  { resource, operation, scope }: Omit<Logging, 'path'>,
  query: () => Promise<Result>,
): Promise<Result> {
  try {
    return await query()
  } catch (error) {
    const adapter = resource.config.adapter
    const kind = refusalOf(adapter, error, resource)?.kind
    // A read in a write is repeated with the write; nobody repeats a read outside a transaction.
    const isOver = kind === 'conflict' && !isInTransaction(resource.facts().store)
    if (kind !== 'unavailable' && kind !== 'busy' && !isOver) {
      throw (adapter && incomparableText(error, adapter, scope, resource, operation)) ?? error
    }
    const detail = 'The store cannot be reached or is too busy.'
    throw new ServiceUnavailable({ detail, cause: error })
  }
}

/** Limits how much runs at the same time: when all places are taken, others wait for their turn (rule 9.4). */
class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Takes a place. Undefined if a place is free, because awaiting even a resolved promise costs time. */
  take(): Promise<void> | undefined {
    if (this.#free <= 0) return new Promise<void>((resume) => this.#waiting.push(resume))
    this.#free--
    return undefined
  }

  /** Gives the place to the caller that has waited longest. */
  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}

/** The error for a response with too many records, by the include path that led to them. */
export function tooManyRecords(node: IncludedNode, budget: Budget): TooManyRecords {
  return tooMany(node, `more than ${budget.limit('records')} records`)
}

/** The error for a response with too many identifiers in its relationships. */
export function tooManyLinkages(node: IncludedNode, budget: Budget): TooManyRecords {
  return tooMany(node, `more than ${budget.limit('linkages')} resource identifiers in its relationships`)
}

type IncludedNode = Pick<NodePlan, 'path' | 'pagedBy'>

function tooMany({ path, pagedBy }: IncludedNode, what: string): TooManyRecords {
  if (path === '') {
    const detail = `The response would contain ${what}. Request fewer records per page with "page[size]".`
    return new TooManyRecords({ detail, source: { parameter: 'page[size]' } })
  }
  const detail = `With "${path}" included, the response would contain ${what}. ${remedy(path, pagedBy)}`
  return new TooManyRecords({ detail, source: { parameter: 'include' } })
}

/** A to-one relationship has no pages; the nearest relationship with pages is on the path to it. */
function remedy(path: string, pagedBy: string): string {
  if (pagedBy === '') return 'Request fewer records per page with "page[size]".'
  const paged = pagedBy === path ? 'it' : `"${pagedBy}"`
  return `Paginate ${paged} with "page[${pagedBy}][size]", or request fewer records per page with "page[size]".`
}
