import type { KeyValues } from '../value/key.js'

/** Requirements of a transaction. */
export interface TransactionNeeds {
  /**
   * Whether everything that it read must still be true when it commits, despite other writers. This is necessary
   * because no foreign key protects a polymorphic key. If it is not true, the transaction fails with a `conflict`.
   */
  readonly serializable?: boolean
  /**
   * Whether each of its reads must see what others committed before it, instead of the state at the first read. A write
   * can then read the members of a set and lock them in the order of their keys.
   */
  readonly readsLatest?: boolean
}

/** Records of one resource to lock until the transaction ends. */
export interface RecordLocks {
  /** The keys of the records. */
  readonly keys: readonly KeyValues[]
  /** Lock only those of these records that have these values, by column; all of them without it. */
  readonly having?: Readonly<Record<string, unknown>>
  /**
   * Also lock the records that have one of these sets of values: the members of a set. An adapter may omit them if the
   * store would lock more than these records: the store then detects deadlocks and rolls one transaction back.
   */
  readonly members: readonly Readonly<Record<string, unknown>>[]
  /** Whether other transactions may hold the lock too: then nobody can change the records or their sets. */
  readonly isShared: boolean
}
