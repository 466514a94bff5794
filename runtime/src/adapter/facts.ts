import type { AttributeType } from '../vocabulary/type.js'
import type { JoinedLink, Link } from './condition.js'
import type { Join } from './narrowing.js'
import type { Association } from './store-step.js'
import type { StoredType } from './stored-type.js'

/** What a store can do for a resource, and its limits. */
export interface AdapterFacts {
  /** Identifies the store: two adapters with the same object here share a store, such as two instances with one client. */
  readonly store: object
  /** Whether `narrow` accepts conditions. Otherwise, each filter of a resource needs a function. */
  readonly filters: boolean
  /** Whether `stats` calculates. Otherwise, each stat of a resource needs a function. */
  readonly calculates: boolean
  /**
   * Whether `write` writes. Otherwise, a resource must override `create`, `update`, `destroy`, `associate` and
   * `disassociate`.
   */
  readonly writes: boolean
  /** Whether a failure in `transaction` rolls everything back. Queries of one transaction run one at a time. */
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
   * How many key values `narrow` accepts in one list; a key of two columns counts twice. Sideloads with more parents
   * are read in batches.
   */
  readonly maxKeys: number
  /** Whether `write` locks records. Otherwise, the store itself must serialize transactions that write the same set. */
  readonly locks: boolean
  /**
   * Whether `write` can keep a record at its version. Otherwise, a conditional destroy runs in a serializable
   * transaction.
   */
  readonly holdsVersions: boolean
  /** Whether an `insert` of one record also accepts its new children and its links. Otherwise, these are separate steps. */
  readonly insertsChildren: boolean
  /**
   * Whether an `insert` and an `update` of one record return the whole record, as `read` returns it: a plain object
   * with the values of the store, not the given ones. Otherwise, the records are read back for the response to a write.
   */
  readonly returnsRecords: boolean
  /**
   * The type of a column, which need not be a declared attribute, such as a foreign key: `none` if the store has no
   * such column, `untold` if it does not know.
   */
  readonly column: (name: string) => AttributeType | 'none' | 'untold'
  /** The store's limits for a column, if it can do less than the type of its attribute. */
  readonly storedType: (column: string) => StoredType | 'ofAttribute'
  /**
   * The type of a column whose values may be part of a cursor; `nullable` if the store may have null there. `narrow`
   * must accept `gt`, `lt`, `eq` and a comparison with null for such a column, consistently with the order of
   * `arrange`: two values are equal only if the order does not distinguish them, and a comparison with a value that was
   * read finds its record. Enums are compared only by `eq`. `none` for any other column, such as a timestamp that is
   * finer than a JavaScript date.
   */
  readonly cursorType: (column: string) => AttributeType | 'none'
  /**
   * The relation of that name: `none` if the store has no such relation, `untold` if it does not know. `createApi`
   * compares it with the relationship of that name. Names that the store does not know are trusted.
   */
  readonly relation: (name: string) => StoreRelation | 'none' | 'untold'
  /**
   * Whether `narrow` accepts conditions `through` these to-one relations. The condition has only their names, so the
   * store must know their columns. If not, `createApi` rejects such filters.
   */
  readonly filtersThrough: (relations: readonly string[]) => boolean
  /** Whether the store can order by a column at the end of these to-one relations. If not, such a sort throws a BadSort. */
  readonly ordersThrough: (relations: readonly string[]) => boolean
  /**
   * Whether `narrow` accepts a condition on the records of this to-many relationship. Both sides are in this store. If
   * not, the keys of the related records are read first, which works only for a `keyed` relationship.
   */
  readonly filtersSome: (link: Link) => boolean
  /**
   * Whether the store finds the records of this to-many relationship without reading all of them, or reads them all
   * quickly. If not, a request may have at most two filters through such relationships.
   */
  readonly finds: (link: Link) => boolean
  /**
   * The store's facts about a join, seen from the resource of the related records. If an adapter does not know, all
   * many-to-many relationships between two resources count as one join. An adapter that names a join model must also
   * accept the `condition` of a join in `narrow`.
   */
  readonly joinRecords: (join: Join) => JoinRecords | 'untold'
  /** The contradictions between a many-to-many declaration and the store, as sentences about its join. */
  readonly joinFaults: (link: JoinedLink) => readonly string[]
  /**
   * Whether the store itself rejects or detects a second join of the same pair, even with concurrent writers. If not, a
   * write that joins records runs in a serializable transaction.
   */
  readonly joinsOnce: (association: Association) => boolean
  /** Whether `narrow` can compare a column. If not, `createApi` rejects a filter by it, and cursors cannot use it. */
  readonly compares: (column: string) => boolean
  /**
   * The differences between the actual store and the declared facts, as sentences that say what to do. If there are
   * any, `createApi` throws.
   */
  readonly misfits: () => readonly string[]
}

/** A relation of the store: its target, its columns, and whether it is to-many. */
export interface StoreRelation {
  /** The target model, as a resource declares it. */
  readonly model: unknown
  readonly many: boolean
  /** The columns of this side and of the other side, in pairs; undefined if a join holds them. */
  readonly columns: readonly string[] | undefined
  readonly referred: readonly string[] | undefined
}

/** The store's facts about the join of a many-to-many. */
export interface JoinRecords {
  /** A name that both sides of one join share, and that no other join has. */
  readonly name: string
  /**
   * The value that a resource over the join model declares as its model; undefined if the store manages the join
   * itself.
   */
  readonly model?: unknown
  /** The columns of the join model that refer to this side. */
  readonly key: readonly string[]
  /** The columns of the join model that refer to the related records, and the columns that they refer to. */
  readonly otherKey: readonly string[]
  readonly otherReferences: readonly string[]
}

/**
 * The default facts of a store, which filters, calculates, writes and has transactions. An adapter adds further facts:
 *
 * ```ts
 * const facts = (adapter: Adapter): AdapterFacts => factsOf(adapter, { groups: true, readsKeys: true });
 * ```
 */
export const factsOf = (store: object, told: Partial<AdapterFacts> = {}): AdapterFacts =>
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
    column: () => 'untold',
    storedType: () => 'ofAttribute',
    cursorType: () => 'none',
    relation: () => 'untold',
    filtersThrough: () => false,
    ordersThrough: () => false,
    filtersSome: () => false,
    finds: () => true,
    joinRecords: () => 'untold',
    joinFaults: () => [],
    joinsOnce: () => true,
    compares: () => true,
    misfits: () => [],
    ...told,
  })

/** The fact; undefined if a word says that there is none. */
export const told = <Told extends object>(fact: Told | string): Told | undefined =>
  typeof fact === 'object' ? fact : undefined
