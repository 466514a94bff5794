import type { KeyValues } from '../../value/key.js'

/** The requirements for a transaction. */
export interface TransactionNeeds {
  /**
   * Whether everything that the transaction has read must still be true when it commits, despite concurrent writers.
   * Polymorphic keys need this, because no foreign key protects them. If something has changed, the transaction fails
   * with a `conflict`.
   */
  readonly serializable?: boolean
  /**
   * Whether each read must see everything that was committed before it, not the state at the transaction's first read.
   * A write can then read the members of a set and lock them in the order of their keys.
   */
  readonly readsLatest?: boolean
  /**
   * Whether the block sends a single step that writes a single record, after reads whose results may become outdated.
   * If the store runs such a step atomically and within its time limits, the adapter may call the block outside a
   * transaction. Set only if `commitOneStep` is true.
   */
  readonly isOneStep?: boolean
}

/** Records of one resource to lock until the transaction ends. */
export interface RecordLocks {
  /** The keys of the records. */
  readonly keys: readonly KeyValues[]
  /** The values, by column, that a record must have to be locked; if omitted, all of the records are locked. */
  readonly having?: Readonly<Record<string, unknown>>
  /**
   * Further records to lock: the members of a set, each with one of these combinations of values. An adapter may
   * ignore this if the store would lock other records as well as these. The store then detects deadlocks and rolls one
   * transaction back.
   */
  readonly members: readonly Readonly<Record<string, unknown>>[]
  /** Whether other transactions may also hold the lock, in which case nobody can change the records or their sets. */
  readonly isShared: boolean
}
