import type { StoreFault } from './fault.js'
import type { StoredType } from './stored-type.js'
import type { KeyValues } from '../value/key.js'
import type { AttributeType } from '../vocabulary/type.js'
import type { Direction } from '../shape/shape.js'
import type { Calculation } from '../vocabulary/calculations.js'
import type { Condition, JoinedLink, Link } from './condition.js'
import { columnValues } from './column-values.js'
import type { StoreFacts } from './store-facts.js'
import type { RecordLocks, TransactionNeeds } from './transaction-needs.js'

/** What an adapter may know of the resource that it works for. */
export interface AdapterResource {
  /** The JSON:API type. */
  readonly type: string
  /** What `model` declared. */
  readonly model: unknown
  /** The columns that tell a record from all others, in the order of its id (rule 22.2): mostly one. */
  readonly primaryKey: readonly string[]
  /**
   * The column of optimistic locking, if there is one. Among the parameters of `update` it is the version that was
   * read. The adapter writes only if the record still has that version, and counts it up in the same step. Where it is
   * not among them, the adapter compares nothing, and counts up all the same.
   */
  readonly version: string | undefined
  /** The columns whose type is a decimal or a bigint: their sums are exact. */
  readonly exact: ReadonlySet<string>
}

/** A relation of the store: where it leads, by which columns, and whether to many records. */
export interface StoreRelation {
  /** The model that it leads to, as a resource declares it. */
  readonly model: unknown
  readonly many: boolean
  /** The columns of this side, and those of the other, pair by pair; undefined where a join holds them. */
  readonly columns: readonly string[] | undefined
  readonly referred: readonly string[] | undefined
}

/** One key to order by, with the to-one relations that lead to it. */
export interface Order {
  readonly through: readonly string[]
  readonly column: string
  readonly direction: Direction
  /** Whether the column may be null; undefined where that is not known. */
  readonly nullable?: boolean | undefined
}

/** One built-in calculation to make; the column `total` with `count` counts rows (rule 6.1). */
export interface StatRequest {
  readonly column: string
  readonly calculation: Calculation
  /** Of a column that is called `total`: its distinct values are counted, as those of any other, and not the rows. */
  readonly distinct?: true
}

/** The join of a many-to-many: the relation of the related model, and the columns of this side's key on it. */
export interface Join<Scope = unknown> {
  readonly relation: string
  readonly key: readonly string[]
  /** What the records of the join model have to pass, where a policy says so: others join nothing. */
  readonly condition?: Condition<Scope> | undefined
}

/** What a store keeps of the join of a many-to-many. */
export interface JoinRecords {
  /** What the two sides of one join have in common, and other joins do not. */
  readonly name: string
  /** What a resource over the join model declares as its model; undefined where the store keeps the join by itself. */
  readonly model?: unknown
  /** The columns of the join model that refer to this side. */
  readonly key: readonly string[]
  /** Those that refer to the related records, and the columns of these that they refer to. */
  readonly otherKey: readonly string[]
  readonly otherReferences: readonly string[]
}

/** A relationship as an adapter has to know it to write it. */
export interface Association {
  readonly name: string
  readonly kind: string
  readonly many: boolean
  /** The resources of the parent and of the child. */
  readonly owner: AdapterResource
  readonly target: AdapterResource
  /** Of a many-to-many, with the columns of the parent whose values the join's key has. */
  readonly join?: (Join & { readonly parentKey: readonly string[] }) | undefined
}

/**
 * Reusable Resource configuration for one kind of data store (rule 23.6): how a scope is filtered, ordered,
 * paginated and resolved, how records are written, and how related records are found. One instance serves a Resource
 * class and its subclasses.
 *
 * A scope is immutable: every method that takes one returns another. Values arrive in the types of the attributes, names
 * are those of columns (rule 22.1), and nothing of a request is a name that the Resource does not declare. `@jsonapi-gen/runtime/testing`
 * has the contract that an adapter of your own can be tested by.
 */
export abstract class Adapter<Scope = unknown> {
  /** Whether `filter` takes groups (`and`, `or`, `not`); a request for one is a BadFilter otherwise. */
  abstract readonly groups: boolean
  /** Whether `keys` works; a page of a sideload of several parents is refused otherwise (rule 5.3). */
  abstract readonly readsKeys: boolean

  /**
   * Takes what is known of the store. A resource that declares facts hands them over when it is declared, before anything is
   * asked; several may, and the last one counts where they differ. An adapter that asks its store itself ignores them.
   */
  learn(_facts: StoreFacts): void {}

  /**
   * How many values of keys `filter` and `joined` take in one list: of a key of two columns, half as many keys. Sideloads of
   * more parents are read in pieces.
   */
  get maxKeys(): number {
    return Number.POSITIVE_INFINITY
  }
  /** The type of a column that is no declared attribute, such as a foreign key, where the store tells (rule 9.3). */
  columnType(_column: string, _resource: AdapterResource): AttributeType | undefined {
    return undefined
  }

