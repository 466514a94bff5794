import { statSync } from 'node:fs'
import { patiently } from '../../sql/transaction/patiently.js'
import { memberOf } from '../../base/cast.js'
import {
  type DriverConnection,
  type DriverTransaction,
  onlyReads,
  bare,
  type SqlStatement,
} from './driver-adapter.js'
import { isBusy } from './driver-states.js'
import { withEscape } from './like-escape.js'
import { SqliteTransaction } from './sqlite-transaction.js'
import { OneAtATime } from './one-at-a-time.js'

/** How long to wait for a lock of another process, in milliseconds. */
const PATIENCE = 5000

/**
 * How long SQLite itself waits for readers at a COMMIT, after it has met some, in milliseconds: the process blocks
 * meanwhile.
 */
const COMMIT_PATIENCE = 100

/**
 * Scripts that fail if a lock of another process prevents a read, or a write. They leave nothing behind: if a statement
 * of libSQL fails for that reason, it is never reset, and its connection keeps a lock as long as it exists.
 */
const READ = 'SELECT count(*) FROM sqlite_schema'
const WRITE = 'BEGIN IMMEDIATE; ROLLBACK'

/** The file that a connection has open. */
interface OpenFile {
  /** Empty for a store in memory. */
  readonly path: string
  readonly identity: string
}

/**
 * A connection of a driver adapter for SQLite, without the faults of an ordinary one: an ordinary LIKE has no escape
 * character, and a lock of another process is an immediate error, which may leave a lock behind. libSQL opens the file
 * for each transaction, and leaves closing it to the garbage collector.
 *
 * It uses only the public interface of driver adapters: one connection for all statements and transactions, one after
 * the other, and another one to test for locks. It disposes of connections that can no longer be used.
 */
export class SqliteConnection implements DriverConnection {
  readonly provider: string
  readonly adapterName: string
  readonly #connect: () => Promise<DriverConnection>
  readonly #turns = new OneAtATime()
  /** Whether the driver waits for locks itself. */
  #isPatient = false
  #main: DriverConnection
  #file: OpenFile
  #asking: Promise<DriverConnection> | undefined
  #hasMetLock = false

  private constructor(connect: () => Promise<DriverConnection>, main: DriverConnection) {
    this.provider = main.provider
    this.adapterName = main.adapterName
    this.#connect = connect
    this.#main = main
    this.#file = { path: '', identity: '' }
  }

  /**
   * Opens a connection. If its statements cannot share a transaction, as over HTTP to a server, only its LIKE is
   * changed.
   */
  static async open(connect: () => Promise<DriverConnection>): Promise<DriverConnection> {
    const main = await connect()
    if (!(await holdsTransactions(main))) return withEscapes(main)
    const connection = new SqliteConnection(connect, main)
    await connection.#look()
    return connection
  }

  queryRaw(statement: SqlStatement): Promise<unknown> {
    return this.#patiently(statement, () => this.#main.queryRaw(withEscape(statement)))
  }

  executeRaw(statement: SqlStatement): Promise<number> {
    return this.#patiently(statement, () => this.#main.executeRaw(withEscape(statement)))
  }

  executeScript(script: string): Promise<void> {
    return this.#turns.take(() => this.#main.executeScript(script))
  }

