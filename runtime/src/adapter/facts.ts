import type { AttributeType } from '../vocabulary/type.js'
import type { JoinedLink, Link } from './condition.js'
import type { Join } from './narrowing.js'
import type { Association } from './store-step.js'
import type { StoredType } from './stored-type.js'

/** What a store can do for a resource, and its limits. */
export interface AdapterFacts {
  /**
   * Identifies the store: two adapters with the same object here have the same store, such as two instances over one
   * client.
   */
  readonly store: object
  /** Whether `narrow` accepts conditions. Otherwise a resource gives each filter a function of its own. */
  readonly filters: boolean
  /** Whether `stats` calculates. Otherwise a resource gives each stat a function of its own. */
  readonly calculates: boolean
  /**
   * Whether `write` writes. Otherwise a resource overrides `create`, `update`, `destroy`, `associate` and
   * `disassociate`.
   */
  readonly writes: boolean
  /**
   * Whether a failure in `transaction` undoes everything. Queries of one transaction run one after the other (rule
   * 9.4).
   */
  readonly transacts: boolean
  /** Whether `narrow` accepts groups (`and`, `or`, `not`). Otherwise a request with a group is a BadFilter. */
  readonly groups: boolean
  /** Whether `read` accepts columns. Otherwise a page of a sideload for several parents is refused (rule 5.3). */
  readonly readsKeys: boolean
  /**
   * Whether `arrange` keeps the first records of each parent. Otherwise the keys of all children are read, and cut (rule
   * 5.3).
   */
  readonly cutsPages: boolean
  /**
   * How many values of keys `narrow` accepts in one list; a key of two columns counts twice. Sideloads with more
   * parents are read in pieces.
   */
  readonly maxKeys: number
  /**
   * Whether `write` locks records. Otherwise the store itself must run transactions that write the same set one after
   * the other (rule 11.16).
   */
  readonly locks: boolean
  /**
   * Whether `write` can hold a version. Otherwise a destroy with a condition runs in a serializable transaction (rule
   * 26.5).
   */
  readonly holdsVersions: boolean
  /**
   * Whether an `insert` of one record takes its new children and its links too. Otherwise they come in steps of their own
   * (rule 11.14).
   */
  readonly insertsChildren: boolean
  /**
   * Whether an `insert` and an `update` of one record return the whole record, as `read` returns it: a plain object with
   * the values of the store, not the given ones. Otherwise the answer of a write reads its records back (rule 11.9).
   */
  readonly returnsRecords: boolean
  /**
   * The type of a column, which need not be a declared attribute, such as a foreign key (rule 9.3): `none` if the store
   * has no such column, `untold` if it does not say.
   */
  readonly column: (name: string) => AttributeType | 'none' | 'untold'
  /** The store's limits for a column, if it can do less than the type of its attribute (rule 23.12). */
  readonly storedType: (column: string) => StoredType | 'ofAttribute'
  /**
   * The type of a column whose values may be part of a cursor (rule 24.3); `nullable` if the store may have null there.
   * `narrow` must accept `gt`, `lt`, `eq` and a comparison with null for such a column, in agreement with the order of `arrange`: two values are
   * equal only if the order does not distinguish them, and a value that was read is found again. Enums are compared
   * only by `eq`. `none` for any other column, such as a timestamp that is finer than a JavaScript date.
   */
  readonly cursorType: (column: string) => AttributeType | 'none'
  /**
   * The relation of that name: `none` if the store has no such relation, `untold` if it does not say. `createApi`
   * compares it with the relationship of that name. Names that the store does not tell are taken at their word.
   */
  readonly relation: (name: string) => StoreRelation | 'none' | 'untold'
  /**
   * Whether `narrow` accepts conditions `through` these to-one relations. The condition has only their names: the store
   * has to know their columns. If not, `createApi` refuses such filters (rule 3.5).
   */
  readonly filtersThrough: (relations: readonly string[]) => boolean
  /**
   * Whether the store can order by a column behind these to-one relations. If not, such a sort is a BadSort (rule 4.1).
   */
  readonly ordersThrough: (relations: readonly string[]) => boolean
  /**
   * Whether `narrow` accepts a condition on related records of this relationship to many. Both sides are in this store.
   * If not, the keys of the related records are read first, which works only for a `keyed` relationship (rule 3.9).
   */
  readonly filtersSome: (link: Link) => boolean
  /**
   * Whether the store finds the related records of this relationship to many without reading all of them, or reads them all in little
   * time. If not, a request has at most two filters through such relationships (rule 17.2).
   */
  readonly finds: (link: Link) => boolean
  /**
   * The store's facts about a join, seen from the resource of the related records (rule 14.16). If an adapter does not
   * say, all many-to-many relationships between two resources count as one join. An adapter that names a join model
   * must also accept the `condition` of a join in `narrow`.
   */
  readonly joinRecords: (join: Join) => JoinRecords | 'untold'
  /** The contradictions between a many-to-many of the resource and the store, as sentences about its join. */
  readonly joinFaults: (link: JoinedLink) => readonly string[]
  /**
   * Whether the store itself refuses or finds a second join of the same pair, even with many writers at once. If not, a
   * write that joins records runs in a serializable transaction (rule 11.4).
   */
  readonly joinsOnce: (association: Association) => boolean
  /** Whether `narrow` compares a column. If not, `createApi` refuses a filter by it, and no cursor has it. */
  readonly compares: (column: string) => boolean
  /**
   * The differences between the store that is opened and the declared facts, as sentences that say what to do.
   * `createApi` refuses to start with one.
   */
  readonly misfits: () => readonly string[]
}

/** A relation of the store: its target, its columns, and whether it leads to many records. */
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
 * Default facts of a store: it filters, calculates, writes and has transactions, as an adapter with all members does.
 * An adapter adds further facts:
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
