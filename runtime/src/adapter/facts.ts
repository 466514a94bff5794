import type { AttributeType } from '../vocabulary/type.js'
import type { AdapterRelation, Join } from './condition.js'
import { NO_SIDE_EFFECTS, type SideEffects } from './side-effects.js'
import type { StoredType } from './stored-type.js'

/** A store's capabilities and limits for a resource. */
export interface AdapterFacts {
  /**
   * Identifies the store. Two adapters share a store if this is the same object for both, for example if they use the
   * same client.
   */
  readonly store: object
  /** Whether `narrow` accepts conditions. Otherwise, each filter of a resource needs a function. */
  readonly filters: boolean
  /** Whether `stats` can calculate. Otherwise, each stat of a resource needs a function. */
  readonly calculates: boolean
  /**
   * Whether `write` is supported. Otherwise, a resource must override `create`, `update`, `destroy`, `associate` and
   * `disassociate`.
   */
  readonly writes: boolean
  /** Whether a failure in `transaction` rolls everything back. Queries in one transaction run one at a time. */
  readonly transacts: boolean
  /** Whether `narrow` accepts groups (`and`, `or`, `not`). Otherwise, a request with a group throws a BadFilter. */
  readonly groups: boolean
  /** Whether `read` accepts columns. Otherwise, a page of a sideload for several parents is rejected. */
  readonly readsKeys: boolean
  /**
   * Whether `arrange` can keep only the first records of each parent. Otherwise, the keys of all children are read, and
   * the rest are dropped.
   */
  readonly cutsPages: boolean
  /**
   * The maximum number of key values in one list that `narrow` accepts. A key with two columns counts twice. Sideloads
   * with more parents are read in batches.
   */
  readonly maxKeys: number
  /** Whether `write` locks records. Otherwise, the store itself must serialize transactions that write the same set. */
  readonly locks: boolean
  /**
   * Whether `write` can prevent changes to a record's version. Otherwise, a conditional destroy runs in a serializable
   * transaction.
   */
  readonly holdsVersions: boolean
  /**
   * Whether an `insert` of one record also accepts the record's new children and links. Otherwise, these are separate
   * steps.
   */
  readonly insertsChildren: boolean
  /**
   * Whether an `insert` and an `update` of one record return the whole record, as `read` returns it: a plain object
   * with the stored values instead of the given ones. Otherwise, the records are read back for the response to a write.
   */
  readonly returnsRecords: boolean
  /**
   * Whether the adapter honours `isOneStep` in the needs of a transaction. Its `transaction` then calls
   * `withTransaction` whenever it opens a transaction, so that the runtime knows when a step is durable.
   */
  readonly standsAlone: boolean
  /**
   * Whether an `update` or a `delete` by key finds exactly what a read by that key finds. A plain write is then not
   * preceded by a read.
   */
  readonly findsByKey: boolean
  /**
   * Returns the changes that statements cause in rows other than those that they name, through triggers or foreign
   * keys. By default, there are none. The runtime calls this function before the first transaction of a write begins. It
   * should query the store only once per process.
   */
  readonly sideEffects: () => Promise<SideEffects>
  /**
   * Returns the type of a column, which need not be a declared attribute. It may be a foreign key, for example. `none`
   * means that the store has no such column, and undefined that the adapter does not know.
   */
  readonly column: (name: string) => AttributeType | 'none' | undefined
  /**
   * Returns the store's limits for a column, if the store does not support everything that the attribute's type allows.
   */
  readonly storedType: (column: string) => StoredType | undefined
  /**
   * The type of a column whose values may be part of a cursor; `nullable` if the column may contain null. For such a
   * column, `narrow` must accept `gt`, `lt`, `eq` and comparisons with null, and these must agree with the order that
   * `arrange` produces. Two values are equal only if `arrange` does not order one before the other, and comparing with
   * a value that was read must match the record it came from. Enums are compared only by `eq`. Undefined for any
   * other column, such as a timestamp that is finer than a JavaScript date.
   */
  readonly cursorType: (column: string) => AttributeType | undefined
  /**
   * Returns the relation with that name: `none` if the store has no such relation, undefined if the adapter does
   * not know. `createApi` compares it with the relationship of the same name. Unknown relations are assumed to exist.
   */
  readonly relation: (name: string) => StoreRelation | 'none' | undefined
  /**
   * Whether `narrow` accepts conditions `through` these to-one relations. A condition contains only their names, so the
   * store must know the columns. Otherwise, `createApi` rejects such filters.
   */
  readonly filtersThrough: (relations: readonly string[]) => boolean
  /**
   * Whether the store can order by a column at the end of these to-one relations. Otherwise, such a sort throws a
   * BadSort.
   */
  readonly ordersThrough: (relations: readonly string[]) => boolean
  /**
   * Whether `narrow` accepts a condition on the records of this to-many relationship. Both sides are in this store.
   * Otherwise, the keys of the related records are read first, which works only without a join.
   */
  readonly filtersSome: (relation: AdapterRelation) => boolean
  /**
   * Whether the store can find related records of this to-many relationship without reading all of them, or can read
   * all of them quickly. Otherwise, a request may use at most two filters through such relationships.
   */
  readonly finds: (relation: AdapterRelation) => boolean
  /**
   * The store's facts about a join, seen from the resource of the related records. If an adapter does not know these
   * facts, all many-to-many relationships between two resources count as the same join. An adapter that names a join
   * model must also accept the `condition` of a join in `narrow`.
   */
  readonly joinRecords: (join: Join) => JoinRecords | undefined
  /** The contradictions between a many-to-many declaration and the store, as sentences about its join. */
  readonly joinFaults: (relation: AdapterRelation) => readonly string[]
  /**
   * Whether the store itself rejects or detects a second join of the same pair, even with concurrent writers.
   * Otherwise, a write that joins records runs in a serializable transaction.
   */
  readonly joinsOnce: (relation: AdapterRelation) => boolean
  /**
   * Whether `narrow` can compare a column. Otherwise, `createApi` rejects filters by that column, and cursors cannot
   * use it.
   */
  readonly compares: (column: string) => boolean
  /**
   * The differences between the actual store and the declared facts, as sentences with instructions. If there are any,
   * `createApi` throws.
   */
  readonly misfits: () => readonly string[]
}

