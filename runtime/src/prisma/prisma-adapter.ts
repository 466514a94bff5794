import type { PrismaAdapterOptions } from './adapter-options.js'
import { createRecord } from './create-record.js'
import { hasUndefined } from './has-undefined.js'
import { storeRelation } from './store-relation.js'
import { type NativeType, storedTypeOf } from './stored-types.js'
import {
  Adapter,
  type AdapterResource,
  type Association,
  type Join,
  type JoinRecords,
  type Order,
  type StatRequest,
  type StoreRelation,
} from '../adapter/adapter.js'
import {
  columnType,
  type Datamodel,
  datamodelOf,
  hasColumn,
  hasRelations,
  isRequired,
} from '../adapter/datamodel.js'
import type { StoreFault } from '../adapter/fault.js'
import type { StoreFacts } from '../adapter/store-facts.js'
import type { RecordLocks, TransactionNeeds } from '../adapter/transaction-needs.js'
import type { Condition, JoinedLink, Link } from '../adapter/condition.js'
import { ScopeFault } from '../adapter/scope-fault.js'
import type { AttributeType } from '../vocabulary/type.js'
import { memberOf, castTo } from '../cast.js'
import { currentFrame, currentRequest, withTransaction } from '../resource/frame.js'
import { valuesOf } from '../adapter/column-values.js'
import { inPieces, keysAtOnce } from '../read/keys.js'
import type { KeyValues } from '../value/key.js'
import { cureOfPrisma } from './cure.js'
import { cursorTypeOf } from './cursor-type.js'
import { uniqueWhere } from './unique-where.js'
import {
  type ClientInTransaction,
  delegateOf,
  hasReplicas,
  isExtended,
  type PrismaClientLike,
  type PrismaDelegate,
} from './client.js'
import { type Dialect, dialectOf, maxKeysOf } from './dialect.js'
import { mergedRelations } from './merge-relations.js'
import { faultOfPrisma } from './prisma-errors.js'
import { refuseUnfit } from './refuse-unfit.js'
import type { Creating, Row } from './new-rows.js'
import { findWithJoins } from './joins-apart.js'
import { hasKeyOfPair, joinRecordsOf, removeJoin, scopeOfJoined } from './joins.js'
import type { KnownSchema } from './lock-records.js'
import { UnknownDatabase, UnknownModel } from './unknown-store.js'
import { tooManyOr } from './too-many.js'
import { narrowedBy, PrismaScope } from './prisma-scope.js'
import { faultOfJoin, relationsOfLink } from './relations-of-link.js'
import { countVersionUp, destroyRecords, updateRecord, updateRecords } from './update.js'
import { whereOf } from './where.js'
import { putInMemory, takeFromMemory } from '../write/persist/in-memory.js'

/** What follows from the facts of the store. */
interface Known {
  readonly datamodel: Datamodel
  readonly dialect: Omit<Dialect, 'model'>
}

/**
 * The adapter of resources whose records Prisma keeps. One instance serves all resources of one client.
 *
 * ```ts
 * const adapter: PrismaAdapter<typeof prisma> = new PrismaAdapter(prisma)
 * const inHook = (): Promise<number> => adapter.client.post.count()
 * ```
 */
