import { setImmediate } from 'node:timers/promises'
import { noteTransaction } from '../adapter/transactions-under-way.js'
import { callWith, castTo, memberOf } from '../base/cast.js'
import { ServiceUnavailable } from '../error/errors.js'
import { printWarning } from '../error/print-fault.js'
import { type ServedRequest, servedRequest } from '../resource/served-request.js'
import { AbortedTransaction, isLost, WaitedLongEnough } from './aborted-transaction.js'
import type { TransactionNeeds } from '../adapter/transaction-needs.js'
import { inTransactionOf, type PrismaClientLike, type TransactionOptions } from './client.js'

/** A whole graph is written in one transaction: Prisma's own five seconds are for less than that. */
const DEFAULTS = { maxWait: 5000, timeout: 20_000 }

/** How much longer the store lets a statement run than the transaction has, in milliseconds: the deadline speaks first. */
const GRACE = 1000

/** How long a request waits for locks if nobody says so, in milliseconds. */
const LOCK_TIMEOUT = 3000

/**
 * How long a transaction that begins now may wait for a lock, in milliseconds (rule 23.11): what the attempts before it have left
 * of the time of the request. It is never 0, which would be without end on PostgreSQL.
 */
export const lockTimeLeft = (most: number = LOCK_TIMEOUT): number =>
  Math.max(1, most - servedRequest().timeInTheWay)

/** The longest timer of JavaScript. Prisma's own time-out must never be the one that ends a transaction. */
const NEVER = 2_147_483_647

/**
 * Runs a block in an interactive transaction of a client, with a deadline of our own in place of Prisma's (rule 23.10).
 *
 * Prisma rolls back at its time-out while an operation is in flight. What that operation still has to send then follows the
 * ROLLBACK on the same connection: it is written by itself, or in the next transaction of that connection, somebody else's. So
 * here a transaction ends only while no operation of it is in flight. In flight is every operation on its client, the
 * application's own included: a query extension sees them all. From the deadline on nothing more is sent. Whoever waits is
 * answered at the deadline; the ROLLBACK follows what is in flight.
 *
 * Rejects with what the block rejects with, with ServiceUnavailable at the deadline, and with AbortedTransaction where the
 * store has aborted the transaction and the block has caught that.
 *
 * @param provider the store: `postgresql`, `mysql`, `sqlite`
 * @param given what the application says of its transactions
 */
export function guardedTransaction<Result>(
  client: PrismaClientLike,
  block: (transaction: object) => Promise<Result>,
  needs: TransactionNeeds,
  provider: string,
  given: TransactionOptions = {},
): Promise<Result> {
  const { deadline } = servedRequest()
  // There the pool bounds each wait, whatever the request has left.
  if (provider === 'mysql' && lockTimeLeft(given.lockTimeout) === 1) {
    return Promise.reject(new WaitedLongEnough())
  }
  const options = { ...DEFAULTS, ...given, ...isolationOf(needs, provider, given) }
  const guard = new TransactionGuard(options, deadline, provider)
  const isFirst = !begun.has(client)
  begun.add(client)
  const extend = castTo<(extension: object) => PrismaClientLike>(memberOf(client, '$extends'))
  const guarded = callWith(extend, client, [{ query: { $allOperations: guard.operation } }])
  const ended = inTransactionOf(
    castTo<PrismaClientLike>(guarded),
    async (transaction) => {
      if (isFirst && provider === 'mysql') await tellUnbounded(transaction)
      if (options.isolationLevel === LATEST) latest.add(transaction)
      return guard.run(transaction, block)
    },
    { ...options, maxWait: Math.max(1, Math.min(options.maxWait, deadline.remaining)), timeout: NEVER },
  )
  noteTransaction(ended)
  return Promise.race([ended, guard.late])
}

/** The clients that have begun a transaction. */
const begun = new WeakSet<object>()

/** The level at which each read sees what others have committed by then. */
const LATEST = 'ReadCommitted'

const latest = new WeakSet<object>()

/** Whether each read of a transaction of ours is known to see what others have committed by then. */
export const readsLatest = (transaction: object): boolean => latest.has(transaction)

/** MySQL and MariaDB show a transaction what was there at its first read, unless it is told otherwise. */
function isolationOf(
  needs: TransactionNeeds,
  provider: string,
  given: TransactionOptions,
): Pick<TransactionOptions, 'isolationLevel'> {
  if (needs.serializable) return { isolationLevel: 'Serializable' }
  const isTold = needs.readsLatest && provider === 'mysql' && given.isolationLevel === undefined
  return isTold ? { isolationLevel: LATEST } : {}
}

