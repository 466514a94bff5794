import type { Condition } from '../adapter/condition.js'
import type { Handler } from '../declare/handler.js'
import { printFault } from '../error/print-fault.js'
import { Budget } from './budget.js'
import { compiledOf } from './compile.js'
import type { Explain } from './explain.js'
import { Guards } from './guards.js'
import type { Resource, ResourceClass } from './operations.js'
import type { TraceQuery } from './trace-query.js'

type Report = (error: Error) => void

/** What an application wants to know of the policies that a request meets. */
export interface Watch {
  /** What each rule has said. */
  readonly explain?: Explain | undefined
  /** Whether a record that is not found is looked for without the scope `read`, so that its denial can be told. */
  readonly denials?: boolean | undefined
}

/** What the policies of a resource have said. */
type Asked = Map<Handler, Promise<Condition>>

/**
 * What one request has found out so far: made when the request begins, and held in the frame for as long as it runs. An
 * in-process call outside of any request is a request of its own.
 */
export class RequestState {
  /** What it may load, and until when. */
  readonly budget: Budget
  /** Whether it is under policies (rule 14.10). */
  readonly policies: boolean
  /** What runs its queries, where the application wants to see them. */
  readonly trace: TraceQuery | undefined
  /** Tells the application of a fault of its own that fails no answer. */
  readonly report: Report
  readonly watch: Watch
  /** How long its attempts at writes have taken that others were in the way of, in milliseconds: it counts as waiting (rule 23.11). */
  timeInTheWay = 0
  #guards = new Map<object | undefined, Guards>()
  #baseScopes = new Map<object | undefined, Map<ResourceClass, unknown>>()
  #visible = new Map<object | undefined, Map<object, Promise<readonly Condition[]>>>()
  #writtenTo = new WeakSet<object>()
  #added = new Set<string>()

  #policyConditions = new Map<object | undefined, Map<ResourceClass, Asked>>()

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

  /** The same request, where the application makes another answer in it: its records are counted by themselves. */
  apart(): RequestState {
    const other = new RequestState(this.budget.apart(), this.policies, this.trace, this.report, this.watch)
    other.timeInTheWay = this.timeInTheWay
    other.#guards = this.#guards
    other.#baseScopes = this.#baseScopes
    other.#visible = this.#visible
    other.#policyConditions = this.#policyConditions
    other.#writtenTo = this.#writtenTo
    other.#added = this.#added
    return other
  }

  /** The verdicts of the guards of a context: each guard is asked once in a request (rules 3.2, 7.3). */
  guardsOf(context: object | undefined): Guards {
    const guards = this.#guards.get(context) ?? new Guards(context, this.policies, this.watch.explain)
    this.#guards.set(context, guards)
    return guards
  }

  /** Lets a context that takes the place of another one know what guards and policies have said to that one. */
  replaceContext(former: object, context: object): void {
    this.#guards.set(context, this.guardsOf(former))
    const asked = this.#policyConditions.get(former)
    if (asked) this.#policyConditions.set(context, asked)
  }

  /** The `baseScope` of a resource for a context, asked once in a request (rule 22.3), and once more when it has written. */
  baseScopeOf(instance: Resource, context: object | undefined): unknown {
    const { resourceClass } = compiledOf(instance)
    const known = this.#baseScopes.get(context) ?? new Map<ResourceClass, unknown>()
    this.#baseScopes.set(context, known)
    if (!known.has(resourceClass)) known.set(resourceClass, instance.baseScope(context))
    return known.get(resourceClass)
  }

  /** What a record must pass to be seen, by the resource or the relationship that says so (rule 22.3). */
  visibleOnce(
    about: object,
    context: object | undefined,
    find: () => Promise<readonly Condition[]>,
  ): Promise<readonly Condition[]> {
    const known = this.#visible.get(context) ?? new Map<object, Promise<readonly Condition[]>>()
    this.#visible.set(context, known)
    const visible = known.get(about) ?? find()
    known.set(about, visible)
    return visible
  }

  /** What a policy says, asked once in a request, whatever it writes (rule 14.10). */
  policyOnce(
    resourceClass: ResourceClass,
    policy: Handler,
    context: object | undefined,
    ask: () => Promise<Condition>,
  ): Promise<Condition> {
    const ofContext = this.#policyConditions.get(context) ?? new Map<ResourceClass, Asked>()
    this.#policyConditions.set(context, ofContext)
    const asked: Asked = ofContext.get(resourceClass) ?? new Map<Handler, Promise<Condition>>()
    ofContext.set(resourceClass, asked)
    const condition = asked.get(policy) ?? ask()
    asked.set(policy, condition)
    return condition
  }

  /** A write changes the records that a base scope is made of: it is asked anew. */
  forgetBaseScopes(): void {
    this.#baseScopes.clear()
    this.#visible.clear()
  }

  /** Notes that the request writes to a store: what it reads there from now on is to be what it has written. */
  noteWriteTo(store: object): void {
    this.#writtenTo.add(store)
  }

  /** Whether the request has begun to write to a store. */
  hasWrittenTo(store: object): boolean {
    return this.#writtenTo.has(store)
  }

  /** Notes a record that an operation of the request has added: those behind it may name it, whatever default filters say. */
  noteAdded(type: string, id: string): void {
    this.#added.add(JSON.stringify([type, id]))
  }

  /** Whether an operation of the request has added a record. */
  hasAdded(type: string, id: string): boolean {
    return this.#added.size > 0 && this.#added.has(JSON.stringify([type, id]))
  }

  /** A transaction has begun anew: what the last one has added is not there. */
  forgetAdded(): void {
    this.#added.clear()
  }
}