  /** Whether the store has a column of that name, by which it can filter and sort; undefined where it does not tell. */
  hasColumn(_column: string, _resource: AdapterResource): boolean | undefined {
    return undefined
  }

  /** What the store can do with a column, where that is less than the type of its attribute can (rule 23.12). */
  storedType?(column: string, resource: AdapterResource): StoredType | undefined
  /**
   * What the relation of that name is; null if the store has none, undefined where it does not tell. `createApi` compares
   * it with the relationship that is named after it.
   */
  relation(_name: string, _resource: AdapterResource): StoreRelation | null | undefined {
    return undefined
  }

  /**
   * The type of a column by whose values a cursor can say where a page ends (rule 24.3), `nullable` if the store may have
   * null there. `filter` has to take `gt`, `lt` and `eq` of such a value, as `order` puts it: two values are equal only if
   * `order` does not tell them apart, and a value that was read is found again. An enum is found by `eq` alone. Undefined
   * if the column is not such a one, as a timestamp that is finer than a JavaScript date.
   */
  cursorType(_column: string, _resource: AdapterResource): AttributeType | undefined {
    return undefined
  }

  /** The scope of all records of the resource. */
  abstract baseScope(resource: AdapterResource): Scope
  /**
   * The scope that an application means by an object that it gives in place of one (rule 8.2). By default it is that object.
   * An adapter may know a short form, which narrows the base scope, and refuses what it does not know.
   */
  scopeOf(given: unknown, _base: () => unknown, _resource: AdapterResource): unknown {
    return given
  }
  /** The scope narrowed to what the condition holds for (rules 3.4, 3.5). */
  abstract filter(scope: Scope, condition: Condition<Scope>, resource: AdapterResource): Scope
  /**
   * What a record must pass to be in the scope, and nothing else of it: a filter through a relationship holds it
   * against the records on its way (rule 22.3). Throws an Error if the scope has more than a condition, such as an
   * order, a page or relations to load. These have no meaning here, and dropping them would show what they hide.
   */
  abstract condition(scope: Scope, resource: AdapterResource): Condition<Scope>
  /** Whether a value is a scope of a resource: what a policy returns and is none lets nothing through (rule 14.10). */
  isScope(value: unknown, _resource: AdapterResource): boolean {
    return typeof value === 'object' && value !== null
  }
  /** The scope with one more key to order by, behind those that it has (rule 4.1). */
  abstract order(scope: Scope, order: Order, resource: AdapterResource): Scope
  /** Whether `order` can go through these to-one relations; a sort by one that it can't is a BadSort (rule 4.1). */
  ordersThrough(_relations: readonly string[], _resource: AdapterResource): boolean {
    return false
  }
  /** What tells whether two adapters are of one store, as two instances over one client are: equal for these. */
  get store(): object {
    return this
  }
  /**
   * Whether `filter` takes a condition on some related record of this relationship to many. Both sides are in this
   * adapter's store. Where it does not, the keys of the related records are read first, which works for a `keyed` one alone
   * (rule 3.9).
   */
  filtersSome(_link: Link, _resource: AdapterResource): boolean {
    return false
  }
  /** The page of the scope: its number from 1 and its size (specification 4.2). */
  abstract paginate(scope: Scope, page: number, size: number, resource: AdapterResource): Scope
  /** The paginated scope with one more record at its end, to tell whether there is a next page; undefined if it can't. */
  abstract withOneMore(scope: Scope): Scope | undefined
  /**
   * The scope with at most so many of its records, the first ones: an answer has only so much room (rule 14.4). Undefined
   * where it can't be told; what `resolve` returns is then counted afterwards.
   */
  atMost(_scope: Scope, _count: number, _resource: AdapterResource): Scope | undefined {
    return undefined
  }
  /** The records of the scope, in its order. */
  abstract resolve(scope: Scope, resource: AdapterResource): Promise<object[]>
  /** The built-in stats over the scope, in the order of the requests, in as few queries as the store allows (rule 6.3). */
  abstract stats(
    scope: Scope,
    requests: readonly StatRequest[],
    resource: AdapterResource,
  ): Promise<unknown[]>

  /**
   * What the store keeps of a join, by the resource of the related records (rule 14.16). Where an adapter does not tell, all
   * many-to-many between two resources count as one join. One that tells of a join model narrows by `condition` of a join.
   */
  joinRecords(_join: Join, _resource: AdapterResource): JoinRecords | undefined {
    return undefined
  }
  /** Why a many-to-many of a resource is none of the store, as far as that tells: a sentence about its join. */
  joinFault(_link: JoinedLink, _resource: AdapterResource): string | undefined {
    return undefined
  }
  /** The scope narrowed to the children of the parents whose keys are given, over a join (rule 9.2). */
  abstract joined(
    scope: Scope,
    join: Join<Scope>,
    parents: readonly KeyValues[],
    resource: AdapterResource,
  ): Scope
  /** The keys of the parents that a child, resolved from a joined scope, belongs to: the values of the join's columns. */
  abstract parentsOf(child: object, join: Join): readonly KeyValues[]
  /** The records of the scope, in its order, with nothing but these columns (and, where it is joined, its join) read. */
  abstract keys(scope: Scope, columns: readonly string[], resource: AdapterResource): Promise<object[]>
  /** What the query log says of a scope: the arguments that the store gets. */
  abstract describe(scope: Scope): unknown

