import { AsyncLocalStorage } from 'node:async_hooks'
import type { Awaitable } from '../declare/declaration-types.js'
import { RequestState } from './request-state.js'

/** What waits for the end of a transaction. */
export type Queued = () => Awaitable<void>

/** A transaction that a Resource has opened, and what waits for its end. */
export interface OpenTransaction {
  readonly adapter: object
  /** What runs last inside the transaction. */
  readonly beforeCommit: Queued[]
  /** What is noted once it is durable. */
  readonly committed: (() => void)[]
  /** What runs behind that. */
  readonly afterCommit: Queued[]
  /** What has failed inside first, and may not have been rethrown: then it can only roll back (rule 11.7). */
  failure: { readonly error: unknown } | undefined
}

/** What holds while a block runs (rule 10.1). */
export interface ContextFrame {
  /** What the request that is being answered has found out; undefined outside of any. */
  readonly request: RequestState | undefined
  /** Whether policies hold. `withoutPolicies` switches them off for code that runs in process (rule 14.10). */
  readonly policies: boolean
  /** The object that guards and custom functions see: for a web framework, the controller instance. */
  readonly context: object | undefined
  /** The current namespace, such as the name of the action. */
  readonly namespace: string | undefined
  /** The innermost transaction that a Resource has opened. */
  readonly open: OpenTransaction | undefined
}

const storage = new AsyncLocalStorage<ContextFrame>()
const NO_FRAME: ContextFrame = Object.freeze({
  request: undefined,
  policies: true,
  context: undefined,
  namespace: undefined,
  open: undefined,
})

/** What holds now; nothing outside of any block. */
export function currentFrame(): ContextFrame {
  return storage.getStore() ?? NO_FRAME
}

/** What the current request has found out. Outside of any, nothing is, and nobody remembers what is found out now. */
export function currentRequest(): RequestState {
  return currentFrame().request ?? newRequest()
}

/** A request that has found out nothing yet, and is under the policies that hold now. */
export function newRequest(): RequestState {
  return new RequestState(undefined, currentFrame().policies)
}

/** Runs a function as a request that begins with it, whatever request it is called from. */
export function withRequest<Result>(request: RequestState, run: () => Result): Result {
  return storage.run({ ...currentFrame(), request, policies: request.policies }, run)
}

/** Runs a function in the request that is being answered; outside of any, as the one that is given. */
export function inRequest<Result>(run: () => Result, otherwise: () => RequestState = newRequest): Result {
  return currentFrame().request ? run() : withRequest(otherwise(), run)
}

/**
 * Runs a function without policies, in process: guards let everything through, and scopes narrow nothing. Default filters
 * and `baseScope` hold all the same. It is for jobs and scripts; a request that is answered meanwhile is under its policies.
 *
 * ```ts
 * await withoutPolicies(() => PostResource.all({ filter: { status: 'draft' } }))
 * ```
 */
export function withoutPolicies<Result>(run: () => Result): Result {
  const frame = currentFrame()
  const { budget, trace, report } = frame.request ?? newRequest()
  const request = frame.request && new RequestState(budget.apart(), false, trace, report)
  return storage.run({ ...frame, request, policies: false }, run)
}

/** Runs a function under policies, whatever it is called from. */
export function withPolicies<Result>(run: () => Result): Result {
  const frame = currentFrame()
  return frame.policies ? run() : storage.run({ ...frame, request: undefined, policies: true }, run)
}

/**
 * Runs a function with the context object and, if given, the namespace set, for everything that it awaits. Afterwards,
 * or after a throw, the former ones hold again (rule 10.1).
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

/** Runs a function with what waits for the end of the transaction that it is in. */
export function withOpenTransaction<Result>(open: OpenTransaction, run: () => Result): Result {
  return storage.run({ ...currentFrame(), open }, run)
}
