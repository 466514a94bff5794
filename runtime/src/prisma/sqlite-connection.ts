import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { memberOf } from '../base/cast.js'
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

/** How long a lock of another process is waited for, in milliseconds. */
const PATIENCE = 5000

/** How long SQLite itself waits for readers at a COMMIT, once one has met some, in milliseconds: the process waits with it. */
const COMMIT_PATIENCE = 100

/**
 * Scripts that fail where a lock of another process is in the way of a read, or of a write. They leave nothing behind: a statement
 * of libSQL that has failed so is never reset, and while it is there, its connection keeps a lock.
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
 * A connection of a driver adapter for SQLite, without the faults of an ordinary one. There, LIKE has no escape character, and a
 * lock of another process is an error at once, which may leave a lock behind. libSQL opens the file for each transaction, and
 * leaves it to the garbage collector.
 *
 * It uses the public interface of driver adapters alone: one connection for all statements and transactions, one after the other,
 * and another one to ask for locks. What can't be used any more is disposed of.
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

  /** Opens a connection. One whose statements have no transaction in common, as that to a server over HTTP, gets its LIKE alone. */
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
      // The driver says which levels it takes. Whatever it takes, SQLite runs one transaction after the other.
      if (isolationLevel !== undefined) await (await this.#main.startTransaction(isolationLevel)).rollback()
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

  /** Runs a statement outside of a transaction, again and again while another process has the lock. */
  async #patiently<Result>({ sql }: SqlStatement, run: () => Promise<Result>): Promise<Result> {
    const end = Date.now() + PATIENCE
    for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
      try {
        if (this.#hasMetLock) await this.#ask(sql)
        const result = await this.#turns.take(() => this.#once(run))
        if (!onlyReads(sql)) this.#hasMetLock = false
        return result
      } catch (error) {
        if (!isBusy(Object(error)) || Date.now() + pause > end) throw error
        this.#hasMetLock = true
        await wait(pause * (0.5 + Math.random()))
      }
    }
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

  /** Asks whether a lock is in the way of a statement. Rejects with the error that the statement would meet. */
  async #ask(sql: string): Promise<void> {
    if (this.#file.path === '') return
    const asking = await (this.#asking ??= this.#connect())
    await asking.executeScript(onlyReads(sql) ? READ : WRITE)
  }

  /** By a script: what is left of a COMMIT that fails on a lock is rolled back, and leaves no lock behind. */
  async #commit(): Promise<void> {
    const waits = this.#hasMetLock && !this.#isPatient
    await this.#main.executeScript(
      waits ? `PRAGMA busy_timeout = ${COMMIT_PATIENCE}; COMMIT; PRAGMA busy_timeout = 0` : 'COMMIT',
    )
    this.#hasMetLock = false
  }

  /** Another file may have taken the place of the one that is open, as where a database is made anew while a server runs. */
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

const rowsOfResult = (result: unknown): readonly (readonly unknown[])[] => {
  const rows = memberOf(Object(result), 'rows')
  return Array.isArray(rows) ? rows : []
}

/** What tells a file from another that has taken its place. */
function fileIdentity(path: string): string {
  const found = path === '' ? undefined : statSync(path, { throwIfNoEntry: false })
  return `${found?.dev} ${found?.ino}`
}

/** Whether a statement finds the transaction that the statement before it has begun. */
async function holdsTransactions(connection: DriverConnection): Promise<boolean> {
  try {
    await connection.executeRaw(bare('BEGIN'))
    await connection.executeRaw(bare('ROLLBACK'))
    return true
  } catch {
    return false
  }
}

/** A connection of which nothing is amended but the LIKE. */
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
