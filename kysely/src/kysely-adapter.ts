import {
  type Abilities,
  Adapter,
  type AdapterFacts,
  type AdapterResource,
  type Columns,
  type Datamodel,
  datamodelOf,
  declaredFacts,
  isInTransaction,
  type Narrowing,
  printWarning,
  type ScopeMeaning,
  servedRequest,
  type SideEffects,
  type StatRequest,
  type StepResult,
  type StoreFacts,
  type StoreFault,
  type StoreStep,
  type TransactionNeeds,
  transactionOf,
  type Window,
  withTransaction,
} from '@jsonapi-gen/runtime/adapter'
import {
  arranged,
  checkBounds,
  readRecords,
  selectionOf,
  statsOf,
  type Run,
  type Store,
  type Provider,
  type Sql,
  sql,
  type Writing,
  writeSteps,
  checkSessions,
  cureOfDriver,
  faultOfDriver,
  oncePer,
  otherTypesChecks,
  rootState,
  runAlone,
  sessionChecksOf,
  sideEffectsOf,
  sqlFacts,
  withOtherTypes,
  wordsOfDriver,
} from '@jsonapi-gen/runtime/sql'
import type { Kysely, QueryResult } from 'kysely'
import { membersOf, objects, openTransaction, ownCondition, typed, untyped } from './store/cast.js'
import { KyselyScope, meaningOfScope } from './scope/kysely-scope.js'
import { mysqlStatement } from './store/mysql-statement.js'
import { type ConnectionPool, missingOption, watchPool } from './store/pool.js'
import { ownSql } from './read/own.js'
import { providerOf } from './store/provider.js'
import { statementOf } from './store/statement.js'
import { runLocked, type SqliteDatabase, waitWithoutBlocking } from './store/sqlite-lock.js'
import { type OpenTransaction, runTransaction, type TransactionOptions } from './store/transaction.js'

/** The adapter's options. */
export interface KyselyAdapterOptions {
  /**
   * The dialect's pool, from `pg` or `mysql2`. The adapter listens to the `error` events of the pool's connections,
   * because otherwise Node ends the process if the server closes a connection during a transaction. On PostgreSQL, a
   * warning is printed if the pool is missing. Pass `null` if the driver has no such pool.
   *
   * ```ts
   * const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
   * const surviving: KyselyAdapter<Database> = new KyselyAdapter(kysely, { pool });
   * ```
   */
  readonly pool?: ConnectionPool | null
  /**
   * The database that you passed to SqliteDialect, from `libsql` or `better-sqlite3`. If you pass it, a request waits
   * up to five seconds for a lock that another process holds, without blocking its own process. The adapter sets
   * `busy_timeout` to 0, because SQLite's own wait blocks the whole process. On SQLite, a warning is printed if the
   * database is missing. Pass `null` if no other process writes to the file, or if the driver has no such database.
   *
   * ```ts
   * const kysely = new Kysely<Database>({ dialect: new SqliteDialect({ database }) });
   * const waiting: KyselyAdapter<Database> = new KyselyAdapter(kysely, { database });
   * ```
   */
  readonly database?: SqliteDatabase | null
  /** The maximum number of keys in a single list in a query; 10,000 by default. */
  readonly maxKeys?: number
  /** The options for every transaction that the adapter opens. */
  readonly transaction?: TransactionOptions
}

/** Values derived from the store's facts. */
interface KnownFacts {
  readonly facts: readonly StoreFacts[]
  readonly store: Store
  readonly of: (resource: AdapterResource) => AdapterFacts
}

/**
 * Reads and writes records with Kysely. One instance serves all resources of one database.
 *
 * ```ts
 * const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
 * const adapter: KyselyAdapter<Database> = new KyselyAdapter(db, { pool });
 * ```
 */
export class KyselyAdapter<Database = object> extends Adapter<KyselyScope> {
  readonly #db: Kysely<Database>
  /**
   * The instance has no plugins, because plugins could change names and values, and the adapter relies on those in the
   * facts.
   */
  readonly #own: Kysely<unknown>
  readonly #options: KyselyAdapterOptions
  readonly #provider: Provider
  #derived: KnownFacts | undefined
  #returnsInserted: boolean | undefined
  #isChecked = false

