import type { StoreFault } from '../adapter/fault.js'
import { memberOf } from '../base/cast.js'

/**
 * Whether an error is about SQLite's lock. Its driver adapters have a code for it, which those of servers use for a
 * time-out. A COMMIT throws the driver's own error.
 */
export function isBusy(error: object): boolean {
  const causes = [error, Object(memberOf(error, 'cause'))]
  return causes.some((cause: object) =>
    ['code', 'originalCode', 'originalMessage', 'message'].some((name) =>
      String(memberOf(cause, name)).startsWith('SQLITE_BUSY'),
    ),
  )
}

/**
 * The driver's own error: the cause of a known error, an error from before Prisma could know it, or the error itself.
 */
export function causeOf(error: object): object {
  const adapterError = memberOf(Object(memberOf(error, 'meta')), 'driverAdapterError')
  const cause = memberOf(Object(adapterError ?? error), 'cause')
  return typeof cause === 'object' && cause !== null ? cause : error
}

/** The meaning of a driver's own error if Prisma has no code for it: by its SQL state, its number, or its words. */
export function stateOf(cause: object): StoreFault['kind'] | undefined {
  const code = String(memberOf(cause, 'originalCode') ?? '')
  const words = String(memberOf(cause, 'originalMessage') ?? memberOf(cause, 'message') ?? '')
  if (words.startsWith('SQLITE_LOCKED')) return 'conflict'
  // A COMMIT throws this.
  if (memberOf(cause, 'code') === 'SQLITE_CONSTRAINT_FOREIGNKEY') return 'foreignKey'
  if (words.startsWith('ConnectionFailed') || LOST.test(words)) return 'unavailable'
  if (SOCKET_CODES.has(String(memberOf(cause, 'code')))) return 'unavailable'
  return NUMBERS.get(code) ?? (/^[\dA-Z]{5}$/.test(code) ? kindOfSqlState(code) : undefined)
}

/** PostgreSQL's driver has neither a state nor a number for a lost connection, or for a pool without one. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout (?:exceeded|expired)|Query read timeout|Cannot use a pool after calling end)/

/** Node's codes of a socket error, if the driver adapter passes them on. */
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** PostgreSQL's states: a class of two characters, and three more (its manual, appendix A). */
function kindOfSqlState(state: string): StoreFault['kind'] | undefined {
  return SQL_STATES.get(state) ?? SQL_STATES.get(state.slice(0, 2))
}

const SQL_STATES: ReadonlyMap<string, StoreFault['kind']> = new Map([
  ['08', 'unavailable'],
  ['22', 'outOfRange'],
  // A store that accepts no writes, such as a former primary after a failover.
  ['25006', 'unavailable'],
  // The database does not exist.
  ['3D000', 'unavailable'],
  ['22001', 'tooLong'],
  // A text in the wrong form for its type: an address, XML.
  ['22P02', 'misfit'],
  ['2200N', 'misfit'],
  // A CHECK constraint, and an exclusion constraint.
  ['23514', 'check'],
  ['23P01', 'check'],
  ['40', 'conflict'],
  ['53', 'unavailable'],
  // A transaction that was idle, or ran, for longer than the server permits.
  ['25P03', 'unavailable'],
  ['25P04', 'unavailable'],
  // A text that is too long for an index.
  ['54000', 'tooLong'],
  ['55P03', 'conflict'],
  ['57', 'unavailable'],
])

/** The numbers of MariaDB, MySQL and their driver, and of SQLite, which have no precise state. */
const NUMBERS: ReadonlyMap<string, StoreFault['kind']> = new Map([
  // A CHECK constraint of SQLite, MySQL and MariaDB.
  ['275', 'check'],
  ['3819', 'check'],
  ['4025', 'check'],
  // A time-out of a lock, and a record that has changed since the transaction's first read.
  ['1205', 'conflict'],
  ['1020', 'conflict'],
  // A value that its column accepts only truncated, or not at all.
  ['1265', 'outOfRange'],
  ['1292', 'outOfRange'],
  ['1366', 'outOfRange'],
  ['1053', 'unavailable'],
  // A node of Galera outside of its cluster, and a server that accepts no writes, such as a former primary after a
  // failover.
  ['1047', 'unavailable'],
  ['1290', 'unavailable'],
  // A connection or a statement that somebody has ended, and a statement that took too long.
  ['1317', 'unavailable'],
  ['1927', 'unavailable'],
  ['1969', 'unavailable'],
  ['3024', 'unavailable'],
  ['45001', 'unavailable'],
  ['45009', 'unavailable'],
  ['45012', 'unavailable'],
  ['45013', 'unavailable'],
  ['45019', 'unavailable'],
  ['45026', 'unavailable'],
  ['45027', 'unavailable'],
  ['45028', 'unavailable'],
  ['45035', 'unavailable'],
  ['45037', 'unavailable'],
  ['45061', 'unavailable'],
])
