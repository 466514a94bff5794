import type { StoreStep } from '../adapter/store-step.js'
import { madeOnce } from '../base/made-once.js'
import type { Adapter } from '../adapter/adapter.js'
import type { Condition } from '../adapter/condition.js'
import type { Handler } from '../declare/handler.js'
import { printFault } from '../error/print-fault.js'
import { Budget } from './budget.js'
import { compiledOf } from './compile.js'
import type { DeprecatedParts, DeprecatedUse } from './deprecated-uses.js'
import type { Explain } from './explain.js'
import type { QueryLogEntry } from '../shape/query-log.js'
import { Guards } from './guards.js'
import type { Resource, ResourceClass } from './operations.js'
import type { TraceQuery } from './trace-query.js'

type Report = (error: Error) => void

/** The events of policies that an application listens to. */
export interface Watch {
  /** The result of each rule. */
  readonly explain?: Explain | undefined
  /** Whether a missing record is looked up again without the scope `read`, to report a denial. */
  readonly denials?: boolean | undefined
}

/** The progress of a request: each of its calls of the application may have changed any record. */
export interface Done {
  calls: number
  /** Learns of each statement that a write sends. Its code is loaded by the first write. */
  observer?: { noteStatement(adapter: Adapter, step: StoreStep): void }
  /** The deprecated parts of the API that it has used, and the context that used each. */
  deprecated?: Map<string, { readonly use: DeprecatedUse; readonly context: object | undefined }>
}

/** The conditions of a resource's policies, by the function of each. */
type PolicyConditions = Map<Handler, Promise<Condition>>

/**
 * The state of one request, kept in the frame while the request runs. An in-process call outside any request is a
 * request of its own.
 */
export class RequestState {
  /** The amount that the request may still load, and its deadline. */
  readonly budget: Budget
  /** Whether the store could not compare an id of the request with its column. */
  hasIncomparable = false
  /** Whether policies apply (rule 14.10). */
  readonly policies: boolean
  /** Runs its queries, if the application traces them. */
  readonly trace: TraceQuery | undefined
  /** Reports a fault of the application that does not change the response. */
  readonly report: Report
  readonly watch: Watch
  /** The media type of every response, error documents included, if the request has negotiated an extension. */
  mediaType: string | undefined
  /** Whether documents may be responses of the class `DirectResponse`. */
  takesBytes = false
  /**
   * The time that writes have waited or repeated because of other writers, in milliseconds; it counts as waiting (rule
   * 23.11).
   */
  timeInTheWay = 0
  /** Code that runs without policies shares it. */
  done: Done = { calls: 0 }
  /** The relationships with more records than their included page, by the record that has them. */
  cuts: Map<object, Set<string>> = new Map()
  /** Collects the queries of writes and checks, if the log is requested. */
  log: QueryLogEntry[] | undefined
  /** The contexts with a durable write: every later failure comes after the commit. */
  committed: Set<object> = new Set()
  #guards = new Map<object | undefined, Guards>()
  #baseScopes = new Map<object | undefined, Map<ResourceClass, unknown>>()
  #visible = new Map<object | undefined, Map<object, Promise<readonly Condition[]>>>()
  #writtenTo = new Set<object>()
  #added = new Set<string>()

  #policyConditions = new Map<object | undefined, Map<ResourceClass, PolicyConditions>>()

  constructor(
    budget: Budget = new Budget(),
    policies: boolean = true,
    trace?: TraceQuery,
    report: Report = printFault,
    watch: Watch = {},
  ) {
    this.budget = budget
    this.policies = policies
    this.trace = trace
    this.report = report
    this.watch = watch
  }