/** What Prisma calls a query extension with. */
interface Operation {
  readonly args: unknown
  readonly query: (args: unknown) => Promise<unknown>
}

/** The operations of one transaction, and whether more may follow. */
class TransactionGuard {
  /** Rejects at the deadline, unless the COMMIT is on its way. */
  readonly late: Promise<never>
  readonly #timeout: number
  readonly #lockTimeout: number | undefined
  readonly #deadline: ServedRequest['deadline']
  readonly #provider: string
  #inFlight = 0
  /** Called when nothing is in flight any more. */
  #idle = (): void => {}
  /** Why nothing more may begin. */
  #end: { readonly error: object } | undefined
  /** What the store has refused first. */
  #refused: { readonly error: unknown } | undefined
  /** Whether an operation has failed of which other statements may still follow. */
  #mayStraggle = false
  #rejectLate: (error: object) => void = () => {}

  constructor(
    { timeout, lockTimeout }: Pick<TransactionOptions, 'lockTimeout'> & { readonly timeout: number },
    deadline: ServedRequest['deadline'],
    provider: string,
  ) {
    this.#timeout = timeout
    this.#lockTimeout = lockTimeout
    this.#deadline = deadline
    this.#provider = provider
    this.late = new Promise((_resolve, reject) => {
      this.#rejectLate = reject
    })
    // Nobody waits for it once the transaction has ended.
    this.late.catch(() => {})
  }

