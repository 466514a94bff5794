import { noteTransaction, type TransactionNeeds } from '@jsonapi-gen/runtime/adapter'
import {
  AbortedTransaction,
  type Bounds,
  boundsOfStatements,
  isLockTimeSpent,
  lockTimeLeft,
  isLostDriver,
  rootState,
  transactionDeadline,
  WaitedLongEnough,
} from '@jsonapi-gen/runtime/sql'
import { type ControlledTransaction, type IsolationLevel, type Kysely, sql } from 'kysely'
import type { Provider } from '@jsonapi-gen/runtime/sql'
import { beginImmediately, beginLocked, commitLocked, type SqliteDatabase } from './sqlite-lock.js'

/** Options for every transaction that the adapter opens. */
export type TransactionOptions = Bounds & {
  /**
   * The maximum duration of a transaction, in milliseconds: 20,000 by default, and never longer than the request's time
   * limit.
   */
  readonly timeout?: number
  /** The isolation level, unless a write needs a stricter level. */
  readonly isolationLevel?: IsolationLevel
}

/** The context in which a transaction runs. */
interface Place {
  readonly db: Kysely<unknown>
  readonly provider: Provider
  readonly database: SqliteDatabase | undefined
  /** The application's Kysely instance. */
  readonly root: object
}

/** A running transaction. */
export interface OpenTransaction {
  readonly connection: ControlledTransaction<unknown>
  /** The first error of a statement. */
  refused: { readonly error: unknown } | undefined
  /**
   * Whether the application also uses the connection. The adapter does not see which of the application's statements
   * fail.
   */
  isShared: boolean
  /** Whether each read sees what other transactions have committed so far. */
  readonly readsLatest: boolean
}

const TIMEOUT = 20_000

/**
 * Runs a block in a transaction, with a deadline (rule 23.10). At the deadline, the caller receives the error. The
 * ROLLBACK runs after the statement in flight, and from then on the connection rejects the transaction's statements.
 *
 * Rejects with the block's error, with ServiceUnavailable at the deadline, and with AbortedTransaction if the database
 * has aborted the transaction and the block has caught that error.
 */
export function runTransaction<Result>(
  { db, provider, database, root }: Place,
  block: (transaction: OpenTransaction) => Promise<Result>,
  needs: TransactionNeeds,
  options: TransactionOptions = {},
): Promise<Result> {
  if (isLockTimeSpent(root, provider, options)) return Promise.reject(new WaitedLongEnough())
  const lockTime = lockTimeLeft(options.lockTimeout)
  const { time, late, lateError, clear } = transactionDeadline(options.timeout ?? TIMEOUT)
  const run = async (db: Kysely<unknown>): Promise<Result> => {
    const level = isolationOf(needs, provider, options)
    const connection = await begin({ db, provider, database }, level)
    // The caller has already received an error while the transaction was waiting for a connection.
    const error = lateError()
    if (error) {
      await rollBack(connection)
      throw error
    }
    const readsLatest = level === 'read committed'
    const transaction: OpenTransaction = { connection, refused: undefined, isShared: false, readsLatest }
    try {
      if (provider === 'postgresql' && options.bounds === 'pool') {
        const { limits } = rootState(root)
        await limits.read(async (text) => (await sql.raw(text).execute(connection)).rows[0], 'new Pool')
      } else if (provider === 'postgresql') {
        await sql.raw(boundsOfStatements(time, lockTime)).execute(connection)
      }
      const result = await Promise.race([block(transaction), late])
      await checkStands(transaction, provider)
      clear()
      const error = lateError()
      if (error) throw error
      if (database) await commitLocked(database)
      await connection.commit().execute()
      return result
    } catch (error) {
      if (!connection.isCommitted && !connection.isRolledBack) await rollBack(connection)
      throw error
    }
  }
  const ended = (provider === 'sqlite' ? db.connection().execute(run) : run(db)).finally(clear)
  noteTransaction(ended)
  return Promise.race([ended, late])
}

/**
 * Begins a transaction. SQLite acquires the write lock immediately, because a transaction that has already read may
 * fail to obtain it.
 */
async function begin(
  { db, provider, database }: Omit<Place, 'root'>,
  level: IsolationLevel | undefined,
): Promise<ControlledTransaction<unknown>> {
  const builder = db.startTransaction()
  if (provider !== 'sqlite') {
    const started = (level ? builder.setIsolationLevel(level) : builder).execute()
    return provider === 'mysql' ? started.catch(namingMode) : started
  }
  return database
    ? beginLocked(database, () => builder.execute(), rollBack)
    : beginImmediately(db, () => builder.execute())
}

/** In MariaDB's Oracle mode, `begin` starts a block, so a syntax error at this point can only mean that mode. */
function namingMode(error: unknown): never {
  if (!isNumbered(error, SYNTAX_ERROR)) throw error
  const text =
    'A MariaDB session has sql_mode=ORACLE, a mode in which BEGIN does not start a transaction. Writes are impossible in this mode: remove ORACLE from sql_mode.'
  throw new Error(text, { cause: error })
}

/** Returns the connection to the pool, even if it is lost. */
const rollBack = (connection: ControlledTransaction<unknown>): Promise<void> =>
  connection
    .rollback()
    .execute()
    .catch(() => {})

/** By default, a MariaDB or MySQL transaction sees the state at its first read. */
function isolationOf(
  { serializable, readsLatest }: TransactionNeeds,
  provider: Provider,
  { isolationLevel }: TransactionOptions,
): IsolationLevel | undefined {
  if (serializable) return 'serializable'
  return isolationLevel ?? (readsLatest && provider === 'mysql' ? 'read committed' : undefined)
}

/**
 * Refuses to commit a transaction that the database rolled back, because a COMMIT would not report it (rule 23.8).
 * After a deadlock, MariaDB silently begins a new transaction. PostgreSQL treats a COMMIT as a ROLLBACK.
 */
async function checkStands(
  { connection, refused, isShared }: OpenTransaction,
  provider: Provider,
): Promise<void> {
  if (refused && isLostDriver(refused.error)) throw new AbortedTransaction(refused.error)
  if (!refused && !isShared) return
  if (provider === 'postgresql') {
    await sql`select 1`.execute(connection).catch((error: unknown) => {
      throw new AbortedTransaction(refused?.error ?? error)
    })
  }
  if (provider === 'mysql') {
    const { rows } = await sql<{ readonly stands: unknown }>`select cast(@@in_transaction as char) as stands`
      .execute(connection)
      .catch(untold)
    if (rows.some(({ stands }) => Number(stands) !== 1)) throw new AbortedTransaction(refused?.error)
  }
}

/** MySQL does not have this variable. */
function untold(error: unknown): { readonly rows: readonly { readonly stands: unknown }[] } {
  if (isNumbered(error, UNKNOWN_VARIABLE)) return { rows: [] }
  throw error
}

/** Whether a MariaDB or MySQL error has this number. */
const isNumbered = (error: unknown, number: number): boolean =>
  typeof error === 'object' && error !== null && 'errno' in error && error.errno === number

const SYNTAX_ERROR = 1064
const UNKNOWN_VARIABLE = 1193
