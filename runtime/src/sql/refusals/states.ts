import type { StoreFault } from '../../adapter/fault.js'

/** The meaning of a PostgreSQL SQL state, or of a MariaDB, MySQL or SQLite error number. */
export const kindOfState = (code: string): StoreFault['kind'] | undefined =>
  NUMBERS.get(code) ?? (/^[\dA-Z]{5}$/.test(code) ? kindOfSqlState(code) : undefined)

/**
 * Whether an error's message, or Node's code for the error, says that a connection was lost or that a pool has no free
 * connection.
 */
export const isLostConnection = (words: string, code: unknown): boolean =>
  LOST.test(words) || SOCKET_CODES.has(String(code))

/** The drivers `pg` and `mysql2` have neither a state nor a number for a lost connection, or for a pool without one. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout (?:exceeded|expired)|Query read timeout|Cannot use a pool after calling end|Can't (?:add new command|write) .*closed state|Connection lost|Pool is closed|No connections available|Queue limit reached)/

/**
 * Whether PostgreSQL itself reported an error, as a deferred trigger does with a state of its own. A lost
 * connection, an operator's intervention and a system failure leave the outcome of a COMMIT unknown.
 */
export const isReported = (state: string): boolean =>
  /^(?=.*\d)[\dA-Z]{5}$/.test(state) && !/^(?:08|57|58|F0|XX|P[1-9])/.test(state)

/**
 * Whether an unavailable store certainly wrote nothing: it rejected or canceled the statement, or never received it.
 */
export const isCertainlyUndone = (words: string, code: unknown): boolean =>
  UNDONE.test(String(code)) || UNSENT.test(words)

const UNDONE = /^(?:57014|57P03|53\w{3}|25006|3D000|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/
const UNSENT =
  /^(?:timeout exceeded when trying to connect|Cannot use a pool after calling end|Pool is closed|No connections available|Queue limit reached)/

/** Node's codes for socket errors, if the driver adapter passes them on. */
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

/** PostgreSQL's states: a class of two characters, and three more. */
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
  // A string in the wrong form for its type: an address, XML.
  ['22P02', 'misfit'],
  ['2200N', 'misfit'],
  // A character that is not in the database's encoding.
  ['22021', 'misfit'],
  ['22P05', 'misfit'],
  // A CHECK constraint, and an exclusion constraint.
  ['23514', 'check'],
  ['23P01', 'check'],
  ['40', 'conflict'],
  ['53', 'unavailable'],
  // A transaction that was idle, or ran, for longer than the server permits.
  ['25P03', 'unavailable'],
  ['25P04', 'unavailable'],
  // A string that is too long for an index.
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
  // A lock time-out, and a record that has changed since the transaction's first read.
  ['1205', 'conflict'],
  ['1020', 'conflict'],
  // A value that its column accepts only truncated, or not at all.
  ['1265', 'outOfRange'],
  ['1292', 'outOfRange'],
  ['1366', 'misfit'],
  // A comparison of a string with a column whose character set lacks one of its characters.
  ['1267', 'misfit'],
  ['1270', 'misfit'],
  ['1271', 'misfit'],
  ['3988', 'misfit'],
  ['1053', 'unavailable'],
  // A node of Galera outside its cluster, and a server that accepts no writes, such as a former primary after a
  // failover.
  ['1047', 'unavailable'],
  ['1290', 'unavailable'],
  // A connection or a statement that an administrator has ended, and a statement that took too long.
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
