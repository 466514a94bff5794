import type { KeyValues } from '../value/key.js'

/** What a transaction has to be, besides one. */
export interface TransactionNeeds {
  /**
   * Whether what it has read must still hold when it commits, with what others write meanwhile: a polymorphic key has no
   * foreign key of the store's to see to that. A transaction that fails for it is a `conflict`.
   */
  readonly serializable?: boolean
  /**
   * Whether each of its reads has to see what others have committed by then, and not what was there at its first read. So a write
   * can lock the members of a set in the order of their keys, once it has read them.
   */
  readonly readsLatest?: boolean
}

/** Records of one resource to lock, until the transaction ends. */
export interface RecordLocks {
  /** The keys of records. */
  readonly keys: readonly KeyValues[]
  /** Of these, only those that have these values, by column; all of them where it is left out. */
  readonly having?: Readonly<Record<string, unknown>>
  /**
   * Besides, the records that have the values of one of these: the members of a set. They may be left out where the store would
   * lock more for it: then it finds a circle of waiting transactions, and undoes one of them.
   */
  readonly members: readonly Readonly<Record<string, unknown>>[]
  /** Whether other transactions may hold the lock too: nobody changes the records, and nobody changes sets of theirs. */
  readonly isShared: boolean
}
