import type { PrismaAdapterOptions } from './adapter-options.js'
import { Adapter, type Columns } from '../adapter/adapter.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import {
  isInTransaction,
  transactionOf,
  withTransaction,
} from '../adapter/transaction/current-transaction.js'
import { type Datamodel, datamodelOf, isRequired } from '../datamodel/datamodel.js'
import { declaredFacts } from '../facts/declared-facts.js'
import type { Abilities, AdapterFacts } from '../adapter/facts.js'
import type { StoreFault } from '../adapter/fault.js'
import type { Narrowing } from '../adapter/narrowing.js'
import type { ScopeMeaning } from '../adapter/scope-meaning.js'
import type { StatRequest } from '../adapter/stat-request.js'
import type { StoreFacts } from '../datamodel/store-facts.js'
import type { SideEffects } from '../adapter/side-effects.js'
import type { StepResult, StoreStep } from '../adapter/store-step.js'
import type { TransactionNeeds } from '../adapter/transaction/transaction-needs.js'
import type { Order, Window } from '../adapter/window.js'
import { oncePer } from '../base/made-once.js'
import { castTo } from '../base/cast.js'
import { servedRequest } from '../resource/served/served-request.js'
import { clientMisfits } from './client-misfits.js'
import { cureOfPrisma } from './cure.js'
import {
  type ClientInTransaction,
  delegateOf,
  hasReplicas,
  isExtended,
  type PrismaClientLike,
  queryRaw,
} from './client.js'
import { mergedRelations } from './scope/merge-relations.js'
import { faultOfPrisma } from './prisma-errors.js'
import { sqlFacts } from '../sql/sql-facts.js'
import { runAlone } from '../sql/one-step.js'
import { rootState } from '../sql/root-state.js'
import { withOtherTypes } from '../sql/refusals/other-types.js'
import { wordsOf } from './driver/driver-states.js'
import { findWithJoins } from './read/joins-apart.js'
import { asWritten } from './values/read-values.js'
import { scopeOfJoined } from './scope/joins.js'
import type { KnownSchema } from './write/lock-records.js'
import { UnknownDatabase } from './unknown-database.js'
import { tooManyOr } from './too-many-parameters.js'
import { meaningOfScope, PrismaScope } from './scope/prisma-scope.js'
import type { Writing } from './write/write-steps.js'
import { whereOf } from './scope/where.js'
import { checkBounds } from '../sql/time-bounds.js'
import { isComparedByPrisma } from '../vocabulary/compared-by-prisma.js'

/** Values derived from the store's facts. */
interface KnownFacts {
  readonly facts: readonly StoreFacts[]
  readonly datamodel: Datamodel
  readonly of: (resource: AdapterResource) => AdapterFacts
}

/**
 * Reads and writes records with Prisma. One instance serves all resources of one client.
 *
 * ```ts
 * const adapter: PrismaAdapter<typeof prisma> = new PrismaAdapter(prisma);
 * const inHook = (): Promise<number> => adapter.client.post.count();
 * ```
 */
export class PrismaAdapter<Client extends PrismaClientLike = PrismaClientLike> extends Adapter<PrismaScope> {
  readonly #client: Client
  readonly #options: PrismaAdapterOptions
  readonly #isExtended: boolean
  readonly #schema: KnownSchema = {}
  #derivedFacts: KnownFacts | undefined
  /** The code for writes and transactions, loaded when it is first needed. */
  #steps: ReturnType<typeof loadSteps> | undefined
  #transactions: ReturnType<typeof loadTransactions> | undefined
  /** Whether the driver and its sessions have been checked. */
  #isChecked = false

  /** Throws a TypeError if `lockTimeout` is combined with `bounds: 'pool'`. */
  constructor(client: Client, options: PrismaAdapterOptions = {}) {
    super()
    checkBounds(options.transaction)
    this.#client = client
    this.#isExtended = isExtended(client)
    this.#options = options
  }

