import { printWarning } from '../error/print-fault.js'
import { servedRequest } from '../resource/served/served-request.js'
import { NEVER } from './transaction/deadline.js'

/** The limits on a transaction's statements and on their waits for locks. */
export type Bounds =
  | {
      /**
       * On PostgreSQL, each transaction begins with a statement that limits both to the request's remaining time. This
       * is the default.
       */
      readonly bounds?: 'transaction'
      /**
       * The maximum time in milliseconds that a request waits for locks, summed over all attempts at its writes; 3,000
       * by default.
       */
      readonly lockTimeout?: number
    }
  | {
      /**
       * On PostgreSQL, the session's `statement_timeout` and `lock_timeout` limit both, and the adapter sends no
       * statement for this purpose. Set them in the pool or for the role. The adapter reads them in its first
       * transaction, and prints a warning if one is missing.
       *
       * ```ts
       * new PrismaAdapter(prisma, { transaction: { bounds: 'pool' } });
       * ```
       */
      readonly bounds: 'pool'
      readonly lockTimeout?: never
    }

/** How long a request waits for locks by default, in milliseconds. */
const LOCK_TIMEOUT = 3000

/**
 * How long a transaction that begins now may wait for a lock, in milliseconds: the time that remains after the
 * request's earlier attempts. It is never 0, which PostgreSQL reads as no limit.
 */
export const lockTimeLeft = (lockTimeout: number = LOCK_TIMEOUT): number =>
  Math.max(1, lockTimeout - servedRequest().timeInTheWay)

/** How much longer a statement may run in the database than its transaction, so that the deadline comes first. */
const GRACE = 1000

/**
 * The statement that limits a PostgreSQL transaction's statements, and their waits for locks. Lower limits set by the
 * application are kept.
 *
 * @param time the time until the transaction's deadline, in milliseconds
 */
export const boundsOfStatements = (time: number, lockTime: number): string =>
  `SELECT ${settingAtMost('statement_timeout', Math.min(time + GRACE, NEVER))}, ${settingAtMost('lock_timeout', lockTime)}`

function settingAtMost(setting: string, time: number): string {
  const bound = Math.ceil(time)
  const less = `coalesce(least(nullif(${millisecondsOf(setting)}, 0), ${bound}), ${bound})`
  return `set_config('${setting}', (${less})::bigint::text, true)`
}

const millisecondsOf = (setting: string): string =>
  `extract(epoch from current_setting('${setting}')::interval) * 1000`

/**
 * Throws a TypeError if `lockTimeout` is combined with `bounds: 'pool'`, because the compiler may not have rejected
 * this.
 */
export function checkBounds({ bounds, lockTimeout }: Bounds = {}): void {
  if (bounds !== 'pool' || lockTimeout === undefined) return
  throw new TypeError(
    "lockTimeout has no effect with bounds: 'pool'. Remove it, and set lock_timeout in the pool, for the role or on the server.",
  )
}

/**
 * The limits of a pool's sessions on PostgreSQL, for an adapter with `bounds: 'pool'`. They are read in the adapter's
 * first transaction. A missing limit is reported once.
 */
export class PoolBounds {
  /** How long a session waits for a lock, in milliseconds, once it is known. */
  #lockTime = Infinity
  #isRead = false
  /** Whether both limits are known and set. */
  areSet: boolean = false

  /** Whether the request has waited for locks as long as a session may wait, so that it must not wait again. */
  get isSpent(): boolean {
    return servedRequest().timeInTheWay >= this.#lockTime
  }

  /**
   * Reads the limits, unless they are already known.
   *
   * @param run runs a statement and returns its only row
   * @param options how the driver's options are written, such as `new Pool`
   */
  async read(run: (text: string) => Promise<unknown>, options: string): Promise<void> {
    if (this.#isRead) return
    this.#isRead = true
    try {
      const row = Object(await run(READ)) as Readonly<Record<string, unknown>>
      const [statement, lock] = [Number(row['statement']), Number(row['lock'])]
      if (lock > 0) this.#lockTime = lock
      const missing = [...(statement > 0 ? [] : ['statement_timeout']), ...(lock > 0 ? [] : ['lock_timeout'])]
      this.areSet = missing.length === 0
      if (missing.length > 0) printWarning(withoutBounds(missing, options))
    } catch (error) {
      this.#isRead = false
      throw error
    }
  }
}

const READ = `SELECT (${millisecondsOf('statement_timeout')})::float8 AS statement, (${millisecondsOf('lock_timeout')})::float8 AS lock`

const withoutBounds = (missing: readonly string[], options: string): string =>
  `The adapter has bounds: 'pool', but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} 0 in its sessions, so a request may wait forever. Write: ${options}({ …, statement_timeout: 10_000, lock_timeout: 3_000 }). Behind PgBouncer, set both for the role.`