export class PrismaAdapter<Client extends PrismaClientLike = PrismaClientLike> extends Adapter<PrismaScope> {
  readonly groups = true
  readonly readsKeys = true
  override readonly cureOf = (error: unknown): string | undefined => cureOfPrisma(error, this.#datamodel)
  readonly #client: Client
  readonly #options: PrismaAdapterOptions
  readonly #schema: KnownSchema = {}
  #facts: readonly StoreFacts[] = []
  #known: Known | undefined
  /** Whether it is known that the driver adapter of SQLite is wrapped. */
  #isChecked = false

  constructor(client: Client, options: PrismaAdapterOptions = {}) {
    super()
    this.#client = client
    this.#options = options
  }

  override learn(facts: StoreFacts): void {
    if (this.#facts.at(-1) === facts) return
    this.#facts = [...this.#facts.filter((known) => known !== facts), facts]
    this.#known = undefined
  }

  /** The client to use now: the transaction's own inside one, or it would wait for itself (rule 23.1). */
  get client(): ClientInTransaction<Client> {
    return castTo<ClientInTransaction<Client>>(currentFrame().transactions.get(this.#client) ?? this.#client)
  }

  get inTransaction(): boolean {
    return currentFrame().transactions.has(this.#client)
  }

  override get maxKeys(): number {
    return this.#options.maxKeys ?? maxKeysOf(this.#provider)
  }

  override columnType(column: string, { model }: AdapterResource): AttributeType | undefined {
    return columnType(this.#datamodel, String(model), column)
  }

  override hasColumn(column: string, { model }: AdapterResource): boolean | undefined {
    return hasColumn(this.#datamodel, String(model), column)
  }

  override storedType(column: string, { type, model }: AdapterResource): NativeType | undefined {
    if (model !== undefined && !this.#datamodel.models.has(String(model))) throw new UnknownModel(type, model)
    // Asked by `createApi`, so that it is an error of the start.
    if (this.#datamodel.provider === undefined) throw new UnknownDatabase()
    return storedTypeOf(this.#datamodel, String(model), column)
  }

  override relation(name: string, { model }: AdapterResource): StoreRelation | null | undefined {
    return storeRelation(this.#datamodel, String(model), name)
  }

  override cursorType(column: string, { model }: AdapterResource): AttributeType | undefined {
    return cursorTypeOf(this.#datamodel, String(model), column, this.#provider)
  }

  baseScope(resource: AdapterResource): PrismaScope {
    return new PrismaScope(String(resource.model))
  }

  override scopeOf(given: unknown, base: () => unknown, resource: AdapterResource): unknown {
    return given instanceof PrismaScope ? given : narrowedBy(given, base, resource)
  }

  filter(scope: PrismaScope, condition: Condition<PrismaScope>): PrismaScope {
    const narrowed = scope.where(whereOf(condition, { ...this.#dialect, model: scope.model }))
    return narrowed.with({ where: mergedRelations(narrowed.arguments.where ?? {}) })
  }

  condition(scope: PrismaScope, { type }: AdapterResource): Condition<PrismaScope> {
    const { where: _where, ...others } = scope.arguments
    const more = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    if (more.length === 0) return { kind: 'scope', scope }
    throw new ScopeFault(
      `This scope of "${type}" has ${more.join(', ')}. A policy, and a filter through a relationship, takes the condition of a scope of "${type}" and nothing else: leave it out of baseScope, default filters, policies and the relationship's scope.`,
    )
  }

  /** One that compares with undefined is none, for Prisma would leave that condition out. */
  override isScope(value: unknown, { model }: AdapterResource): boolean {
    const isOfModel = value instanceof PrismaScope && value.model === String(model)
    return isOfModel && !hasUndefined(value.arguments.where ?? {})
  }

  order(scope: PrismaScope, { through, column, direction, nullable }: Order): PrismaScope {
    const mayBeNull = nullable === true && !isRequired(this.#datamodel, scope.model, through, column)
    // Null is greater than any value on every store, as it is on PostgreSQL by itself.
    const key = mayBeNull ? { sort: direction, nulls: direction === 'asc' ? 'last' : 'first' } : direction
    return scope.orderBy(
      through.reduceRight<object>((inner, relation) => ({ [relation]: inner }), { [column]: key }),
    )
  }

  override ordersThrough(relations: readonly string[], { model }: AdapterResource): boolean {
    return hasRelations(this.#datamodel, String(model), relations)
  }

  override get store(): object {
    return this.#client
  }

  override filtersSome(link: Link, { model }: AdapterResource): boolean {
    return relationsOfLink(this.#datamodel, String(model), link) !== undefined
  }

  paginate(scope: PrismaScope, page: number, size: number): PrismaScope {
    return scope.window((page - 1) * size, size)
  }

  withOneMore(scope: PrismaScope): PrismaScope | undefined {
    const { take } = scope.arguments
    return take === undefined ? undefined : scope.with({ take: take + 1 })
  }

  override atMost(scope: PrismaScope, count: number): PrismaScope {
    const { take } = scope.arguments
    if (take !== undefined && Math.abs(take) <= count) return scope // From the end, where it is negative.
    return scope.with({ take: take !== undefined && take < 0 ? -count : count })
  }

  resolve(scope: PrismaScope): Promise<object[]> {
    return this.#find(scope, scope.arguments)
  }

  stats(scope: PrismaScope, requests: readonly StatRequest[], resource: AdapterResource): Promise<unknown[]> {
    return this.#read(async (client) => {
      const { aggregateStats } = await import('./prisma-stats.js')
      const isSqlite = this.#provider === 'sqlite'
      return aggregateStats(delegateOf(client, scope.model), scope, requests, resource, isSqlite)
    })
  }

  override joinRecords(join: Join, { model }: AdapterResource): JoinRecords | undefined {
    return joinRecordsOf(this.#datamodel, String(model), join)
  }

  override joinFault(link: JoinedLink, { model }: AdapterResource): string | undefined {
    return faultOfJoin(this.#datamodel, model === undefined ? undefined : String(model), link)
  }

  joined(scope: PrismaScope, join: Join<PrismaScope>, parents: readonly KeyValues[]): PrismaScope {
    return scopeOfJoined(this.#datamodel, scope, join, parents, this.#dialect)
  }

  parentsOf(child: object, { relation, key }: Join): readonly KeyValues[] {
    const rows = memberOf(child, relation)
    return Array.isArray(rows) ? rows.map((row: object) => valuesOf(row, key)) : []
  }

  keys(scope: PrismaScope, columns: readonly string[]): Promise<object[]> {
    const { include, ...others } = scope.arguments
    const select = { ...Object.fromEntries(columns.map((column) => [column, true])), ...include }
    return this.#find(scope, { ...others, select })
  }

  describe(scope: PrismaScope): unknown {
    return scope.arguments
  }

  create(parameters: Row, resource: AdapterResource): Promise<object> {
    return createRecord(this.#writing, parameters, resource)
  }

  override async createAll(rows: readonly Row[], resource: AdapterResource): Promise<object[] | undefined> {
    if (this.create !== PrismaAdapter.prototype.create) return undefined
    const { createRecords } = await import('./create-all.js')
    return createRecords(this.#writing, rows, resource)
  }

  async update(parameters: Row, resource: AdapterResource): Promise<object> {
    refuseUnfit(this.#datamodel, parameters, resource, this.#provider)
    const { model, version } = resource
    const versionKind =
      version === undefined ? undefined : columnType(this.#datamodel, String(model), version)?.kind
    const unique = (key: KeyValues): object => uniqueWhere(this.#datamodel, resource, key)
    return updateRecord(this.#delegate(model), parameters, resource, { versionKind, unique })
  }

  override async updateAll(
    keys: readonly KeyValues[],
    values: Row,
    resource: AdapterResource,
  ): Promise<void> {
    refuseUnfit(this.#datamodel, values, resource, this.#provider)
    for (const piece of inPieces(keys, keysAtOnce(this, resource.primaryKey))) {
      await updateRecords(this.#delegate(resource.model), piece, values, resource)
    }
  }

  override holdVersion(key: KeyValues, version: unknown, resource: AdapterResource): Promise<void> {
    return countVersionUp(this.#delegate(resource.model), key, version, resource)
  }

  override async lockRecords(locks: RecordLocks, resource: AdapterResource): Promise<number | undefined> {
    const { lockRecords } = await import('./lock-records.js')
    const { datamodel, client, provider } = this.#writing
    const lockTimeout = this.#options.transaction?.lockTimeout
    return lockRecords({ datamodel, client, provider, lockTimeout, schema: this.#schema }, locks, resource)
  }

  destroy(key: KeyValues, resource: AdapterResource): Promise<object> {
    return this.#delegate(resource.model).delete({ where: uniqueWhere(this.#datamodel, resource, key) })
  }

  override async destroyAll(keys: readonly KeyValues[], resource: AdapterResource): Promise<void> {
    if (this.destroy !== PrismaAdapter.prototype.destroy) return super.destroyAll(keys, resource)
    for (const piece of inPieces(keys, keysAtOnce(this, resource.primaryKey))) {
      await destroyRecords(this.#delegate(resource.model), piece, resource)
    }
  }

  associate(parent: object, child: object, association: Association): Promise<void> | void {
    const { join } = association
    if (!join) return putInMemory(parent, child, association)
    const writing = this.#writing
    return import('./bulk-joins.js').then(({ joinChild }) =>
      joinChild(writing, { parent, child, association, join }),
    )
  }

  override async associateAll(
    parent: object,
    children: readonly object[],
    association: Association,
  ): Promise<void> {
    const { bulkJoinOf } = await import('./bulk-joins.js')
    const joins = bulkJoinOf(this.#datamodel, association)
    if (association.join && !joins) return super.associateAll(parent, children, association)
    for (const piece of inPieces(children, keysAtOnce(this, association.target.primaryKey))) {
      await joins?.add(this.client, parent, piece)
    }
    for (const child of children) putInMemory(parent, child, association)
  }

  override joinsOnce(association: Association): boolean {
    return hasKeyOfPair(this.#datamodel, association)
  }

  override async disassociateAll(
    parent: object,
    children: readonly object[],
    association: Association,
  ): Promise<void> {
    const { bulkJoinOf } = await import('./bulk-joins.js')
    const joins = bulkJoinOf(this.#datamodel, association)
    if (association.join && !joins) return super.disassociateAll(parent, children, association)
    for (const piece of inPieces(children, keysAtOnce(this, association.target.primaryKey))) {
      await joins?.remove(this.client, parent, piece)
    }
    for (const child of children) takeFromMemory(parent, child, association)
  }

  async disassociate(parent: object, child: object, association: Association): Promise<void> {
    const { join } = association
    if (join) await removeJoin(this.#writing, { parent, child, association, join })
    takeFromMemory(parent, child, association)
  }

  override faultOf(error: unknown, resource?: AdapterResource): StoreFault | undefined {
    return faultOfPrisma(error, this.#datamodel, resource)
  }

  transaction<Result>(block: () => Promise<Result>, needs: TransactionNeeds = {}): Promise<Result> {
    if (this.inTransaction) return block()
    currentRequest().noteWriteTo(this.#client)
    return this.#guarded((client) => withTransaction(this.#client, client, block), needs)
  }

  #find({ model }: PrismaScope, parameters: object): Promise<object[]> {
    const reading = { datamodel: this.#datamodel, model, parameters, maxKeys: this.maxKeys }
    return this.#read((client) => findWithJoins({ ...reading, client }))
  }

  /** A replica may not have yet what the request, or its client, has written: then it is read in a transaction, at the primary. */
  async #read<Result>(run: (client: object) => Promise<Result>): Promise<Result> {
    if (!this.#isChecked) await this.#check()
    try {
      return hasReplicas(this.#client) && !this.inTransaction && this.#readsAtPrimary()
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
    const { guardedTransaction } = await import('./guarded-transaction.js')
    return guardedTransaction(this.#client, run, needs, this.#provider, this.#options.transaction)
  }

  /** Finds out at the first use whether SQLite is what `literalLike` makes of it. */
  async #check(): Promise<void> {
    if (this.#provider === 'sqlite') {
      const { checkSqlite } = await import('./check-sqlite.js')
      await checkSqlite(this.#client, this.client, this.#datamodel)
    }
    this.#isChecked = true
  }

  #readsAtPrimary(): boolean {
    const { readsAtPrimary } = this.#options
    return currentRequest().hasWrittenTo(this.#client) || readsAtPrimary?.(currentFrame().context) === true
  }

  /** What is known of the store. */
  get #datamodel(): Datamodel {
    return this.#all.datamodel
  }

  get #dialect(): Omit<Dialect, 'model'> {
    return this.#all.dialect
  }

  get #all(): Known {
    if (this.#known) return this.#known
    const datamodel = datamodelOf(this.#facts, this.#options.provider)
    const dialect = dialectOf(datamodel)
    this.#known = { datamodel, dialect }
    return this.#known
  }

  /** The database. Throws UnknownDatabase where nobody has said which one it is. */
  get #provider(): string {
    const { provider } = this.#datamodel
    if (provider === undefined) throw new UnknownDatabase()
    return provider
  }

  get #writing(): Creating {
    return {
      datamodel: this.#datamodel,
      client: this.client,
      batches: this.#options.batches ?? !isExtended(this.#client),
      provider: this.#provider,
      maxKeys: this.maxKeys,
    }
  }

  #delegate(model: unknown): PrismaDelegate {
    return delegateOf(this.client, model)
  }
}
