import type { SideEffects } from '../adapter/side-effects.js'
import { oncePer } from '../base/made-once.js'
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
