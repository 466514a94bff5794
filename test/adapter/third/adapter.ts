import {
  Adapter,
  type AdapterFacts,
  type AdapterResource,
  type Columns,
  datamodelOf,
  declaredFacts,
  isInTransaction,
  type Narrowing,
  noteTransaction,
  type ScopeMeaning,
  servedRequest,
  type SideEffects,
  type StatRequest,
  type StepResult,
  type StoreFacts,
  type StoreFault,
  type StoreStep,
  transactionOf,
  type Window,
  withTransaction,
} from '@jsonapi-gen/runtime/adapter'
import {
  AbortedTransaction,
  arranged,
  checkSessions,
  cureOfDriver,
  faultOfDriver,
  isFileLocked,
  lockTimeLeft,
  meaningOf,
  oncePer,
  otherTypesChecks,
  patiently,
  readRecords,
  rendered,
  type Run,
  writeSteps,
  selectionOf,
  sideEffectsOf,
  type Sql,
  sqlFacts,
  type SqlResult,
  type SqlScope,
  statsOf,
  type Store,
  transactionDeadline,
} from '@jsonapi-gen/runtime/sql'

/** A connection of `libsql` or `better-sqlite3`. */
export interface SqliteConnection {
  readonly inTransaction: boolean
  exec(script: string): unknown
  close(): unknown
  defaultSafeIntegers(isSafe: boolean): unknown
  prepare(text: string): {
    readonly reader: boolean
    all(parameters: readonly unknown[]): unknown[]
    run(parameters: readonly unknown[]): { readonly changes: number | bigint }
  }
}

export interface SqliteOptions {
  /** The maximum duration of a transaction, in milliseconds; 20,000 by default. */
  readonly timeout?: number
  /** How long a request waits for locks of other processes, in milliseconds; 5,000 by default. */
  readonly lockTimeout?: number
  /** The maximum number of keys in a list; 10,000 by default. */
  readonly maxKeys?: number
}

/** Values derived from the facts that resources have declared. */
interface Known {
  readonly given: readonly StoreFacts[]
  readonly store: Store
  readonly of: (resource: AdapterResource) => AdapterFacts
}

interface OpenTransaction {
  isOpen: boolean
  /** The first error of a statement. */
  refused: unknown
}

/** Reads and writes an SQLite file: one connection for reads, and one for transactions, which run one at a time. */
export class SqliteAdapter extends Adapter<SqlScope> {
  readonly #reads: SqliteConnection
  readonly #writes: SqliteConnection
  readonly #options: Required<SqliteOptions>
  #last: Promise<unknown> = Promise.resolve()
  #derived: Known | undefined

