/**
 * What a store has refused, in no store's words. The columns are those at fault as far as the store tells, foreign keys
 * included; none where it does not.
 */
export type Refusal =
  | {
      readonly kind: 'unique' | 'foreignKey' | 'notNull' | 'tooLong' | 'outOfRange' | 'tooPrecise' | 'misfit'
      readonly columns: readonly string[]
    }
  /** A rule that the store has of values, such as a CHECK constraint: it says nothing of which of them. */
  | { readonly kind: 'check' }
  /** Two records that a join is to hold together share columns of their keys, a tenant's, and differ in them. */
  | { readonly kind: 'disagreement'; readonly columns: readonly string[] }
  /** The record to write is not there (any more), or not in that version. */
  | { readonly kind: 'notFound' }
  /** A serialisation failure or a deadlock: another attempt may succeed. */
  | { readonly kind: 'conflict' }
  /** Somebody else holds the lock of the whole store: it is waited for, and the write tried again. */
  | { readonly kind: 'busy' }
  /** The store has undone the transaction because of an error that the application has caught. Nothing is written. */
  | { readonly kind: 'aborted' }
  /** The store can't be reached, or has no time; whether it is certain that the transaction is rolled back. */
  | { readonly kind: 'unavailable'; readonly isRolledBack?: boolean }

/** What an error means to a store: a refusal of its own, or `none`. */
export type StoreFault = (Refusal | { readonly kind: 'none' }) & {
  /**
   * What to type where the store is not made yet, or is not there (rule 14.7). It is printed below the error, for whoever starts a
   * server for the first time.
   */
  readonly cure?: string
}
