import { setImmediate } from 'node:timers/promises'
import { noteTransaction } from '../adapter/transaction/transactions-under-way.js'
import { callWith, castTo, memberOf } from '../base/cast.js'
import { printWarning } from '../error/print-fault.js'
import { type ServedRequest, servedRequest } from '../resource/served/served-request.js'
import { isLockTimeSpent, rootState } from '../sql/root-state.js'
import { NEVER, transactionDeadline } from '../sql/transaction/deadline.js'
import { type Bounds, boundsOfStatements, lockTimeLeft } from '../sql/time-bounds.js'
import { AbortedTransaction, isLostState, WaitedLongEnough } from '../sql/refusals/aborted-transaction.js'
import { causeOf } from './driver/driver-states.js'
import type { TransactionNeeds } from '../adapter/transaction/transaction-needs.js'
import { inTransactionOf, type PrismaClientLike, queryRaw, type TransactionOptions } from './client.js'

/** One transaction writes a whole graph, which may take longer than Prisma's default of five seconds. */
const DEFAULTS = { maxWait: 5000, timeout: 20_000 }

/**
 * Runs a block in an interactive transaction of a client, with the runtime's deadline instead of Prisma's (rule 23.10).
 *
 * When its time limit passes, Prisma rolls back even while an operation is in flight. The rest of that operation then
 * follows the ROLLBACK: it is written on its own, or in the next transaction of the connection. So this function ends a
 * transaction only while no operation on its client is in flight. The caller gets its result at the deadline.
 *
 * Rejects with the error of the block, with ServiceUnavailable at the deadline, and with AbortedTransaction if the
 * store has aborted the transaction and the block has caught that error.
 *
 * @param provider the store: `postgresql`, `mysql`, `sqlite`
 * @param given the application's options for transactions
 */
export function guardedTransaction<Result>(
  client: PrismaClientLike,
  block: (transaction: object) => Promise<Result>,
  needs: TransactionNeeds,
  provider: string,
  given: TransactionOptions = {},
): Promise<Result> {
  const { deadline } = servedRequest()
  if (isLockTimeSpent(client, provider, given)) return Promise.reject(new WaitedLongEnough())
  const options = { ...DEFAULTS, ...given, ...isolationOf(needs, provider, given) }
  const guard = new TransactionGuard(options, deadline, provider)
  const state = rootState(client)
  const isFirst = !state.hasBegunTransaction
  state.hasBegunTransaction = true
  const extend = castTo<(extension: object) => PrismaClientLike>(memberOf(client, '$extends'))
  const guarded = callWith(extend, client, [{ query: { $allOperations: guard.operation } }])
  const ended = inTransactionOf(
    castTo<PrismaClientLike>(guarded),
    async (transaction) => {
      if (isFirst && provider === 'mysql') await tellUnbounded(transaction)
      if (isPostgres(provider) && given.bounds === 'pool') {
        await state.limits.read(
          async (text) => (await queryRaw(transaction, `${text} ${OURS}`))[0],
          'new PrismaPg',
        )
      }
      if (options.isolationLevel === LATEST) latest.add(transaction)
      return guard.run(transaction, block)
    },
    // Prisma's own time-out must never end a transaction.
    { ...options, maxWait: Math.max(1, Math.min(options.maxWait, deadline.remaining)), timeout: NEVER },
  )
  noteTransaction(ended)
  return Promise.race([ended, guard.late])
}

/** The level at which each read sees what others have committed so far. */
const LATEST = 'ReadCommitted'

const latest = new WeakSet<object>()

/** Whether each read of our transaction is known to see what others have committed so far. */
export const readsLatest = (transaction: object): boolean => latest.has(transaction)

/** By default, MySQL and MariaDB show a transaction the state at its first read. */
function isolationOf(
  needs: TransactionNeeds,
  provider: string,
  given: TransactionOptions,
): Pick<TransactionOptions, 'isolationLevel'> {
  if (needs.serializable) return { isolationLevel: 'Serializable' }
  const setsLatest = needs.readsLatest && provider === 'mysql' && given.isolationLevel === undefined
  return setsLatest ? { isolationLevel: LATEST } : {}
}

/** The argument of a query extension. */
interface Operation {
  readonly args: unknown
  readonly query: (args: unknown) => Promise<unknown>
}

/** The operations of one transaction, and whether more are permitted. */
class TransactionGuard {
  /** Rejects at the deadline, unless the COMMIT has been sent. */
  readonly late: Promise<never>
  readonly #timeout: number
  readonly #bounds: Bounds
  readonly #deadline: ServedRequest['deadline']
  readonly #provider: string
  #inFlight = 0
  /** Called when the last operation in flight ends. */
  #idle = (): void => {}
  /** The error of each operation that begins after the end; undefined before it. */
  #end: (() => object) | undefined
  /** The first refusal of the store. */
  #refused: { readonly error: unknown } | undefined
  /** Whether an operation has failed that may still send other statements. */
  #mayStraggle = false
  #rejectLate: (error: object) => void = () => {}

  constructor(
    { timeout, ...bounds }: Bounds & { readonly timeout: number },
    deadline: ServedRequest['deadline'],
    provider: string,
  ) {
    this.#timeout = timeout
    this.#bounds = bounds
    this.#deadline = deadline
    this.#provider = provider
    this.late = new Promise((_resolve, reject) => {
      this.#rejectLate = reject
    })
    // Nobody waits for it after the transaction has ended.
    this.late.catch(() => {})
  }