  constructor(connect: () => SqliteConnection, options: SqliteOptions = {}) {
    super()
    this.#options = { timeout: 20_000, lockTimeout: 5000, maxKeys: 10_000, ...options }
    this.#reads = connect()
    this.#writes = connect()
    for (const connection of [this.#reads, this.#writes]) {
      connection.defaultSafeIntegers(true)
      connection.exec('PRAGMA busy_timeout = 0; PRAGMA foreign_keys = ON')
    }
  }

  facts(resource: AdapterResource): AdapterFacts {
    return this.#known.of(resource)
  }

  all({ model }: AdapterResource): SqlScope {
    return { model: String(model), parts: { where: [], order: [] } }
  }

  narrow({ model, parts }: SqlScope, narrowing: Narrowing<SqlScope>): SqlScope {
    const part =
      narrowing.kind === 'joined'
        ? ({ kind: 'joined', joined: narrowing } as const)
        : ({ kind: 'condition', condition: narrowing } as const)
    return { model, parts: { ...parts, where: [...parts.where, part] } }
  }

  arrange(scope: SqlScope, window: Window): SqlScope {
    const parts = arranged(scope.parts, window)
    return parts === scope.parts ? scope : { ...scope, parts }
  }

  conditionOf(given: unknown, resource: AdapterResource): ScopeMeaning<SqlScope> {
    if (isScope(given)) return meaningOf(given, resource)
    return { kind: 'none', why: `The scope of "${resource.type}" is not a scope. Narrow the base scope.` }
  }

  read(scope: SqlScope, columns: Columns): Promise<object[]> {
    return readRecords(this.#known.store, this.#run, scope, columns)
  }

  stats(scope: SqlScope, requests: readonly StatRequest[], resource: AdapterResource): Promise<unknown[]> {
    return statsOf(this.#known.store, this.#run, scope, requests, resource)
  }

  write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    const { maxKeys, lockTimeout } = this.#options
    const writing = {
      store: this.#known.store,
      run: this.#run,
      maxKeys,
      sideEffects: () => this.#sideEffects(),
      returnsInserted: () => Promise.resolve(true),
    }
    const run = (): Promise<readonly StepResult[]> =>
      writeSteps(writing, steps, { readsLatest: true, lockTimeout })
    return steps.every(({ kind }) => kind === 'sideEffects') ? run() : this.transaction(run)
  }

  /** The transaction has the only lock of the file from its beginning, so it meets all requirements. */
  transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    if (isInTransaction(this)) return block()
    servedRequest().noteWriteTo(this)
    const { late, lateError, clear } = transactionDeadline(this.#options.timeout)
    const run = async (): Promise<Result> => {
      const transaction: OpenTransaction = { isOpen: true, refused: undefined }
      try {
        await this.#execute('BEGIN IMMEDIATE', lateError)
        const result = await Promise.race([withTransaction(this, transaction, block), late])
        // SQLite rolls back by itself if, for example, the disk is full.
        if (!this.#writes.inTransaction) throw new AbortedTransaction(transaction.refused)
        await this.#execute('COMMIT', lateError)
        return result
      } finally {
        transaction.isOpen = false
        if (this.#writes.inTransaction) this.#writes.exec('ROLLBACK')
      }
    }
    const ended = this.#last.then(run).finally(clear)
    this.#last = ended.catch(() => {})
    noteTransaction(ended)
    return Promise.race([ended, late])
  }

  faultOf(error: unknown, resource?: AdapterResource): StoreFault {
    const cure = cureOfDriver(error)
    const fault = faultOfDriver(error, this.#known.store.datamodel, resource)
    return cure === undefined ? fault : { ...fault, cure }
  }

  describe(scope: SqlScope): unknown {
    const { text, parameters } = textOf(selectionOf(this.#known.store, scope, 'all').statement)
    return { sql: text, parameters }
  }

  close(): void {
    this.#reads.close()
    this.#writes.close()
  }

  #sideEffects(): Promise<SideEffects> {
    return sideEffectsOf(this, this.#known.store.datamodel, this.#rows, (error) => this.faultOf(error))
  }

  /**
   * Runs a statement that may encounter another process's lock, unless the transaction's deadline has passed.
   */
  #execute(text: string, lateError: () => object | undefined): Promise<void> {
    return patiently(lockTimeLeft(this.#options.lockTimeout), isFileLocked, async () => {
      const late = lateError()
      if (late) throw late
      this.#writes.exec(text)
    })
  }

  readonly #run: Run = async (statement: Sql) => {
    const transaction = transactionOf(this) as OpenTransaction | undefined
    if (!transaction) {
      const checks = otherTypesChecks(this.#known.store.datamodel, this)
      await checkSessions(this, checks, this.#rows, isFileLocked)
      return this.#alone((connection) => send(connection, statement))
    }
    if (!transaction.isOpen) throw new Error('The transaction has already ended.')
    try {
      return send(this.#writes, statement)
    } catch (error) {
      transaction.refused ??= error
      throw error
    }
  }

  /** The rows of a query outside transactions. */
  readonly #rows = (text: string): Promise<readonly object[]> =>
    this.#alone((connection) => connection.prepare(text).all([]) as object[])

  /** Acquires the lock in a script, because libSQL does not reset a statement that has encountered a lock. */
  #alone<Result>(run: (connection: SqliteConnection) => Result): Promise<Result> {
    const connection = this.#reads
    return patiently(lockTimeLeft(this.#options.lockTimeout), isFileLocked, async () => {
      try {
        connection.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1')
        const result = run(connection)
        connection.exec('COMMIT')
        return result
      } finally {
        if (connection.inTransaction) connection.exec('ROLLBACK')
      }
    })
  }

  get #known(): Known {
    const given = declaredFacts(this)
    if (this.#derived?.given === given) return this.#derived
    const datamodel = datamodelOf(given, 'sqlite')
    const store: Store = {
      datamodel,
      provider: 'sqlite',
      textOf: (part) => textOf(part).text,
      ownSql: () => {
        throw new Error('The scopes of this adapter have no other conditions.')
      },
    }
    const can = { maxKeys: this.#options.maxKeys, cutPages: true, returnRecords: true, findByKey: true }
    const of = oncePer((resource: AdapterResource) => sqlFacts({ store: this, datamodel, can }, resource))
    this.#derived = { given, store, of }
    return this.#derived
  }
}

const textOf = (statement: Sql): ReturnType<typeof rendered> =>
  rendered(
    statement,
    (name) => `"${name.replaceAll('"', '""')}"`,
    () => '?',
  )

function send(connection: SqliteConnection, statement: Sql): SqlResult {
  const { text, parameters } = textOf(statement)
  const prepared = connection.prepare(text)
  if (prepared.reader) return { rows: prepared.all(parameters) as object[] }
  return { rows: [], numAffectedRows: BigInt(prepared.run(parameters).changes) }
}

const isScope = (given: unknown): given is SqlScope =>
  typeof given === 'object' && given !== null && 'model' in given && 'parts' in given