/** A relation in the store: the target, the columns, and whether it is to-many. */
export interface StoreRelation {
  /** The target model, as a resource declares it. */
  readonly model: unknown
  readonly many: boolean
  /** The columns of this side and of the other side, in pairs; undefined if the key is in a join. */
  readonly columns: readonly string[] | undefined
  readonly referred: readonly string[] | undefined
}

/** The store's facts about the join of a many-to-many relationship. */
export interface JoinRecords {
  /** A name that both sides of the join share, and that no other join uses. */
  readonly name: string
  /**
   * The value that a resource over the join model declares as its model; undefined if the store manages the join
   * itself.
   */
  readonly model?: unknown
  /** The join model's columns that refer to this side. */
  readonly key: readonly string[]
  /** The join model's columns that refer to the related records, and the columns that these refer to. */
  readonly otherKey: readonly string[]
  readonly otherReferences: readonly string[]
}

/**
 * The default facts, for a store that supports filters, calculations, writes and transactions. An adapter can add more
 * facts:
 *
 * ```ts
 * const facts = (adapter: Adapter): AdapterFacts => factsOf(adapter, { groups: true, readsKeys: true });
 * ```
 */
export const factsOf = (store: object, known: Partial<AdapterFacts> = {}): AdapterFacts =>
  Object.freeze<AdapterFacts>({
    store,
    filters: true,
    calculates: true,
    writes: true,
    transacts: true,
    groups: false,
    readsKeys: false,
    cutsPages: false,
    maxKeys: Number.POSITIVE_INFINITY,
    locks: false,
    holdsVersions: false,
    insertsChildren: false,
    returnsRecords: false,
    standsAlone: false,
    findsByKey: false,
    sideEffects: () => Promise.resolve(NO_SIDE_EFFECTS),
    column: () => undefined,
    storedType: () => undefined,
    cursorType: () => undefined,
    relation: () => undefined,
    filtersThrough: () => false,
    ordersThrough: () => false,
    filtersSome: () => false,
    finds: () => true,
    joinRecords: () => undefined,
    joinFaults: () => [],
    joinsOnce: () => true,
    compares: () => true,
    misfits: () => [],
    ...known,
  })

/** The type of a column; undefined if the adapter does not know it, or the store has no such column. */
export function typeOfColumn(
  { column }: Pick<AdapterFacts, 'column'>,
  name: string,
): AttributeType | undefined {
  const type = column(name)
  return type === 'none' ? undefined : type
}
