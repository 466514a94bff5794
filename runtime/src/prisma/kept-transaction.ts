import { statSync } from 'node:fs'
import { callWith, castTo, memberOf } from '../cast.js'
import { callMember, type Method } from './overriding.js'

/** Scripts that fail where a lock of another process is in the way of a read, or of a write, and that leave nothing behind. */
const READ = 'SELECT count(*) FROM sqlite_schema'
const WRITE = 'BEGIN IMMEDIATE; ROLLBACK'

/**
 * Asks whether a lock of another process is in the way of a statement. Rejects with the error that the statement would meet; but
 * the statement would leave its connection with a lock.
 */
export async function askForLock(client: object, statement: unknown): Promise<void> {
  const sql = typeof statement === 'string' ? statement : String(memberOf(Object(statement), 'sql'))
  await callMember(client, 'executeMultiple', [/^\s*SELECT\b/i.test(sql) ? READ : WRITE])
}

/** A connection that a transaction has left to the next one, and the file that it has open. */
interface Kept {
  readonly transaction: object
  readonly file: OpenFile
}

interface OpenFile {
  /** Empty for a store in memory. */
  readonly path: string
  readonly identity: string
}

/**
 * Lets the transactions of a client of libSQL for a local file use one connection after another, and not one each (rule 23.9).
 * libSQL leaves that of a transaction to the garbage collector, which comes late: it sees neither the file nor the 200 kB.
 */
export function keepConnections(client: object): void {
  const begin = castTo<Method>(memberOf(client, 'transaction'))
  let idle: Kept | undefined
  let wasBusy = false
  Object.assign(client, {
    transaction: async (mode: unknown) => {
      if (mode !== 'deferred') return callWith(begin, client, [mode])
      if (idle && fileAt(idle.file.path) !== idle.file.identity) {
        idle = undefined
        await callMember(client, 'reconnect', [])
      }
      const kept = idle ?? (await begun(Object(await callWith(begin, client, [mode]))))
      idle = undefined
      return new KeptTransaction(kept.transaction, {
        keep: (isCommitted) => {
          idle = kept
          wasBusy &&= !isCommitted
        },
        noteBusy: () => {
          wasBusy = true
        },
        ready: async (statement) => {
          if (wasBusy) await askForLock(client, statement)
        },
      })
    },
  })
}

async function begun(transaction: object): Promise<Kept> {
  const { rows } = castTo<{ rows: readonly object[] }>(
    await callMember(transaction, 'execute', ['PRAGMA database_list']),
  )
  const main = rows.find((row) => memberOf(row, 'name') === 'main')
  const path = String(memberOf(Object(main), 'file') ?? '')
  return { transaction, file: { path, identity: fileAt(path) } }
}

/** What tells a file from another that has taken its place. */
function fileAt(path: string): string {
  const found = path === '' ? undefined : statSync(path, { throwIfNoEntry: false })
  return `${found?.dev} ${found?.ino}`
}

/** What becomes of a transaction's connection. */
interface Keeping {
  readonly keep: (isCommitted: boolean) => void
  readonly noteBusy: () => void
  /** Rejects where a lock that was met before is still in the way of a statement. */
  readonly ready: (statement: unknown) => Promise<void>
}

/**
 * A transaction of libSQL's. At its end the next one begins on its connection. It is a deferred one, and so holds no lock before
 * its first statement. A connection whose statement has failed on more than its words or values is not used again.
 */
export class KeptTransaction {
  readonly #transaction: object
  readonly #keeping: Keeping
  #isBroken = false
  #isOver = false

  constructor(transaction: object, keeping: Keeping) {
    this.#transaction = transaction
    this.#keeping = keeping
  }

  async execute(statement: unknown): Promise<object> {
    this.#check()
    await this.#keeping.ready(statement)
    try {
      return await callMember(this.#transaction, 'execute', [statement])
    } catch (error) {
      const code = String(memberOf(Object(error), 'code'))
      this.#isBroken ||= code.startsWith('SQLITE_') && !HARMLESS.has(code)
      if (code.startsWith('SQLITE_BUSY')) this.#keeping.noteBusy()
      throw error
    }
  }

  /** A COMMIT that is busy leaves the transaction as it is, to be committed again: a script lets go of its statements. */
  async commit(): Promise<void> {
    await this.#end('COMMIT')
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return
    if (this.#isBroken) {
      this.#isOver = true
      await callMember(this.#transaction, 'rollback', [])
    } else if (memberOf(this.#transaction, 'closed') === true) await this.#beginAgain()
    else await this.#end('ROLLBACK')
  }

  /** What the store has ended itself, as by RAISE(ROLLBACK), libSQL takes for closed, and does nothing more with it. */
  async #beginAgain(): Promise<void> {
    this.#isOver = true
    Object.defineProperty(this.#transaction, 'closed', { value: false, configurable: true })
    try {
      await callMember(this.#transaction, 'executeMultiple', ['BEGIN DEFERRED'])
    } finally {
      Reflect.deleteProperty(this.#transaction, 'closed')
    }
    this.#keeping.keep(false)
  }

  async #end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#check()
    await callMember(this.#transaction, 'executeMultiple', [this.#isBroken ? how : `${how}; BEGIN DEFERRED`])
    this.#isOver = true
    if (!this.#isBroken) this.#keeping.keep(how === 'COMMIT')
  }

  /** The connection may be another transaction's by now. */
  #check(): void {
    if (!this.#isOver) return
    throw Object.assign(new Error('The transaction is closed'), { code: 'TRANSACTION_CLOSED' })
  }
}

/** What a statement fails on that leaves nothing behind. */
const HARMLESS: ReadonlySet<string> = new Set([
  'SQLITE_CONSTRAINT',
  'SQLITE_ERROR',
  'SQLITE_MISMATCH',
  'SQLITE_RANGE',
  'SQLITE_TOOBIG',
])
