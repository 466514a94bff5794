import { callWith, castTo, memberOf } from '../cast.js'
import { callMember, type Method } from './overriding.js'

/**
 * Lets the transactions of a client of libSQL for a local file use one connection after another, and not one each (rule 23.9).
 * libSQL leaves that of a transaction to the garbage collector, which comes late: it sees neither the file nor the 200 kB.
 */
export function keepConnections(client: object): void {
  const begin = castTo<Method>(memberOf(client, 'transaction'))
  let idle: object | undefined
  Object.assign(client, {
    transaction: async (mode: unknown) => {
      if (mode !== 'deferred') return callWith(begin, client, [mode])
      const transaction = idle ?? Object(await callWith(begin, client, [mode]))
      idle = undefined
      return new KeptTransaction(transaction, () => {
        idle = transaction
      })
    },
  })
}

/**
 * A transaction of libSQL's. At its end the next one begins on its connection. It is a deferred one, and so holds no lock before
 * its first statement. A connection whose statement has failed on more than its words or values is not used again.
 */
export class KeptTransaction {
  readonly #transaction: object
  readonly #keep: () => void
  #isBroken = false
  #isOver = false

  constructor(transaction: object, keep: () => void) {
    this.#transaction = transaction
    this.#keep = keep
  }

  async execute(statement: unknown): Promise<object> {
    this.#check()
    try {
      return await callMember(this.#transaction, 'execute', [statement])
    } catch (error) {
      const code = String(memberOf(Object(error), 'code'))
      this.#isBroken ||= code.startsWith('SQLITE_') && !HARMLESS.has(code)
      throw error
    }
  }

  /** A COMMIT that is busy leaves the transaction as it is, to be committed again: a script lets go of its statements. */
  async commit(): Promise<void> {
    await this.#end('COMMIT')
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return
    if (!this.#isBroken) return this.#end('ROLLBACK')
    this.#isOver = true
    await callMember(this.#transaction, 'rollback', [])
  }

  async #end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#check()
    await callMember(this.#transaction, 'executeMultiple', [this.#isBroken ? how : `${how}; BEGIN DEFERRED`])
    this.#isOver = true
    if (!this.#isBroken) this.#keep()
  }

  /** The connection may be another transaction's by now. */
  #check(): void {
    if (this.#isOver)
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
