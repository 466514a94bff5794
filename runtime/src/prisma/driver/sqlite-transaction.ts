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
import { OneAtATime } from './one-at-a-time.js'

/** The parts of a connection that its transaction needs. */
export interface LentConnection {
  /**
   * Rejects if a lock of another process is known to prevent a statement. It is called after a lock was met, and if the
   * statement would keep a lock when it fails.
   */
  readonly ask: (sql: string, mayKeepLock: boolean) => Promise<void> | undefined
  readonly commit: () => Promise<void>
  readonly noteBusy: () => void
  /** Returns the connection; false means that it must not be used again. */
  readonly end: (isUsable: boolean) => Promise<void>
}

/**
 * A transaction on a connection that later transactions reuse. If a statement fails for other reasons than its words
 * and values, the connection is not reused.
 */
export class SqliteTransaction implements DriverTransaction {
  readonly provider: string
  readonly adapterName: string
  /** Prisma sends no COMMIT itself. */
  readonly options = { usePhantomQuery: true }
  readonly #connection: DriverConnection
  readonly #lent: LentConnection
  readonly #turns = new OneAtATime()
  #state: 'open' | 'endedByStore' | 'over' = 'open'
  #isUsable = true
  #hasRead = false
  #hasWritten = false

  constructor(connection: DriverConnection, lent: LentConnection) {
    this.provider = connection.provider
    this.adapterName = connection.adapterName
    this.#connection = connection
    this.#lent = lent
  }

  queryRaw(statement: SqlStatement): Promise<unknown> {
    return this.#run(statement, (escaped) => this.#connection.queryRaw(escaped))
  }

  executeRaw(statement: SqlStatement): Promise<number> {
    return this.#run(statement, (escaped) => this.#connection.executeRaw(escaped))
  }

  async createSavepoint(name: string): Promise<void> {
    await this.executeRaw(bare(`SAVEPOINT ${name}`))
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    await this.executeRaw(bare(`ROLLBACK TO ${name}`))
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.executeRaw(bare(`RELEASE SAVEPOINT ${name}`))
  }

  commit(): Promise<void> {
    return this.#turns.take(async () => {
      if (this.#state === 'endedByStore') await this.#end()
      this.#check()
      try {
        await this.#lent.commit()
      } catch (error) {
        if (isBusy(Object(error))) this.#lent.noteBusy()
        // A driver may have left the transaction open. The result does not matter, because the connection is not
        // reused.
        await this.#connection.executeRaw(bare('ROLLBACK')).catch(() => {})
        this.#isUsable = false
        throw error
      } finally {
        await this.#end()
      }
    })
  }

  rollback(): Promise<void> {
    return this.#turns.take(async () => {
      if (this.#state === 'over') return
      try {
        if (this.#state === 'open') await this.#connection.executeRaw(bare('ROLLBACK'))
      } catch {
        this.#isUsable = false
      } finally {
        await this.#end()
      }
    })
  }

  #run<Result>(statement: SqlStatement, send: (statement: SqlStatement) => Promise<Result>): Promise<Result> {
    return this.#turns.take(async () => {
      this.#check()
      const { sql } = statement
      const reads = onlyReads(sql)
      // libSQL never resets a statement that has failed because of a lock, and the rows that its transaction has read
      // stay locked.
      // After a write, the transaction itself has the lock that a test would meet.
      const asking = this.#hasWritten ? undefined : this.#lent.ask(sql, !reads && this.#hasRead)
      if (asking) await asking
      try {
        const result = await send(withEscape(statement))
        if (reads) this.#hasRead = true
        else this.#hasWritten = true
        return result
      } catch (error) {
        // A write that the database has refused keeps the lock until the transaction ends.
        if (!reads && !isBusy(Object(error))) this.#hasWritten = true
        await this.#noteFailure(Object(error))
        throw error
      }
    })
  }

  async #noteFailure(error: object): Promise<void> {
    if (isBusy(error)) this.#lent.noteBusy()
    this.#isUsable &&= isHarmless(error)
    // RAISE(ROLLBACK) of a trigger, or a full disk, ends a transaction. Later statements would be written on their own.
    const begins = this.#connection.executeRaw(bare('BEGIN'))
    const hasEnded = await begins.then(
      () => true,
      () => false,
    )
    if (!hasEnded) return
    this.#state = 'endedByStore'
    await this.#connection.executeRaw(bare('ROLLBACK'))
  }

  async #end(): Promise<void> {
    this.#state = 'over'
    await this.#lent.end(this.#isUsable)
  }

  #check(): void {
    if (this.#state === 'open') return
    throw Object.assign(new Error('The transaction is closed'), { code: 'TRANSACTION_CLOSED' })
  }
}

/**
 * Failures of a statement that leave nothing behind: its words, a constraint, a value. By SQLite's numbers and names.
 */
const HARMLESS = /^(?:1|18|19|20|25|SQLITE_(?:ERROR|TOOBIG|CONSTRAINT|MISMATCH|RANGE)(?:_\w+)?)$/

function isHarmless(error: object): boolean {
  const code = String(memberOf(Object(memberOf(error, 'cause')), 'originalCode'))
  return HARMLESS.test(/^\d+$/.test(code) ? String(Number(code) & 0xff) : code)
}
