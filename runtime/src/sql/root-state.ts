import type { SideEffects } from '../adapter/side-effects.js'
import { noteTransaction } from '../adapter/transactions-under-way.js'
import { oncePer } from '../base/made-once.js'
import { WaitedLongEnough } from './aborted-transaction.js'
import { type Bounds, lockTimeLeft, PoolBounds } from './time-bounds.js'

/** A String of the schema without a native type whose column has another type in the database. */
export interface OtherType {
  readonly model: string
  readonly column: string
  /** Its type in the database, as the database writes it: `bit(4)`. */
  readonly type: string
}

/** The state of a Prisma Client or a Kysely instance, which several adapters may share. */
export interface RootState {
  /** Whether the checks of its sessions have run. */
  isChecked: boolean
  /** Whether its SQLite driver has passed the check. */
  isDriverChecked: boolean
  hasBegunTransaction: boolean
  /** The limits of its PostgreSQL sessions. */
  readonly limits: PoolBounds
  otherTypes: readonly OtherType[]
  /** The side effects of its statements, once the database has reported them. */
  sideEffects: Promise<SideEffects> | undefined
}

/** Returns the state of a Prisma Client or a Kysely instance. It lives as long as that object. */
export const rootState: (root: object) => RootState = oncePer(() => ({
  isChecked: false,
  isDriverChecked: false,
  hasBegunTransaction: false,
  limits: new PoolBounds(),
  otherTypes: [],
  sideEffects: undefined,
}))

/**
 * Whether the statement of a one-step write may run outside a transaction: it is bounded by the session, or SQLite runs
 * it in this process. The first write of a process reads the session's limits in its transaction.
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

/** Whether a request has waited for locks for so long that it may not begin another transaction. */
export function isLockTimeSpent(
  root: object,
  provider: string,
  { bounds, lockTimeout }: Bounds = {},
): boolean {
  if (bounds === 'pool') return rootState(root).limits.isSpent
  // On MySQL, the pool limits each wait, whatever time the request has left.
  return provider === 'mysql' && lockTimeLeft(lockTimeout) === 1
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