  /** The same request for another response of the application, with a separate budget. */
  separate(): RequestState {
    const other = new RequestState(this.budget.separate(), this.policies, this.trace, this.report, this.watch)
    other.timeInTheWay = this.timeInTheWay
    other.done = this.done
    other.cuts = this.cuts
    other.log = this.log
    other.committed = this.committed
    other.#guards = this.#guards
    other.#baseScopes = this.#baseScopes
    other.#visible = this.#visible
    other.#policyConditions = this.#policyConditions
    other.#writtenTo = this.#writtenTo
    other.#added = this.#added
    return other
  }

  /** The guards of a context; each is asked once in a request (rules 3.2, 7.3). */
  guardsOf(context: object | undefined): Guards {
    const guards = this.#guards.get(context) ?? new Guards(context, this.policies, this.watch.explain)
    this.#guards.set(context, guards)
    return guards
  }

  /** Passes the results of guards and policies on to a context that replaces another. */
  replaceContext(former: object, context: object): void {
    this.#guards.set(context, this.guardsOf(former))
    const asked = this.#policyConditions.get(former)
    if (asked) this.#policyConditions.set(context, asked)
  }

  /** The `baseScope` of a resource for a context, computed once in a request (rule 22.3), and again after a write. */
  baseScopeOf(instance: Resource, context: object | undefined): unknown {
    const { resourceClass } = compiledOf(instance)
    const known = madeOnce(this.#baseScopes, context, () => new Map<ResourceClass, unknown>())
    if (!known.has(resourceClass)) known.set(resourceClass, instance.baseScope(context))
    return known.get(resourceClass)
  }

  /** The condition for seeing records, by the resource or the relationship that declares it (rule 22.3). */
  visibleOnce(
    about: object,
    context: object | undefined,
    find: () => Promise<readonly Condition[]>,
  ): Promise<readonly Condition[]> {
    const known = madeOnce(this.#visible, context, () => new Map<object, Promise<readonly Condition[]>>())
    return madeOnce(known, about, find)
  }

  /** The condition of a policy, computed once in a request, also across its writes (rule 14.10). */
  policyOnce(
    resourceClass: ResourceClass,
    policy: Handler,
    context: object | undefined,
    ask: () => Promise<Condition>,
  ): Promise<Condition> {
    const ofContext = madeOnce(
      this.#policyConditions,
      context,
      () => new Map<ResourceClass, PolicyConditions>(),
    )
    const asked = madeOnce(ofContext, resourceClass, (): PolicyConditions => new Map())
    return madeOnce(asked, policy, ask)
  }

  /** Forgets base scopes after a write, which changes the records that they are made from. */
  forgetBaseScopes(): void {
    this.#baseScopes.clear()
    this.#visible.clear()
  }

  /** Notes deprecated parts of the API that the request uses. */
  noteUses(context: object | undefined, uses: readonly DeprecatedUse[]): void {
    const noted = (this.done.deprecated ??= new Map())
    for (const use of uses) noted.set(JSON.stringify([use.kind, use.type, use.name]), { use, context })
  }

  /** Notes that the request uses these parts of a resource, as far as they are deprecated. */
  noteParts(context: object | undefined, parts: DeprecatedParts, keys: readonly string[]): void {
    const uses = keys.flatMap((key) => parts.get(key) ?? [])
    if (uses.length > 0) this.noteUses(context, uses)
  }

  /** Notes a write to a store: later reads from that store must see it. */
  noteWriteTo(store: object): void {
    this.#writtenTo.add(store)
  }

  /** Whether the request has written to a store. */
  hasWrittenTo(store: object): boolean {
    return this.#writtenTo.has(store)
  }

  /** Notes a record that an operation has added: later operations may name it, even if default filters hide it. */
  noteAdded(type: string, id: string): void {
    this.#added.add(JSON.stringify([type, id]))
  }

  /** Whether an operation of the request has added a record. */
  hasAdded(type: string, id: string): boolean {
    return this.#added.size > 0 && this.#added.has(JSON.stringify([type, id]))
  }

  /** Forgets added records, because a new transaction has replaced the one that added them. */
  forgetAdded(): void {
    this.#added.clear()
  }
}