  /** The query extension: it counts operations in flight, notes refusals, and permits no operation after the end. */
  readonly operation = async ({ args, query }: Operation): Promise<unknown> => {
    if (isOurs(args)) return query(args)
    if (this.#end) throw this.#end()
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

  /** Runs the block, and settles once the transaction can end: no operation is in flight, and none can begin. */
  async run<Result>(transaction: object, block: (transaction: object) => Promise<Result>): Promise<Result> {
    const { time, late, clear } = transactionDeadline(this.#timeout)
    const expired = late.catch(async (error: object): Promise<never> => {
      this.#end ??= () => error
      this.#rejectLate(error)
      await this.#settled()
      throw error
    })
    // The block may have ended by then.
    expired.catch(() => {})
    try {
      if (isPostgres(this.#provider) && this.#bounds.bounds !== 'pool') {
        const lockTime = lockTimeLeft(this.#bounds.lockTimeout)
        await queryRaw(transaction, `${boundsOfStatements(time, lockTime)} ${OURS}`)
      }
      const result = await Promise.race([block(transaction), expired])
      await this.#complete(transaction)
      return result
    } catch (error) {
      this.#end ??= behindTheEnd
      await this.#settled()
      if (this.#mayStraggle) await outlastStragglers(transaction, this.#provider)
      throw error
    } finally {
      clear()
    }
  }

  /**
   * Waits for operations that the block has not awaited, and checks with the store whether a refusal has ended the
   * transaction: then a COMMIT can be sent.
   */
  async #complete(transaction: object): Promise<void> {
    if (this.#inFlight > 0 || this.#refused) {
      // The block has announced the COMMIT, but it does not follow yet.
      this.#deadline.committed(false)
      await this.#settled()
      if (this.#refused) await this.#checkStands(transaction, this.#refused.error)
      if (this.#end) throw this.#end()
      this.#deadline.commits()
    }
    if (this.#end) throw this.#end()
    this.#end = behindTheEnd
  }

  /**
   * Refuses to commit a transaction that the store has undone, because a COMMIT would not report it (rule 23.8). After
   * a deadlock, MariaDB silently begins a new transaction. PostgreSQL treats a COMMIT as a ROLLBACK, unless a savepoint
   * has undone the refused statement.
   */
  async #checkStands(transaction: object, refused: unknown): Promise<void> {
    if (isLost(refused)) throw new AbortedTransaction(refused)
    if (this.#mayStraggle && !isPostgres(this.#provider)) await outlastStragglers(transaction, this.#provider)
    if (!/^(?:postgres|cockroach)/.test(this.#provider)) return
    try {
      await queryRaw(transaction, CHECK)
    } catch {
      throw new AbortedTransaction(refused)
    }
  }

  /** Resolves when no operation is in flight. */
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

/** Whether an error says that the store has undone the transaction, or a part of it. */
const isLost = (error: unknown): boolean =>
  error instanceof AbortedTransaction || isLostState(String(memberOf(causeOf(Object(error)), 'originalCode')))

const behindTheEnd = (): Error => new Error('The transaction has already ended.')

/** Marks the guard's own statements, which are permitted after the end of the transaction. */
const OURS = '/* jsonapi-gen */'
const CHECK = `SELECT 1 ${OURS}`

const isOurs = (args: unknown): boolean => Array.isArray(args) && String(args[0]).endsWith(OURS)

const isPostgres = (provider: string): boolean => provider === 'postgresql'

/**
 * Warns once if no statement of a client has a limit on MariaDB or MySQL, and says what to write. Only the pool can set
 * the limit.
 */
async function tellUnbounded(transaction: object): Promise<void> {
  const rows = await queryRaw(transaction, BOUNDS)
  const values = new Map(rows.map((row) => [memberOf(row, 'Variable_name'), Number(memberOf(row, 'Value'))]))
  if ([...values.values()].some((value) => value > 0)) return
  const bound = values.has('max_statement_time') ? 'max_statement_time: 30' : 'max_execution_time: 30_000'
  printWarning(
    `The database server does not limit how long statements from this client run, so a statement that hangs never releases its connection. Write: new PrismaMariaDb({ …, sessionVariables: { ${bound} } })`,
  )
}

const BOUNDS = `SHOW SESSION VARIABLES WHERE Variable_name IN ('max_statement_time', 'max_execution_time') ${OURS}`

/** Whether an operation may read several relations, for which Prisma sends statements concurrently. */
function hasBranches(args: unknown): boolean {
  const read = memberOf(Object(args), 'include') ?? memberOf(Object(args), 'select')
  const branches = Object.values(Object(read)).filter((branch) => branch !== false && branch !== undefined)
  return branches.length > 1 || branches.some(hasBranches)
}

/**
 * Waits until a failed operation sends nothing more. Prisma rejects as soon as one branch of an operation fails, but
 * the other branches go on reading. The statements of a connection are sent in order. On PostgreSQL, a failed statement
 * makes the following ones fail too, so each branch ends with its next statement. MariaDB and MySQL count the
 * statements of a session: if the count has grown only by our own statements, nothing else is sent. libSQL responds in
 * the same turn.
 */
async function outlastStragglers(transaction: object, provider: string): Promise<void> {
  if (isPostgres(provider)) {
    for (let time = 0; time < 2; time++) await queryRaw(transaction, FAILING).catch(() => {})
  } else if (provider === 'mysql') {
    let before: number | undefined
    for (;;) {
      const [row] = await queryRaw(transaction, QUESTIONS).catch(() => [])
      const count = Number(memberOf(Object(row), 'Value'))
      if (row === undefined || count === (before ?? NaN) + 1) return
      before = count
    }
  } else await setImmediate()
}

const FAILING = `SELECT 1 / 0 ${OURS}`
const QUESTIONS = `SHOW SESSION STATUS WHERE Variable_name = 'Questions' ${OURS}`
