import type { StoreFault } from '../adapter/fault.js'
import { memberOf } from '../base/cast.js'

/**
 * Whether an error is that of SQLite's lock. The driver adapters have a word for it, which those of the servers use
 * for a time-out. A COMMIT throws the driver's own error.
 */
export function isBusy(error: object): boolean {
  const causes = [error, Object(memberOf(error, 'cause'))]
  return causes.some((cause: object) =>
    ['code', 'originalCode', 'originalMessage', 'message'].some((name) =>
      String(memberOf(cause, name)).startsWith('SQLITE_BUSY'),
    ),
  )
}

/** A driver's own error: the cause of a known one, one that came before Prisma could know it, or the error itself. */
export function causeOf(error: object): object {
  const adapterError = memberOf(Object(memberOf(error, 'meta')), 'driverAdapterError')
  const cause = memberOf(Object(adapterError ?? error), 'cause')
  return typeof cause === 'object' && cause !== null ? cause : error
}

/** What a driver's own error means where Prisma has no code for it: its SQL state, its number, or its words. */
export function stateOf(cause: object): StoreFault['kind'] | undefined {
  const code = String(memberOf(cause, 'originalCode') ?? '')
  const words = String(memberOf(cause, 'originalMessage') ?? memberOf(cause, 'message') ?? '')
  if (words.startsWith('SQLITE_LOCKED')) return 'conflict'
  // What a COMMIT throws.
  if (memberOf(cause, 'code') === 'SQLITE_CONSTRAINT_FOREIGNKEY') return 'foreignKey'
  if (words.startsWith('ConnectionFailed') || LOST.test(words)) return 'unavailable'
  if (SOCKET_CODES.has(String(memberOf(cause, 'code')))) return 'unavailable'
  return NUMBERS.get(code) ?? (/^[\dA-Z]{5}$/.test(code) ? kindOfSqlState(code) : undefined)
}

/** PostgreSQL's driver has neither a state nor a number for a connection that it has lost, or that its pool has none of. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout (?:exceeded|expired)|Query read timeout|Cannot use a pool after calling end)/

/** What Node says of a socket, where the driver adapter hands it on. */
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
  // A store that takes no writes, as one does that a failover has left behind.
  ['25006', 'unavailable'],
  // A database that is not there.
  ['3D000', 'unavailable'],
  ['22001', 'tooLong'],
  // A text of another form than its type has: an address, XML.
  ['22P02', 'misfit'],
  ['2200N', 'misfit'],
  // A CHECK constraint, and one that excludes.
  ['23514', 'check'],
  ['23P01', 'check'],
  ['40', 'conflict'],
  ['53', 'unavailable'],
  // A transaction that did nothing, or went on, for longer than the server lets one.
  ['25P03', 'unavailable'],
  ['25P04', 'unavailable'],
  // A text that is longer than an index holds.
  ['54000', 'tooLong'],
  ['55P03', 'conflict'],
  ['57', 'unavailable'],
])

/** The numbers of MariaDB, MySQL and their driver, and of SQLite, for want of a state that tells as much. */
const NUMBERS: ReadonlyMap<string, StoreFault['kind']> = new Map([
  // A CHECK constraint: of SQLite, MySQL and MariaDB.
  ['275', 'check'],
  ['3819', 'check'],
  ['4025', 'check'],
  // A lock that is waited for too long, a record that has changed since the transaction's first read.
  ['1205', 'conflict'],
  ['1020', 'conflict'],
  // A value that its column takes only cut short, or not at all.
  ['1265', 'outOfRange'],
  ['1292', 'outOfRange'],
  ['1366', 'outOfRange'],
  ['1053', 'unavailable'],
  // A node of Galera that is not in its cluster now, and a server that takes no writes, as a failover leaves one behind.
  ['1047', 'unavailable'],
  ['1290', 'unavailable'],
  // A connection, or a statement, that somebody has ended; a statement that took too long.
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