  /**
   * The current client. Inside a transaction, this is the transaction's client, because the outer client would wait for
   * itself.
   */
  get client(): ClientInTransaction<Client> {
    return castTo<ClientInTransaction<Client>>(transactionOf(this.#client) ?? this.#client)
  }

  facts(resource: AdapterResource): AdapterFacts {
    return this.#known.of(resource)
  }

  get #abilities(): Partial<Abilities> {
    const returnsAll = !this.#isExtended
    return {
      maxKeys: this.#maxKeys,
      // An extension may compute members, or change what an operation returns.
      returnRecords: returnsAll,
      // A subclass may also send a tenant's name.
      commitOneStep: isOwn(this, ['transaction', 'write']),
      findByKey: returnsAll && isOwn(this, ['all', 'narrow', 'read', 'write']),
    }
  }

  all(resource: AdapterResource): PrismaScope {
    return new PrismaScope(String(resource.model))
  }

  narrow(scope: PrismaScope, narrowing: Narrowing<PrismaScope>, _resource?: AdapterResource): PrismaScope {
    if (narrowing.kind === 'joined') {
      return scopeOfJoined(this.#datamodel, scope, narrowing)
    }
    const narrowed = scope.where(whereOf(narrowing, { datamodel: this.#datamodel, model: scope.model }))
    return narrowed.with({ where: mergedRelations(narrowed.arguments.where ?? {}) })
  }

  arrange(scope: PrismaScope, window: Window, _resource?: AdapterResource): PrismaScope {
    const { take } = scope.arguments
    switch (window.kind) {
      case 'order':
        return window.by.reduce((sorted, key) => orderedBy(this.#datamodel, sorted, key), scope)
      case 'page':
        return scope.window((window.number - 1) * window.size, window.size)
      case 'oneMore':
        return take === undefined ? scope : scope.with({ take: take + 1 })
      case 'atMost': {
        const { count } = window
        if (take !== undefined && Math.abs(take) <= count) return scope // A negative number reads from the end.
        return scope.with({ take: take !== undefined && take < 0 ? -count : count })
      }
      case 'firstOfEach':
        return scope
    }
  }

  conditionOf(given: unknown, resource: AdapterResource): ScopeMeaning<PrismaScope> {
    return meaningOfScope(given, resource, this.#datamodel)
  }

  read(scope: PrismaScope, columns: Columns = 'all', _resource?: AdapterResource): Promise<object[]> {
    if (columns === 'all') return this.#find(scope, scope.arguments)
    // Prisma accepts either `omit` or `select`.
    const { include, omit: _omit, ...others } = scope.arguments
    const select = { ...Object.fromEntries(columns.map((column) => [column, true])), ...include }
    return this.#find(scope, { ...others, select })
  }

  stats(scope: PrismaScope, requests: readonly StatRequest[], resource: AdapterResource): Promise<unknown[]> {
    return this.#read(async (client) => {
      const { aggregateStats } = await import('./read/prisma-stats.js')
      const isSqlite = this.#provider === 'sqlite'
      return aggregateStats(delegateOf(client, scope.model), scope, requests, resource, isSqlite)
    })
  }

  async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    const { writeSteps } = await (this.#steps ??= loadSteps())
    return writeSteps(this.#writing, steps)
  }

  transaction<Result>(block: () => Promise<Result>, needs: TransactionNeeds = {}): Promise<Result> {
    if (isInTransaction(this.#client)) return block()
    servedRequest().noteWriteTo(this.#client)
    const mayStandAlone = needs.isOneStep === true && !this.#isExtended
    const alone = mayStandAlone && runAlone(this.#client, this.#provider, this.#options.transaction, block)
    if (alone) return alone
    return this.#guarded((client) => withTransaction(this.#client, client, block), needs)
  }

  faultOf(error: unknown, resource?: AdapterResource): StoreFault {
    const known = faultOfPrisma(error, this.#datamodel, resource) ?? NO_FAULT
    const fault = withOtherTypes(known, this.#client, wordsOf(error), resource)
    const cure = cureOfPrisma(error, this.#datamodel)
    return cure === undefined ? fault : { ...fault, cure }
  }

  describe(scope: PrismaScope): unknown {
    return scope.arguments
  }

  /**
   * Makes the adapter check again before the next write which tables have triggers, rules, row-level security or
   * foreign keys with actions. Call it if a migration changes any of these while the server runs. Otherwise, responses
   * to writes may lack changes made by new triggers and foreign keys.
   *
   * ```ts
   * const adapter = new PrismaAdapter(prisma);
   * adapter.forgetTriggers();
   * ```
   */
  forgetTriggers(): void {
    rootState(this.#client).sideEffects = undefined
  }

  async #sideEffects(): Promise<SideEffects> {
    const known = rootState(this.#client).sideEffects
    if (known) return known
    const { sideEffectsOf } = await import('../sql/side-effects.js')
    return sideEffectsOf(
      this.#client,
      this.#datamodel,
      async (text) => {
        if (!this.#isChecked) await this.#check()
        return queryRaw(this.client, text)
      },
      (error) => this.faultOf(error),
    )
  }

  #find({ model }: PrismaScope, parameters: object): Promise<object[]> {
    const reading = { datamodel: this.#datamodel, model, parameters, maxKeys: this.#maxKeys }
    return this.#read(async (client) => {
      const records = await findWithJoins({ ...reading, client })
      return [...asWritten(reading.datamodel, model, records)]
    })
  }

  /**
   * A replica may not have received the writes of the request or its client yet. In that case, the request reads from
   * the primary, in a transaction.
   */
  async #read<Result>(run: (client: object) => Promise<Result>): Promise<Result> {
    if (!this.#isChecked) await this.#check()
    try {
      return hasReplicas(this.#client) && !isInTransaction(this.#client) && this.#readsAtPrimary()
        ? await this.#guarded(run)
        : await run(this.client)
    } catch (error) {
      throw tooManyOr(error)
    }
  }

  async #guarded<Result>(
    run: (client: object) => Promise<Result>,
    needs: TransactionNeeds = {},
  ): Promise<Result> {
    if (!this.#isChecked) await this.#check()
    const { guardedTransaction } = await (this.#transactions ??= loadTransactions())
    return guardedTransaction(this.#client, run, needs, this.#provider, this.#options.transaction)
  }

  /**
   * When the adapter is first used, checks whether the client fits, whether the SQLite driver is wrapped with
   * `literalLike`, and whether a server's session settings change values.
   */
  async #check(): Promise<void> {
    const [misfit] = this.#datamodel.misfits
    if (misfit !== undefined) throw new Error(misfit)
    if (this.#provider === 'sqlite') {
      const { checkSqlite } = await import('./check-sqlite.js')
      await checkSqlite(this.#client, this.client, this.#datamodel)
    }
    const { checkSessions, sessionChecksOf } = await import('../sql/session-checks.js')
    const { otherTypesChecks } = await import('../sql/column-types.js')
    await checkSessions(
      this.#client,
      [...sessionChecksOf(this.#datamodel, 'inSession'), ...otherTypesChecks(this.#datamodel, this.#client)],
      (text) => queryRaw(this.client, text),
      (error) => this.faultOf(error).kind === 'busy',
    )
    this.#isChecked = true
  }

  #readsAtPrimary(): boolean {
    const { readsAtPrimary } = this.#options
    const request = servedRequest()
    return request.hasWrittenTo(this.#client) || readsAtPrimary?.(request.context) === true
  }

  /** The datamodel from all facts. */
  get #datamodel(): Datamodel {
    return this.#known.datamodel
  }

  get #known(): KnownFacts {
    const facts = declaredFacts(this)
    if (this.#derivedFacts?.facts === facts) return this.#derivedFacts
    const declared = datamodelOf(facts, this.#options.provider, isComparedByPrisma)
    const datamodel = { ...declared, misfits: clientMisfits(this.#client, declared) }
    const of = oncePer((resource: AdapterResource) =>
      sqlFacts({ store: this.#client, datamodel, can: this.#abilities }, resource),
    )
    this.#derivedFacts = { facts, datamodel, of }
    return this.#derivedFacts
  }

  /** The database. Throws UnknownDatabase if neither the facts nor the options name it. */
  get #provider(): string {
    const { provider } = this.#datamodel
    if (provider === undefined) throw new UnknownDatabase()
    return provider
  }

  get #maxKeys(): number {
    return this.#options.maxKeys ?? maxKeysOf(this.#provider)
  }

  get #writing(): Writing {
    return {
      datamodel: this.#datamodel,
      client: this.client,
      batches: this.#options.batches ?? !this.#isExtended,
      provider: this.#provider,
      maxKeys: this.#maxKeys,
      schema: this.#schema,
      lockTimeout: this.#options.transaction?.lockTimeout,
      sideEffects: () => this.#sideEffects(),
    }
  }
}

/**
 * How many values of keys a query may have: SQLite allows 999 values, SQL Server 2,098, and filters need some of them.
 */
const maxKeysOf = (provider: string): number =>
  provider === 'sqlite' ? 750 : provider === 'sqlserver' ? 1500 : 10_000

const loadSteps = () => import('./write/write-steps.js')
const loadTransactions = () => import('./guarded-transaction.js')

const NO_FAULT: StoreFault = Object.freeze({ kind: 'none' })

/**
 * Returns the scope with another sort key. On every store, null is greater than any value, as it is on PostgreSQL by
 * default.
 */
function orderedBy(
  datamodel: Datamodel,
  scope: PrismaScope,
  { through, column, direction, nullable }: Order,
): PrismaScope {
  const mayBeNull = nullable === true && !isRequired(datamodel, scope.model, through, column)
  const key = mayBeNull ? { sort: direction, nulls: direction === 'asc' ? 'last' : 'first' } : direction
  return scope.orderBy(
    through.reduceRight<object>((inner, relation) => ({ [relation]: inner }), { [column]: key }),
  )
}

/** Whether no subclass has methods of its own instead of these. */
const isOwn = (adapter: PrismaAdapter, methods: readonly (keyof PrismaAdapter)[]): boolean =>
  methods.every((name) => adapter[name] === PrismaAdapter.prototype[name])
