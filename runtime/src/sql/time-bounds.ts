import { memberOf } from '../base/cast.js'
import { servedRequest } from '../resource/served-request.js'

/** How long a request waits for locks by default, in milliseconds. */
const LOCK_TIMEOUT = 3000

/**
 * How long a transaction that begins now may wait for a lock, in milliseconds (rule 23.11): the time that the earlier
 * attempts of the request have left. It is never 0, which PostgreSQL reads as no limit.
 */
export const lockTimeLeft = (lockTimeout: number = LOCK_TIMEOUT): number =>
  Math.max(1, lockTimeout - servedRequest().timeInTheWay)

/** Limits in milliseconds; 0 for none. */
interface TimeBounds {
  /** How long a statement may take. */
  readonly statement: number
  /** How long it may wait for a lock. */
  readonly lock: number
}

/** The limits with which the connections of a client begin, as its first transaction has found them. */
const ownBounds = new WeakMap<object, TimeBounds>()

/**
 * Limits the statements of a PostgreSQL transaction that has just begun, and their waits for locks (rules 23.10, 23.11).
 * Lower limits of the pool, the role or the server stay. If both are lower, nothing is sent, but by the first
 * transaction of a client, which asks for them.
 *
 * @param client the client that has begun the transaction
 * @param send sends a statement in the transaction
 */
export async function boundStatements(
  client: object,
  send: (sql: string) => Promise<readonly object[]>,
  { statement, lock }: TimeBounds,
): Promise<void> {
  const own = ownBounds.get(client)
  if (own && isWithin(own.statement, statement) && isWithin(own.lock, lock)) return
  const set = `${setAtMost('statement_timeout', statement)}, ${setAtMost('lock_timeout', lock)}`
  if (own) {
    await send(`SELECT ${set}`)
    return
  }
  const [row = {}] = await send(
    `SELECT ${set}, ${atFirst('statement_timeout')} AS "statement", ${atFirst('lock_timeout')} AS "lock"`,
  )
  ownBounds.set(client, {
    statement: Number(memberOf(row, 'statement')),
    lock: Number(memberOf(row, 'lock')),
  })
}

const isWithin = (own: number, bound: number): boolean => own > 0 && own <= bound

/** The value that a setting has when a connection begins, in milliseconds. */
const atFirst = (setting: string): string => `(SELECT reset_val FROM pg_settings WHERE name = '${setting}')`

function setAtMost(setting: string, time: number): string {
  const bound = Math.ceil(time)
  const own = `extract(epoch from current_setting('${setting}')::interval) * 1000`
  const less = `coalesce(least(nullif(${own}, 0), ${bound}), ${bound})`
  return `set_config('${setting}', (${less})::bigint::text, true)`
}
