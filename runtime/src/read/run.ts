import { refusalOf } from '../adapter/refusal.js'
import { isInTransaction } from '../adapter/current-transaction.js'
import { isDefault } from '../adapter/default-operations.js'
import type { Condition } from '../adapter/condition.js'
import type { Order } from '../adapter/window.js'
import { castTo } from '../base/cast.js'
import type { KeyValues } from '../value/key.js'
import type { RequestState } from '../resource/request-state.js'
import { ServiceUnavailable } from '../error/errors.js'
import type { Awaitable } from '../declare/declaration-types.js'
import type { CompiledResource } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import type { Resource } from '../resource/operations.js'
import { incomparableText } from './incomparable-text.js'
import { atMost, tooManyRecords } from './record-limits.js'
import { computeExtraFields } from './extra-values.js'
import type { NodePlan } from '../plan/plan.js'
import type { FieldPlan } from '../plan/plan-fields.js'
import type { QueryLogEntry } from '../shape/query-log.js'

/** The environment of one request's queries: how many run at the same time, and the log. */
export interface Run {
  /** The request that runs the queries. */
  readonly request: RequestState
  readonly context: object | undefined
  readonly log: QueryLogEntry[] | undefined
  /** The requested fields. */
  readonly fields: FieldPlan
  /** Resolved conditions, so that the pieces of a long list of parents share them. */
  readonly conditions: WeakMap<object, Awaitable<Condition>>
  /** Limits how many queries run at the same time. */
  readonly turns: Turns
  /** The records of the write, if this is its answer. */
  readonly atHand?: AtHand | undefined
}

/** The records of the write that a run answers. */
export interface AtHand {
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
  /** Begins to read what `records` will need, if it needs to read anything. */
  readAhead(node: NodePlan, keys: readonly KeyValues[], order: readonly Order[], run: Run): void
}

/** A run for the current request, with a limit of simultaneous queries (rule 9.4). */
export function newRun({
  concurrency,
  ...run
}: Omit<Run, 'turns' | 'request' | 'conditions'> & { readonly concurrency: number }): Run {
  return { ...run, request: currentRequest(), conditions: new WeakMap(), turns: new Turns(concurrency) }
}

/**
 * Resolves a scope through the resource, so that an override runs (rule 1.5), logs it, and computes the requested extra
 * fields. It reads one record more than the answer may have, to detect too many.
 *
 * Throws TooManyRecords if there are too many.
 */
export async function resolveLogged(
  run: Run,
  {
    resource,
    path,
    pagedBy,
    page,
    extraFields,
    columns,
  }: Pick<NodePlan, 'resource' | 'path' | 'pagedBy' | 'page' | 'extraFields' | 'columns'>,
  instance: Resource,
  object: unknown,
  limit: number = path === '' && page ? page.size : Number.POSITIVE_INFINITY,
): Promise<object[]> {
  const { budget } = run.request
  const scope = atMost(resource, instance, object, budget.left('records') + 1)
  const readsKeys = columns && resource.facts().readsKeys && isDefault(instance.resolve)
  const resolve = (): Promise<object[]> =>
    readsKeys
      ? resource.adapter().read(scope, columns, resource)
      : castTo<Promise<object[]>>(instance.resolve(scope))
  const records = await logged(
    run,
    { resource, path, operation: readsKeys ? 'keys' : 'resolve', scope },
    resolve,
    (found) => found.length,
  )
  // The record after a page only shows that there is a next page.
  spendRecords(run, { path, pagedBy }, Math.min(records.length, limit))
  if (extraFields.length > 0) {
    await computeExtraFields(records, extraFields, run.fields, instance, run.context)
  }
  return records
}

/** Counts records of the answer. Throws TooManyRecords if there are too many. */
export function spendRecords(
  { request: { budget } }: Run,
  node: Pick<NodePlan, 'path' | 'pagedBy'>,
  count: number,
): void {
  if (!budget.spend('records', count)) throw tooManyRecords(node, budget)
}

/** The log entry of a query before it runs. */
export interface Logging extends Pick<QueryLogEntry, 'path' | 'operation'> {
  readonly resource: CompiledResource
  readonly scope: unknown
}

/** Runs a query when it is its turn, and logs it if the request asked for the log. */
export async function logged<Result>(
  run: Run,
  { resource, path, operation, scope }: Logging,
  query: () => Promise<Result>,
  rowsOf: (result: Result) => number,
): Promise<Result> {
  const { log, turns, request } = run
  const { budget, trace } = request
  const ask = () => answeredBy(resource, scope, query)
  const turn = turns.take()
  if (turn) await turn
  try {
    const start = log ? performance.now() : 0
    budget.deadline.check()
    const result = await (trace ? trace({ resource: resource.type, path, operation }, ask) : ask())
    if (log) {
      const milliseconds = performance.now() - start
      const described = resource.adapter().describe(scope)
      log.push({
        resource: resource.type,
        path,
        operation,
        arguments: described,
        rows: rowsOf(result),
        milliseconds,
      })
    }
    return result
  } finally {
    turns.give()
  }
}

/**
 * Throws ServiceUnavailable (503) if the store cannot be reached, as writes do, and IncomparableText (400) if it cannot
 * compare a text of the request; other errors are thrown unchanged.
 */
async function answeredBy<Result>(
  resource: CompiledResource,
  scope: unknown,
  query: () => Promise<Result>,
): Promise<Result> {
  try {
    return await query()
  } catch (error) {
    const adapter = resource.config.adapter
    const kind = refusalOf(adapter, error, resource)?.kind
    // A read in a write is repeated with the write; nobody repeats a read outside of a transaction.
    const isOver = kind === 'conflict' && !isInTransaction(resource.facts().store)
    if (kind !== 'unavailable' && kind !== 'busy' && !isOver) {
      throw (adapter && incomparableText(error, adapter, scope, resource)) ?? error
    }
    const detail = 'The store cannot be reached now, or is too busy.'
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

  /** Gives the place to whoever has waited longest. */
  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
