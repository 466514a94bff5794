import { noteTransaction } from '../adapter/transaction/transactions-under-way.js'
import { WaitedLongEnough } from './refusals/aborted-transaction.js'
import { isLockTimeSpent, rootState } from './root-state.js'
import type { Bounds } from './time-bounds.js'

/**
 * Runs the block of a one-step write outside a transaction, if its session limits the statement, or on SQLite. The first
 * write of a process reads the session's limits, in a transaction. Rejects with WaitedLongEnough if the write may not
 * wait for locks.
 *
 * @returns undefined, without running anything, if the write needs a transaction
 */
export function runAlone<Result>(
  root: object,
  provider: string,
  given: Bounds & { readonly timeout?: number; readonly isolationLevel?: string } = {},
  block: () => Promise<Result>,
): Promise<Result> | undefined {
  const isBounded = provider === 'postgresql' && given.bounds === 'pool' && rootState(root).limits.areSet
  const isOwn = given.timeout !== undefined || given.isolationLevel !== undefined
  if (isOwn || !(isBounded || provider === 'sqlite')) return undefined
  if (isLockTimeSpent(root, provider, given)) return Promise.reject(new WaitedLongEnough())
  const ended = block()
  noteTransaction(ended)
  return ended
}
