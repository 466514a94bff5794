import { setTimeout as wait } from 'node:timers/promises'
import { castTo, memberOf } from '../cast.js'
import { isBusy } from './driver-states.js'
import { askForLock, keepConnections, KeptTransaction } from './kept-transaction.js'
import { callMember, type Method, overriding } from './overriding.js'

/** The escape character that a LIKE of Prisma's gets: one that stands in nobody's text, so that no filter changes its meaning. */
export const LIKE_ESCAPE = '\u001B'

/** How long a lock of another process is waited for, in milliseconds; at COMMIT less, for readers wait for us meanwhile. */
const PATIENCE = { statement: 5000, commit: 1000 }

/**
 * A connection of a driver adapter for SQLite, without the faults of an ordinary one. There, LIKE has no escape
 * character, and a lock of another process is an error at once. A COMMIT that fails on such a lock leaves its
 * transaction open, with all of its locks. Each transaction opens the file anew.
 */
export function sqliteConnection(connection: object): object {
  const client = clientOf(connection)
  if (client) keepConnections(client)
  const patiently =
    (name: string): Method =>
    (query, ...others) =>
      whileBusy(
        PATIENCE.statement,
        () => callMember(connection, name, [withEscape(query), ...others]),
        client ? (end) => reconnected(client, query, end) : pausing,
      )
  return overriding(connection, {
    queryRaw: patiently('queryRaw'),
    executeRaw: patiently('executeRaw'),
    startTransaction: async (...parameters) =>
      sqliteTransaction(await callMember(connection, 'startTransaction', parameters)),
  })
}

/**
 * A statement of libSQL that was busy is never reset. While it is there, SQLite lets go of no lock of what its connection reads: no
 * other one could write any more. So a new connection reads in its place, once the lock is gone: a script asks for that, and
 * leaves nothing behind.
 *
 * @returns whether the lock is gone
 */
async function reconnected(client: object, query: unknown, end: number): Promise<boolean> {
  await callMember(client, 'reconnect', [])
  try {
    await whileBusy(end - Date.now(), () => askForLock(client, query))
    return true
  } catch (error) {
    return !isBusy(Object(error))
  }
}

/** The client of libSQL for a local file that a connection has. */
function clientOf(connection: object): object | undefined {
  const client = Object(memberOf(connection, 'client'))
  return memberOf(Object(memberOf(client, 'constructor')), 'name') === 'Sqlite3Client' ? client : undefined
}

/** A statement of a transaction does not wait: who has the lock may wait for what this one has read. It is tried again as a whole. */
function sqliteTransaction(transaction: object): object {
  const escaped =
    (name: string): Method =>
    (query, ...others) =>
      callMember(transaction, name, [withEscape(query), ...others])
  return overriding(transaction, {
    queryRaw: escaped('queryRaw'),
    executeRaw: escaped('executeRaw'),
    commit: () => commit(transaction),
  })
}

async function commit(transaction: object): Promise<void> {
  const inner = memberOf(transaction, 'client')
  const kept = inner instanceof KeptTransaction ? inner : undefined
  try {
    await whileBusy<unknown>(PATIENCE.commit, () =>
      kept ? kept.commit() : callMember(transaction, 'commit', []),
    )
  } catch (error) {
    await callMember(transaction, 'rollback', []).catch(() => {})
    throw error
  }
  // Nothing is left to roll back: this lets the next one begin.
  if (kept) await callMember(transaction, 'rollback', [])
}

/** Calls again and again while another process has the lock, for so many milliseconds. */
async function whileBusy<Result>(
  patience: number,
  call: () => Promise<Result>,
  again: (end: number, pause: number) => Promise<boolean> = pausing,
): Promise<Result> {
  const end = Date.now() + patience
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    try {
      return await call()
    } catch (error) {
      if (!isBusy(Object(error)) || !(await again(end, pause))) throw error
    }
  }
}

/** Waits for a moment; false where there is no time left to. */
async function pausing(end: number, pause: number): Promise<boolean> {
  if (Date.now() + pause > end) return false
  await wait(pause * (0.5 + Math.random()))
  return true
}

/** The three forms that Prisma gives the LIKE of startsWith, endsWith and contains on SQLite. */
const LIKE = /\bLIKE \((?:\? \|\| '%'|'%' \|\| \?(?: \|\| '%')?)\)/g

function withEscape(query: unknown): unknown {
  const { sql } = castTo<{ readonly sql: string }>(query)
  if (!sql.includes(' LIKE (')) return query
  return { ...Object(query), sql: sql.replaceAll(LIKE, `$& ESCAPE char(${LIKE_ESCAPE.charCodeAt(0)})`) }
}
