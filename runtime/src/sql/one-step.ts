import { noteTransaction } from '../adapter/transaction/transactions-under-way.js'
import { WaitedLongEnough } from './refusals/aborted-transaction.js'
import { isLockTimeSpent, rootState } from './root-state.js'
import type { Bounds } from './time-bounds.js'

/**
 * Whether a one-step write may run outside a transaction: its session limits the statement, or it is on SQLite. The
 * first write of a process reads the session's limits, in a transaction.
 */
export function standsAlone(
  root: object,
  provider: string,
  given: Bounds & { readonly timeout?: number; readonly isolationLevel?: string } = {},
): boolean {
  if (given.timeout !== undefined || given.isolationLevel !== undefined) return false
  if (provider === 'sqlite') return true
  return provider.startsWith('postgres') && given.bounds === 'pool' && rootState(root).limits.areSet
}

/** Runs the block of a one-step write outside a transaction. Rejects with WaitedLongEnough if it may not wait for locks. */
export function runAlone<Result>(
  root: object,
  provider: string,
  bounds: Bounds | undefined,
  block: () => Promise<Result>,
): Promise<Result> {
  if (isLockTimeSpent(root, provider, bounds)) return Promise.reject(new WaitedLongEnough())
  const ended = block()
  noteTransaction(ended)
  return ended
}
