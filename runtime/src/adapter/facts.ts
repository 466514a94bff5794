import type { AttributeType } from '../vocabulary/type.js'
import type { JoinedLink, Link } from './condition.js'
import type { Join } from './narrowing.js'
import type { Association } from './store-step.js'
import type { StoredType } from './stored-type.js'

/** What a store can do for a resource, and its limits. */
export interface AdapterFacts {
  /** What tells whether two adapters are of one store, as two instances over one client are: equal for these. */
  readonly store: object
  /** Whether `narrow` takes conditions; a resource gives each filter a function of its own otherwise. */
  readonly filters: boolean
  /** Whether `stats` calculates; a resource gives each stat a function of its own otherwise. */
  readonly calculates: boolean
  /** Whether `write` writes; a resource overrides `create`, `update`, `destroy`, `associate` and `disassociate` otherwise. */
  readonly writes: boolean
  /** Whether what fails in `transaction` leaves nothing behind. Queries of one transaction run one after the other (rule 9.4). */
  readonly transacts: boolean
  /** Whether `narrow` takes groups (`and`, `or`, `not`); a request for one is a BadFilter otherwise. */
  readonly groups: boolean
  /** Whether `read` takes columns; a page of a sideload of several parents is refused otherwise (rule 5.3). */
  readonly readsKeys: boolean
  /**
   * How many values of keys `narrow` takes in one list: of a key of two columns, half as many keys. Sideloads of more parents are
   * read in pieces.
   */
  readonly maxKeys: number
  /**
   * Whether `write` locks records. Without locks, a store has to run transactions that write one set one after the other by
   * itself (rule 11.16).
   */
  readonly locks: boolean
  /** Whether `write` holds a version. Without, a record is destroyed on a condition in a serializable transaction (rule 26.5). */
  readonly holdsVersions: boolean
  /**
   * The type of a column, also of one that is no declared attribute, such as a foreign key (rule 9.3): `none` where the store has
   * no column of that name, `untold` where it does not tell.
   */
  readonly column: (name: string) => AttributeType | 'none' | 'untold'
  /** What the store can do with a column, where that is less than the type of its attribute can (rule 23.12). */
  readonly storedType: (column: string) => StoredType | 'ofAttribute'
  /**
   * The type of a column by whose values a cursor can say where a page ends (rule 24.3), `nullable` if the store may have
   * null there. `narrow` has to take `gt`, `lt` and `eq` of such a value, as `arrange` orders by it: two values are equal only if
   * the order does not tell them apart, and a value that was read is found again. An enum is found by `eq` alone. It is `none`
   * for any other column, as for a timestamp that is finer than a JavaScript date.
   */
  readonly cursorType: (column: string) => AttributeType | 'none'
  /**
   * What the relation of that name is: `none` if the store has no such relation, `untold` where it does not tell. `createApi`
   * compares it with the relationship that is named after it.
   */
  readonly relation: (name: string) => StoreRelation | 'none' | 'untold'
  /** Whether `narrow` takes conditions `through` these to-one relations; `createApi` refuses a filter through others (rule 3.5). */
  readonly filtersThrough: (relations: readonly string[]) => boolean
  /** Whether an order can go through these to-one relations; a sort by one that it can't is a BadSort (rule 4.1). */
  readonly ordersThrough: (relations: readonly string[]) => boolean
  /**
   * Whether `narrow` takes a condition on some related record of this relationship to many. Both sides are in this store. Where it
   * does not, the keys of the related records are read first, which works for a `keyed` one alone (rule 3.9).
   */
  readonly filtersSome: (link: Link) => boolean
  /**
   * What the store keeps of a join, by the resource of the related records (rule 14.16). Where an adapter does not tell, all
   * many-to-many between two resources count as one join. One that tells of a join model narrows by `condition` of a join.
   */
  readonly joinRecords: (join: Join) => JoinRecords | 'untold'
  /** Why a many-to-many of the resource is none of the store, as far as that tells: sentences about its join. */
  readonly joinFaults: (link: JoinedLink) => readonly string[]
  /**
   * Whether a join of a pair that is joined already is refused or found by the store itself, however many writers make it at
   * the same time. Where it is not, a write that joins records runs in a serializable transaction (rule 11.4).
   */
  readonly joinsOnce: (association: Association) => boolean
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

/**
 * The facts of a store of which little is known: it filters, calculates, writes and has transactions, as an adapter does whose
 * members are all there, and it tells nothing more. What is true besides, an adapter says itself:
 *
 * ```ts
 * const facts = (adapter: Adapter): AdapterFacts => factsOf(adapter, { groups: true, readsKeys: true })
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
    maxKeys: Number.POSITIVE_INFINITY,
    locks: false,
    holdsVersions: false,
    column: () => 'untold',
    storedType: () => 'ofAttribute',
    cursorType: () => 'none',
    relation: () => 'untold',
    filtersThrough: () => false,
    ordersThrough: () => false,
    filtersSome: () => false,
    joinRecords: () => 'untold',
    joinFaults: () => [],
    joinsOnce: () => true,
    ...told,
  })

/** What is told; undefined where a word says that nothing is. */
export const told = <Told extends object>(fact: Told | string): Told | undefined =>
  typeof fact === 'object' ? fact : undefined