  /**
   * Throws a TypeError if the dialect is unknown, or if `lockTimeout` is combined with `bounds: 'pool'`. Prints a
   * warning if PostgreSQL has no `pool`, or SQLite has no `database`.
   */
  constructor(db: Kysely<Database>, options: KyselyAdapterOptions = {}) {
    super()
    checkBounds(options.transaction)
    this.#db = db
    this.#options = options
    this.#own = untyped(db.withoutPlugins())
    this.#provider = providerOf(this.#own)
    if (options.database) waitWithoutBlocking(options.database)
    if (options.pool) watchPool(options.pool)
    const warning = missingOption(this.#provider, options)
    if (warning !== undefined) printWarning(warning)
  }

  /**
   * The current Kysely instance. Inside a transaction, this is the transaction's instance, because the outer instance
   * would write outside the transaction, and on SQLite it would wait for itself.
   */
  get client(): Kysely<Database> {
    const transaction = this.#transaction
    if (!transaction) return this.#db
    transaction.isShared = true
    return typed(transaction)
  }

  facts(resource: AdapterResource): AdapterFacts {
    return this.#known.of(resource)
  }

  get #abilities(): Partial<Abilities> {
    return {
      maxKeys: this.#maxKeys,
      cutPages: true,
      returnRecords: true,
      // A subclass may also send the name of a tenant to the database.
      commitOneStep: isOwn(this, ['transaction', 'write']),
      findByKey: isOwn(this, ['all', 'narrow', 'read', 'write']),
    }
  }

  all(resource: AdapterResource): KyselyScope {
    return new KyselyScope(String(resource.model))
  }

  narrow(scope: KyselyScope, narrowing: Narrowing<KyselyScope>, _resource?: AdapterResource): KyselyScope {
    const part =
      narrowing.kind === 'joined'
        ? ({ kind: 'joined', joined: narrowing } as const)
        : ({ kind: 'condition', condition: narrowing } as const)
    return scope.with({ where: [...scope.parts.where, part] })
  }

  arrange(scope: KyselyScope, window: Window, _resource?: AdapterResource): KyselyScope {
    const parts = arranged(scope.parts, window)
    return parts === scope.parts ? scope : scope.with(parts)
  }

  conditionOf(given: unknown, resource: AdapterResource): ScopeMeaning<KyselyScope> {
    return meaningOfScope(given, resource)
  }