  /** The query extension: it counts what is in flight, notes what is refused, and lets nothing begin behind the end. */
  readonly operation = async ({ args, query }: Operation): Promise<unknown> => {
    if (isOurs(args)) return query(args)
    if (this.#end) throw this.#end.error
    if (this.#refused && isLost(this.#refused.error)) throw new AbortedTransaction(this.#refused.error)
    this.#inFlight++
    try {
      return await query(args)
    } catch (error) {
      this.#refused ??= { error }
      this.#mayStraggle ||= hasBranches(args)
      throw error
    } finally {
      if (--this.#inFlight === 0) this.#idle()
    }
  }

  /** Runs the block, and settles once the transaction can end: nothing is in flight, and nothing more begins. */
  async run<Result>(transaction: object, block: (transaction: object) => Promise<Result>): Promise<Result> {
    const { remaining } = this.#deadline
    const time = Math.min(this.#timeout, remaining, NEVER)
    let timer: NodeJS.Timeout | undefined
    const expired = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        // Where the request has no more time than that, it is the request that is late, whichever timer is the first.
        const detail = `The transaction took longer than ${this.#timeout} ms. Nothing was written.`
        const error = remaining <= this.#timeout ? this.#deadline.error() : new ServiceUnavailable({ detail })
        this.#end ??= { error }
        this.#rejectLate(error)
        void this.#settled().then(() => reject(error))
      }, time)
    })
    // The block may have ended by then.
    expired.catch(() => {})
    try {
      const lockTime = lockTimeLeft(this.#lockTimeout)
      if (isPostgres(this.#provider)) {
        await statement(transaction, boundOf(Math.min(time + GRACE, NEVER), lockTime))
      }
      const result = await Promise.race([block(transaction), expired])
      await this.#complete(transaction)
      return result
    } catch (error) {
      this.#end ??= behindTheEnd()
      await this.#settled()
      if (this.#mayStraggle) await outlastStragglers(transaction, this.#provider)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Waits for what the block has not awaited, and asks the store about what it has refused: then a COMMIT can be sent. */
  async #complete(transaction: object): Promise<void> {
    if (this.#inFlight > 0 || this.#refused) {
      // The block has said that the COMMIT comes next, and it does not come yet.
      this.#deadline.committed(false)
      await this.#settled()
      if (this.#refused) await this.#checkStands(transaction, this.#refused.error)
      if (this.#end) throw this.#end.error
      this.#deadline.commits()
    }
    if (this.#end) throw this.#end.error
    this.#end = behindTheEnd()
  }

  /**
   * Refuses to commit what the store has undone, because a COMMIT would say nothing of it (rule 23.8). After a deadlock, MariaDB
   * has begun anew without a word. PostgreSQL takes a COMMIT for a ROLLBACK, unless a savepoint has undone what was refused.
   */
  async #checkStands(transaction: object, refused: unknown): Promise<void> {
    if (isLost(refused)) throw new AbortedTransaction(refused)
    if (this.#mayStraggle && !isPostgres(this.#provider)) await outlastStragglers(transaction, this.#provider)
    if (!/^(?:postgres|cockroach)/.test(this.#provider)) return
    try {
      await statement(transaction, CHECK)
    } catch {
      throw new AbortedTransaction(refused)
    }
  }

  /** Resolves when nothing is in flight. */
  async #settled(): Promise<void> {
    while (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        const before = this.#idle
        this.#idle = () => {
          before()
          resolve()
        }
      })
    }
  }
}

const behindTheEnd = (): { readonly error: object } => ({
  error: new Error('The transaction has ended: this came too late.'),
})

/** Marks the statements of the guard itself, which the end of the transaction does not refuse. */
const OURS = '/* jsonapi-gen */'
const CHECK = `SELECT 1 ${OURS}`

const isOurs = (args: unknown): boolean => Array.isArray(args) && String(args[0]).endsWith(OURS)

const isPostgres = (provider: string): boolean => provider.startsWith('postgres')

/** Sends a statement of ours over the client of a transaction. */
const statement = (transaction: object, sql: string): Promise<readonly object[]> =>
  castTo<Promise<readonly object[]>>(
    callWith(castTo<() => unknown>(memberOf(transaction, '$queryRawUnsafe')), transaction, [sql]),
  )

/**
 * Bounds each statement of a transaction of PostgreSQL by the time that the transaction has, and each wait for a lock by the time
 * that the request has left for that (rule 23.11): for this transaction alone, and unless the application has set less.
 */
const boundOf = (time: number, lockTime: number): string =>
  `SELECT ${settingAtMost('statement_timeout', time)}, ${settingAtMost('lock_timeout', lockTime)} ${OURS}`

function settingAtMost(setting: string, time: number): string {
  const bound = Math.ceil(time)
  const own = `extract(epoch from current_setting('${setting}')::interval) * 1000`
  const less = `coalesce(least(nullif(${own}, 0), ${bound}), ${bound})`
  return `set_config('${setting}', (${less})::bigint::text, true)`
}

/** Says once what to type where MariaDB or MySQL bounds no statement of a client. Nothing but the pool can set that. */
async function tellUnbounded(transaction: object): Promise<void> {
  const rows = await statement(transaction, BOUNDS)
  const values = new Map(rows.map((row) => [memberOf(row, 'Variable_name'), Number(memberOf(row, 'Value'))]))
  if ([...values.values()].some((value) => value > 0)) return
  const bound = values.has('max_statement_time') ? 'max_statement_time: 30' : 'max_execution_time: 30_000'
  printWarning(
    `The database server bounds no statement of this client: one that hangs keeps its connection. Write: new PrismaMariaDb({ …, sessionVariables: { ${bound} } })`,
  )
}

const BOUNDS = `SHOW SESSION VARIABLES WHERE Variable_name IN ('max_statement_time', 'max_execution_time') ${OURS}`

/** Whether an operation may read several relations, whose statements Prisma sends beside each other. */
function hasBranches(args: unknown): boolean {
  const read = memberOf(Object(args), 'include') ?? memberOf(Object(args), 'select')
  const branches = Object.values(Object(read)).filter((branch) => branch !== false && branch !== undefined)
  return branches.length > 1 || branches.some(hasBranches)
}

/**
 * Waits until an operation that has failed sends nothing more. Prisma rejects it with the first of its branches that fails, and
 * the others go on reading. The statements of a connection are sent in order. So on PostgreSQL a statement that fails makes those
 * behind it fail too, and each branch ends with its next one. MariaDB and MySQL count the statements of a session: nothing else is
 * sent once the count has grown by ours alone. libSQL answers in the same turn.
 */
async function outlastStragglers(transaction: object, provider: string): Promise<void> {
  if (isPostgres(provider)) {
    for (let time = 0; time < 2; time++) await statement(transaction, FAILING).catch(() => {})
  } else if (provider === 'mysql') {
    let before: number | undefined
    for (;;) {
      const [row] = await statement(transaction, QUESTIONS).catch(() => [])
      const count = Number(memberOf(Object(row), 'Value'))
      if (row === undefined || count === (before ?? NaN) + 1) return
      before = count
    }
  } else await setImmediate()
}

const FAILING = `SELECT 1 / 0 ${OURS}`
const QUESTIONS = `SHOW SESSION STATUS WHERE Variable_name = 'Questions' ${OURS}`
