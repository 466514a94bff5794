import { servedRequest } from '../resource/served-request.js'

/** How long a request waits for locks by default, in milliseconds. */
const LOCK_TIMEOUT = 3000

/**
 * How long a transaction that begins now may wait for a lock, in milliseconds: the time that the earlier attempts of
 * the request have left. It is never 0, which PostgreSQL reads as no limit.
 */
export const lockTimeLeft = (lockTimeout: number = LOCK_TIMEOUT): number =>
  Math.max(1, lockTimeout - servedRequest().timeInTheWay)

/**
 * The statement that limits a PostgreSQL transaction's statements, and their waits for locks, in milliseconds. Lower
 * limits of the application are kept.
 */
export const boundsOfStatements = (time: number, lockTime: number): string =>
  `SELECT ${settingAtMost('statement_timeout', time)}, ${settingAtMost('lock_timeout', lockTime)}`

function settingAtMost(setting: string, time: number): string {
  const bound = Math.ceil(time)
  const own = `extract(epoch from current_setting('${setting}')::interval) * 1000`
  const less = `coalesce(least(nullif(${own}, 0), ${bound}), ${bound})`
  return `set_config('${setting}', (${less})::bigint::text, true)`
}