  read(scope: KyselyScope, columns: Columns = 'all', _resource?: AdapterResource): Promise<object[]> {
    return readRecords(this.#store, this.#run, scope, columns)
  }

  stats(scope: KyselyScope, requests: readonly StatRequest[], resource: AdapterResource): Promise<unknown[]> {
    return statsOf(this.#store, this.#run, scope, requests, resource)
  }

  async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    const locking = {
      readsLatest: this.#transaction?.readsLatest === true,
      lockTimeout: this.#options.transaction?.lockTimeout,
    }
    return writeSteps(this.#writing, steps, locking)
  }

  transaction<Result>(block: () => Promise<Result>, needs: TransactionNeeds = {}): Promise<Result> {
    if (isInTransaction(this.#db)) return block()
    servedRequest().noteWriteTo(this.#db)
    const given = this.#options.transaction
    const alone = needs.isOneStep === true && runAlone(this.#db, this.#provider, given, block)
    if (alone) return alone
    return runTransaction(
      {
        db: this.#own,
        provider: this.#provider,
        database: this.#options.database ?? undefined,
        root: this.#db,
      },
      (transaction) => withTransaction(this.#db, transaction, block),
      needs,
      given,
    )
  }

  faultOf(error: unknown, resource?: AdapterResource): StoreFault {
    const known = faultOfDriver(error, this.#datamodel, resource)
    const fault = withOtherTypes(known, this.#db, wordsOfDriver(error), resource)
    const cure = cureOfDriver(error)
    return cure === undefined ? fault : { ...fault, cure }
  }

  describe(scope: KyselyScope): unknown {
    const { statement } = selectionOf(this.#store, scope, 'all')
    const { sql: text, parameters } = statementOf(statement).compile(this.#own)
    return { sql: text, parameters }
  }

  /**
   * Makes the adapter check again before the next write which tables have triggers, rules, row-level security or
   * foreign keys with actions. Call it if a migration changes any of these while the server runs. Otherwise, responses
   * to writes may lack changes made by new triggers and foreign keys.
   *
   * ```ts
   * const migrated: KyselyAdapter<Database> = new KyselyAdapter(kysely, { pool });
   * migrated.forgetTriggers();
   * ```
   */
  forgetTriggers(): void {
    rootState(this.#db).sideEffects = undefined
  }

  #sideEffects(): Promise<SideEffects> {
    return sideEffectsOf(
      this.#db,
      this.#datamodel,
      async (text) => (await this.#run(sql.raw(text))).rows,
      (error) => this.faultOf(error),
    )
  }

  readonly #run: Run = async (given: Sql) => {
    const statement = statementOf(given)
    const transaction = this.#transaction
    const send = async (db: Kysely<unknown>): Promise<QueryResult<unknown>> => {
      if (!this.#isChecked) await this.#check(db)
      return this.#provider === 'mysql' ? db.executeQuery(mysqlStatement(statement)) : statement.execute(db)
    }
    if (!transaction) {
      const { database } = this.#options
      if (!database) return objects(await send(this.#own))
      const isRead = /^\s*select\b/i.test(given.texts[0] ?? '')
      return objects(await runLocked(database, this.#own, isRead, send))
    }
    try {
      return objects(await send(transaction.connection))
    } catch (error) {
      transaction.refused ??= { error }
      throw error
    }
  }

  /**
   * When the adapter is first used, checks whether session settings change the values of columns that depend on them.
   */
  async #check(db: Kysely<unknown>): Promise<void> {
    await checkSessions(
      this.#db,
      [...sessionChecksOf(this.#datamodel, 'inUtc'), ...otherTypesChecks(this.#datamodel, this.#db)],
      async (text) => objects(await statementOf(sql.raw(text)).execute(db)).rows,
      (error) => this.faultOf(error).kind === 'busy',
    )
    this.#isChecked = true
  }

  get #transaction(): OpenTransaction | undefined {
    return openTransaction(transactionOf(this.#db))
  }

  get #datamodel(): Datamodel {
    return this.#store.datamodel
  }

  get #store(): Store {
    return this.#known.store
  }

  get #known(): KnownFacts {
    const facts = declaredFacts(this)
    if (this.#derived?.facts === facts) return this.#derived
    const datamodel = datamodelOf(facts, this.#provider)
    const store: Store = {
      datamodel,
      provider: this.#provider,
      textOf: (part) => statementOf(part).compile(this.#own).sql,
      ownSql: (own, place) => ownSql(store, ownCondition(own), place),
    }
    const of = oncePer((resource: AdapterResource) =>
      sqlFacts({ store: this.#db, datamodel, can: this.#abilities }, resource),
    )
    this.#derived = { facts, store, of }
    return this.#derived
  }

  get #maxKeys(): number {
    return this.#options.maxKeys ?? 10_000
  }

  get #writing(): Writing {
    return {
      store: this.#store,
      run: this.#run,
      maxKeys: this.#maxKeys,
      sideEffects: () => this.#sideEffects(),
      returnsInserted: async () => (this.#returnsInserted ??= await this.#asksReturning()),
    }
  }

  /** MariaDB returns inserted rows, but MySQL does not. */
  async #asksReturning(): Promise<boolean> {
    if (this.#provider !== 'mysql') return true
    const { rows } = await this.#run(sql`select version() as version`)
    return String(membersOf(rows[0] ?? {})['version']).includes('MariaDB')
  }
}

/** Whether no subclass overrides these methods. */
const isOwn = (adapter: Adapter<KyselyScope>, methods: readonly (keyof Adapter)[]): boolean =>
  methods.every((name) => adapter[name] === KyselyAdapter.prototype[name])
