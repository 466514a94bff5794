import type { Datamodel } from '../datamodel/datamodel.js'

/**
 * Describes a store as data: its identity, its models, and what it can do. The runtime uses only this
 * description, and derives from it everything that a datamodel implies, such as the type of a column or the
 * rows of a join.
 */
export interface AdapterFacts {
  /**
   * Identifies the store. Two adapters share a store if this is the same object for both, for example if they use the
   * same client.
   */
  readonly store: object
  /** The models of the store. A model that is missing here may have any column and any relation. */
  readonly datamodel: Datamodel
  readonly can: Abilities
}

/** The abilities of a store. The contract suite tests each of them that an adapter declares. */
export interface Abilities {
  /** Whether `narrow` accepts conditions. Otherwise, each filter of a resource needs a function. */
  readonly filter: boolean
  /** Whether `narrow` accepts groups (`and`, `or`, `not`). Otherwise, a request with a group throws a BadFilter. */
  readonly filterByGroups: boolean
  /**
   * Whether `narrow` accepts conditions `through` to-one relations. A condition contains only their names, so the store
   * must know the columns. Otherwise, `createApi` rejects such filters.
   */
  readonly filterThrough: boolean
  /**
   * Whether `narrow` accepts conditions on the records of to-many relationships that are relations of the datamodel. Both
   * sides are in this store. Otherwise, the keys of the related records are read first, which works only without a join.
   */
  readonly filterSome: boolean
  /**
   * The maximum number of key values in one list that `narrow` accepts. A key with two columns counts twice. Sideloads
   * with more parents are read in batches.
   */
  readonly maxKeys: number
  /**
   * Whether `arrange` can order by a column at the end of a path of to-one relations that the datamodel
   * contains, or does not rule out. Otherwise, such a sort throws a BadSort.
   */
  readonly orderThrough: boolean
  /**
   * Whether `arrange` can keep only the first records of each parent. Otherwise, the keys of all children are read, and
   * the rest are dropped.
   */
  readonly cutPages: boolean
  /** Whether `read` accepts columns. Otherwise, a page of a sideload for several parents is rejected. */
  readonly readColumns: boolean
  /** Whether `stats` can calculate. Otherwise, each stat of a resource needs a function. */
  readonly calculate: boolean
  /**
   * Whether `write` is supported. Otherwise, a resource must override `create`, `update`, `destroy`, `associate` and
   * `disassociate`.
   */
  readonly write: boolean
  /**
   * Whether an `insert` and an `update` of one record return the whole record, as `read` returns it: a plain object
   * with the stored values instead of the given ones. Otherwise, the records are read back for the response to a write.
   */
  readonly returnRecords: boolean
  /**
   * Whether an `update` or a `delete` by key finds exactly what a read by that key finds. A plain write is then not
   * preceded by a read.
   */
  readonly findByKey: boolean
  /** Whether `write` locks records. Otherwise, the store itself must serialize transactions that write the same set. */
  readonly lock: boolean
  /**
   * Whether `write` can prevent changes to a record's version. Otherwise, a conditional destroy runs in a serializable
   * transaction.
   */
  readonly holdVersions: boolean
  /**
   * Whether `write` reports the changes that statements cause, through triggers or foreign keys, in rows that
   * they do not name. Otherwise, there must be no such changes.
   */
  readonly reportSideEffects: boolean
  /** Whether a failure in `transaction` rolls everything back. Queries in one transaction run one at a time. */
  readonly rollBack: boolean
  /**
   * Whether the adapter honors `isOneStep` in the needs of a transaction. Its `transaction` then calls
   * `withTransaction` whenever it opens a transaction, so that the runtime knows when a step is durable.
   */
  readonly commitOneStep: boolean
}

/**
 * The facts of a store that supports filters, calculations, writes and transactions. An adapter adds the
 * other abilities of its store, and the models if they are known:
 *
 * ```ts
 * const facts = (adapter: Adapter): AdapterFacts => factsOf(adapter, { filterByGroups: true, readColumns: true });
 * ```
 */
export const factsOf = (
  store: object,
  can: Partial<Abilities> = {},
  datamodel: Datamodel = UNKNOWN_MODELS,
): AdapterFacts => Object.freeze({ store, datamodel, can: Object.freeze({ ...USUAL, ...can }) })

const UNKNOWN_MODELS: Datamodel = Object.freeze({
  provider: undefined,
  emulatesKeys: false,
  anyNull: undefined,
  models: new Map(),
  misfits: [],
})

const USUAL: Abilities = Object.freeze({
  filter: true,
  filterByGroups: false,
  filterThrough: false,
  filterSome: false,
  maxKeys: Number.POSITIVE_INFINITY,
  orderThrough: false,
  cutPages: false,
  readColumns: false,
  calculate: true,
  write: true,
  returnRecords: false,
  findByKey: false,
  lock: false,
  holdVersions: false,
  reportSideEffects: false,
  rollBack: true,
  commitOneStep: false,
})
