import { AsyncLocalStorage } from 'node:async_hooks'
import { isInAnyTransaction } from '../adapter/transaction/current-transaction.js'
import type { Awaitable } from '../declare/declaration-types.js'
import { RequestState } from './request-state.js'

/** A function that runs at the end of a transaction. */
export type Queued = () => Awaitable<void>

/**
 * A transaction that a Resource has opened, with the functions that run at its end. Everything written in it is committed
 * together.
 */
export interface Unit {
  readonly adapter: object
  /** Run last inside the transaction. */
  readonly beforeCommit: Queued[]
  /** Run once the transaction is durable. */
  readonly committed: (() => void)[]
  /** Run after `committed`. */
  readonly afterCommit: Queued[]
  /** The first failure inside, even if it was caught: the transaction can then only roll back (rule 11.7). */
  failure: { readonly error: unknown } | undefined
  /** Set if the transaction contains a whole action, which the runtime may repeat (rule 30.4). */
  readonly action?: ActionInUnit | undefined
  /** Whether transactions of other stores are forbidden inside this one (rule 30.6). */
  readonly excludesOthers?: boolean | undefined
}

/** An action in a unit. Writes inside it behave as if each had its own transaction, but do not commit. */
export interface ActionInUnit extends UnitMode {
  /** The meaning of a rejected commit, according to each write inside. */
  readonly refusals: ((error: unknown) => unknown)[]
}

/** How an attempt at a unit runs. */
export interface UnitMode {
  /** Whether records may be written together. */
  readonly inBatches: boolean
  /** Whether everything that the transaction has read must still be true when it commits. */
  readonly isSerializable: boolean
}

/** The context in which a block runs (rule 10.1). */
export interface ContextFrame {
  /** The state of the current request; undefined outside requests. */
  readonly request: RequestState | undefined
  /** Whether policies apply. `withoutPolicies` switches them off for code that runs in process (rule 14.10). */
  readonly policies: boolean
  /** The object that guards and custom functions see: for a web framework, the controller instance. */
  readonly context: object | undefined
  /** The current namespace, such as the name of the action. */
  readonly namespace: string | undefined
  /** The innermost transaction that a Resource has opened. */
  readonly unit: Unit | undefined
}

const storage = new AsyncLocalStorage<ContextFrame>()
const NO_FRAME: ContextFrame = Object.freeze({
  request: undefined,
  policies: true,
  context: undefined,
  namespace: undefined,
  unit: undefined,
})

/** The current frame; empty outside any block. */
export function currentFrame(): ContextFrame {
  return storage.getStore() ?? NO_FRAME
}

/** The state of the current request. Outside a request, a new state that is not kept. */
export function currentRequest(): RequestState {
  return currentFrame().request ?? newRequest()
}

/** The state of a new request, under the current policies. */
export function newRequest(): RequestState {
  return new RequestState(undefined, currentFrame().policies)
}

/** Runs a function as part of the given request, whichever request calls it. */
export function withRequest<Result>(request: RequestState, run: () => Result): Result {
  return storage.run({ ...currentFrame(), request, policies: request.policies }, run)
}

/** Runs a function as part of the current request; outside a request, as part of the given one. */
export function inRequest<Result>(run: () => Result, otherwise: () => RequestState = newRequest): Result {
  return currentFrame().request ? run() : withRequest(otherwise(), run)
}

/**
 * Runs a function in process without policies: guards permit everything, and scopes do not narrow anything. Default
 * filters and `baseScope` still apply. Use it for jobs and scripts. Policies still apply to requests that are handled
 * in the meantime.
 *
 * ```ts
 * await withoutPolicies(() => PostResource.all({ filter: { status: 'draft' } }));
 * ```
 */
export function withoutPolicies<Result>(run: () => Result): Result {
  const frame = currentFrame()
  const { budget, trace, report, done, cuts, committed, log } = frame.request ?? newRequest()
  const request = frame.request && new RequestState(budget.separate(), false, trace, report)
  if (request) Object.assign(request, { done, cuts, committed, log })
  return storage.run({ ...frame, request, policies: false }, run)
}

/** Runs a function with policies, even inside `withoutPolicies`. */
export function withPolicies<Result>(run: () => Result): Result {
  const frame = currentFrame()
  return frame.policies ? run() : storage.run({ ...frame, request: undefined, policies: true }, run)
}

/**
 * Runs a function, and everything that it awaits, with the context object and, if specified, the namespace. Afterwards,
 * even if the function throws, the previous ones apply again (rule 10.1).
 */
export function withContext<Result>(
  context: object | undefined,
  namespace: string | undefined,
  run: () => Result,
): Result {
  const frame = currentFrame()
  const isSet = frame.context === context && (namespace === undefined || frame.namespace === namespace)
  return isSet ? run() : storage.run({ ...frame, context, namespace: namespace ?? frame.namespace }, run)
}

/** Runs a function in an open unit. */
export function withUnit<Result>(unit: Unit, run: () => Result): Result {
  return storage.run({ ...currentFrame(), unit }, run)
}

/**
 * Whether any store is in a transaction, in which only one query runs at a time, because one request may read several
 * stores.
 */
export const runsInTransaction = (): boolean => currentFrame().unit !== undefined || isInAnyTransaction()