  async startTransaction(isolationLevel?: string): Promise<DriverTransaction> {
    const end = await this.#turns.begin()
    try {
      await this.#followFile()
      if (isolationLevel !== undefined) await checkLevel(this.#main, isolationLevel)
      await this.#main.executeRaw(bare('BEGIN'))
    } catch (error) {
      end()
      throw error
    }
    return new SqliteTransaction(this.#main, {
      ask: (sql, mayKeepLock) => (mayKeepLock || this.#hasMetLock ? this.#ask(sql) : undefined),
      commit: () => this.#commit(),
      noteBusy: () => {
        this.#hasMetLock = true
      },
      end: async (isUsable) => {
        try {
          if (!isUsable) await this.#renew()
        } finally {
          end()
        }
      },
    })
  }

  getConnectionInfo(): unknown {
    return this.#main.getConnectionInfo?.() ?? { supportsRelationJoins: false }
  }

  async dispose(): Promise<void> {
    await this.#main.dispose()
    await (await this.#asking)?.dispose()
  }

  /** Runs a statement outside a transaction, and repeats it while another process has the lock. */
  #patiently<Result>({ sql }: SqlStatement, run: () => Promise<Result>): Promise<Result> {
    const isLock = (error: unknown): boolean => {
      const isMet = isBusy(Object(error))
      this.#hasMetLock ||= isMet
      return isMet
    }
    return patiently(PATIENCE, isLock, async () => {
      if (this.#hasMetLock) await this.#ask(sql)
      const result = await this.#turns.take(() => this.#once(run))
      if (!onlyReads(sql)) this.#hasMetLock = false
      return result
    })
  }

  async #once<Result>(run: () => Promise<Result>): Promise<Result> {
    await this.#followFile()
    try {
      return await run()
    } catch (error) {
      if (isBusy(Object(error))) await this.#renew()
      throw error
    }
  }

  /** Tests whether a lock prevents a statement. Rejects with the error that the statement would get. */
  async #ask(sql: string): Promise<void> {
    if (this.#file.path === '') return
    const asking = await (this.#asking ??= this.#connect())
    await asking.executeScript(onlyReads(sql) ? READ : WRITE)
  }

  /** Uses a script: if the COMMIT fails because of a lock, it is rolled back, and no lock remains. */
  async #commit(): Promise<void> {
    const waits = this.#hasMetLock && !this.#isPatient
    await this.#main.executeScript(
      waits ? `PRAGMA busy_timeout = ${COMMIT_PATIENCE}; COMMIT; PRAGMA busy_timeout = 0` : 'COMMIT',
    )
    this.#hasMetLock = false
  }

  /** Another file may have replaced the open one, such as when a database is recreated while the server runs. */
  async #followFile(): Promise<void> {
    if (fileIdentity(this.#file.path) === this.#file.identity) return
    await this.#renew()
    await (await this.#asking)?.dispose()
    this.#asking = undefined
  }

  async #renew(): Promise<void> {
    await this.#main.dispose().catch(() => {})
    this.#main = await this.#connect()
    await this.#look()
  }

  async #look(): Promise<void> {
    const [databases, timeouts] = [
      await this.#main.queryRaw(bare('PRAGMA database_list')),
      await this.#main.queryRaw(bare('PRAGMA busy_timeout')),
    ]
    const path = String(
      rowsOfResult(databases)
        .find((row) => row.includes('main'))
        ?.at(-1) ?? '',
    )
    this.#file = { path, identity: fileIdentity(path) }
    this.#isPatient = Number(rowsOfResult(timeouts)[0]?.[0] ?? 0) > 0
  }
}

/**
 * Lets the driver check an isolation level, in a transaction that ends immediately: SQLite runs transactions one after
 * the other at every level.
 */
async function checkLevel(connection: DriverConnection, isolationLevel: string): Promise<void> {
  const transaction = await connection.startTransaction(isolationLevel)
  // Such a driver leaves the statement to Prisma: its own `rollback` only notes the end.
  if (!transaction.options.usePhantomQuery) {
    await transaction.executeRaw(bare('ROLLBACK'))
  }
  await transaction.rollback()
}

const rowsOfResult = (result: unknown): readonly (readonly unknown[])[] => {
  const rows = memberOf(Object(result), 'rows')
  return Array.isArray(rows) ? rows : []
}

/** Distinguishes a file from another one that has replaced it. */
function fileIdentity(path: string): string {
  const found = path === '' ? undefined : statSync(path, { throwIfNoEntry: false })
  return `${found?.dev} ${found?.ino}`
}

/** Whether a statement runs in the transaction that the statement before it has begun. */
async function holdsTransactions(connection: DriverConnection): Promise<boolean> {
  try {
    await connection.executeRaw(bare('BEGIN'))
    await connection.executeRaw(bare('ROLLBACK'))
    return true
  } catch {
    return false
  }
}

/** A connection with only its LIKE changed. */
function withEscapes(connection: DriverConnection): DriverConnection {
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: (statement) => connection.queryRaw(withEscape(statement)),
    executeRaw: (statement) => connection.executeRaw(withEscape(statement)),
    executeScript: (script) => connection.executeScript(script),
    startTransaction: async (isolationLevel) => {
      const transaction = await connection.startTransaction(isolationLevel)
      return {
        provider: transaction.provider,
        adapterName: transaction.adapterName,
        options: transaction.options,
        queryRaw: (statement) => transaction.queryRaw(withEscape(statement)),
        executeRaw: (statement) => transaction.executeRaw(withEscape(statement)),
        commit: () => transaction.commit(),
        rollback: () => transaction.rollback(),
      }
    },
    getConnectionInfo: () => connection.getConnectionInfo?.() ?? { supportsRelationJoins: false },
    dispose: () => connection.dispose(),
  }
}