  /** Creates a record from the parameters, by column: attributes, id and foreign keys (specification 4.3). */
  abstract create(parameters: Readonly<Record<string, unknown>>, resource: AdapterResource): Promise<object>
  /**
   * Creates several records in as few statements as the store allows, and returns them in the order of the parameters. It
   * returns undefined, and has created none, if it can't do that for these; each is created by `create` then. So it is
   * without this method. Throws what `create` throws, for any of the records, and an Error if it can't tell which record is
   * of which parameters. The transaction is then rolled back, and each record is created by `create` in another one.
   */
  createAll?(
    parameters: readonly Readonly<Record<string, unknown>>[],
    resource: AdapterResource,
  ): Promise<readonly object[] | undefined>
  /** Updates the record whose key is among the parameters. */
  abstract update(parameters: Readonly<Record<string, unknown>>, resource: AdapterResource): Promise<object>
  /**
   * Sets the same values in all records of these keys, in as few statements as the store allows; by `update`, one after the
   * other, unless an adapter can do better. It throws what `update` throws, and for any of the records.
   */
  async updateAll(
    keys: readonly KeyValues[],
    values: Readonly<Record<string, unknown>>,
    resource: AdapterResource,
  ): Promise<void> {
    for (const key of keys) {
      await this.update({ ...values, ...columnValues(resource.primaryKey, key) }, resource)
    }
  }
  /**
   * Counts the version of a record up if it is still the one that was read. So nobody else can change the record before the
   * end of the transaction. Throws what `update` throws for a record that is not there. Without it, a record is destroyed on
   * a condition in a serializable transaction (rule 26.5).
   */
  holdVersion?(key: KeyValues, version: unknown, resource: AdapterResource): Promise<void>
  /**
   * Locks records until the end of the transaction, one after the other in the order of their keys, and changes nothing of them.
   * Of two transactions that lock a record, the second waits, unless both share the lock. What it reads then is what the first has
   * left. A write of a set takes it in front of everything that it reads (rule 11.16): so parallel replacements of one set come
   * one after the other. Without it, a store has to run such transactions one after the other by itself.
   *
   * @returns how many records it has found; undefined where the store has no such lock
   */
  lockRecords?(locks: RecordLocks, resource: AdapterResource): Promise<number | undefined>
  /** Destroys the record of that key and returns it as it was. */
  abstract destroy(key: KeyValues, resource: AdapterResource): Promise<object>
  /**
   * Destroys the records of these keys, in as few statements as the store allows; by `destroy`, one after the other, unless an
   * adapter can do better. It throws what `destroy` throws, and for any of the records.
   */
  async destroyAll(keys: readonly KeyValues[], resource: AdapterResource): Promise<void> {
    for (const key of keys) await this.destroy(key, resource)
  }
  /** Puts a child into a parent's association, in memory; a join that is not there yet is made in the store. */
  abstract associate(parent: object, child: object, association: Association): Promise<void> | void
  /** Associates several children at once, as `associate` does one of them: one after the other, unless an adapter can do better. */
  async associateAll(parent: object, children: readonly object[], association: Association): Promise<void> {
    for (const child of children) await this.associate(parent, child, association)
  }
  /**
   * Whether a join of a pair that is joined already is refused or found by the store itself, however many writers make it at
   * the same time. Where it is not, a write that joins records runs in a serializable transaction (rule 11.4).
   */
  joinsOnce(_association: Association): boolean {
    return true
  }
  /** Takes a child out of a parent's association, in memory; a join is removed from the store. */
  abstract disassociate(parent: object, child: object, association: Association): Promise<void> | void
  /** Disassociates several children at once, as `disassociate` does one of them. */
  async disassociateAll(
    parent: object,
    children: readonly object[],
    association: Association,
  ): Promise<void> {
    for (const child of children) await this.disassociate(parent, child, association)
  }
  /** Runs the block in one transaction; a throw rolls back and is rethrown (rules 11.5, 11.7). */
  abstract transaction<Result>(block: () => Promise<Result>, needs?: TransactionNeeds): Promise<Result>
  /** What an error of the store means; undefined for one that is none of its refusals. */
  faultOf(_error: unknown, _resource?: AdapterResource): StoreFault | undefined {
    return undefined
  }
  /**
   * What to type where an error says that the store is not made yet, or is not there (rule 14.7). It is printed below the
   * error, for whoever starts a server for the first time.
   */
  readonly cureOf?: (error: unknown) => string | undefined
  /** Whether a transaction of this adapter is under way: then queries run one after the other (rule 9.4). */
  abstract get inTransaction(): boolean
}
