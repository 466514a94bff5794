import { CompiledQuery, type Kysely } from 'kysely'
import { isFileLocked, patiently } from '@jsonapi-gen/runtime/sql'

/** The part of a `libsql` or `better-sqlite3` database that the adapter uses. */
export interface SqliteDatabase {
  exec(script: string): unknown
}

/** How long to wait for another process's lock, in milliseconds. */
const PATIENCE = 5000

/** How long a COMMIT waits for readers, in milliseconds. Meanwhile, no new reads can begin. */
const COMMIT_PATIENCE = 1000

/** Acquires a read lock. */
const READ = 'BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1'

/** Acquires the write lock, because a transaction that has already read may fail to acquire it later. */
const WRITE = 'BEGIN IMMEDIATE'

/**
 * Makes the adapter itself wait for other processes' locks. SQLite's own wait (`busy_timeout`) blocks the whole
 * process.
 */
export function waitWithoutBlocking(database: SqliteDatabase): void {
  database.exec('PRAGMA busy_timeout = 0')
}

/**
 * Runs a statement outside a transaction, after acquiring its lock. A script acquires the lock, because libSQL never
 * resets a statement that failed because of a lock, and the connection could then no longer commit.
 */
export function runLocked<Result>(
  database: SqliteDatabase,
  db: Kysely<unknown>,
  isRead: boolean,
  run: (connection: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  return patiently(PATIENCE, isFileLocked, () =>
    db.connection().execute(async (connection) => {
      try {
        database.exec(isRead ? READ : WRITE)
        const result = await run(connection)
        database.exec('COMMIT')
        return result
      } catch (error) {
        rollBackIfOpen(database)
        throw error
      }
    }),
  )
}

/** Begins with the write lock. `open` opens a transaction without a lock. `close` ends it. */
export function beginLocked<Transaction>(
  database: SqliteDatabase,
  open: () => Promise<Transaction>,
  close: (transaction: Transaction) => Promise<void>,
): Promise<Transaction> {
  return patiently(PATIENCE, isFileLocked, async () => {
    const transaction = await open()
    try {
      database.exec(`ROLLBACK; ${WRITE}`)
      return transaction
    } catch (error) {
      database.exec('BEGIN')
      await close(transaction)
      throw error
    }
  })
}

/**
 * Opens a transaction that takes the write lock immediately, on the only connection of `db`: the statement with which the
 * driver would begin it is replaced. A driver that begins in another way chooses its own lock.
 */
export async function beginImmediately<Transaction>(
  db: Kysely<unknown>,
  open: () => Promise<Transaction>,
): Promise<Transaction> {
  const connection = await db.getExecutor().provideConnection(async (only) => only)
  const { executeQuery } = connection
  const before = Reflect.getOwnPropertyDescriptor(connection, 'executeQuery')
  const value = (query: CompiledQuery): unknown =>
    Reflect.apply(executeQuery, connection, [BEGIN.test(query.sql) ? CompiledQuery.raw(WRITE) : query])
  Object.defineProperty(connection, 'executeQuery', { value, configurable: true })
  try {
    return await open()
  } finally {
    if (before) Object.defineProperty(connection, 'executeQuery', before)
    else Reflect.deleteProperty(connection, 'executeQuery')
  }
}

/** The statements that begin a transaction without a lock. */
const BEGIN = /^\s*begin(?:\s+deferred)?(?:\s+transaction)?\s*;?\s*$/i

/** Commits, and leaves an empty transaction open. */
export const commitLocked = (database: SqliteDatabase): Promise<void> =>
  patiently(COMMIT_PATIENCE, isFileLocked, async () => void database.exec('COMMIT; BEGIN'))

function rollBackIfOpen(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // If BEGIN itself has failed, there is nothing to roll back.
  }
}
