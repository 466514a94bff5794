/**
 * The reason why a store rejected something, in a form that all stores share. It has the columns at fault, including
 * foreign keys; the list is empty if the store does not name them.
 */
export type Refusal =
  | {
      readonly kind: 'unique' | 'foreignKey' | 'notNull' | 'tooLong' | 'outOfRange' | 'tooPrecise' | 'misfit'
      readonly columns: readonly string[]
    }
  /** A rule of the store about values, such as a CHECK constraint. It does not say which values. */
  | { readonly kind: 'check' }
  /** Two records that a join connects share columns of their keys, such as a tenant's, but their values differ. */
  | { readonly kind: 'disagreement'; readonly columns: readonly string[] }
  /** The record does not exist (any more), or has another version. */
  | { readonly kind: 'notFound' }
  /** A serialisation failure or a deadlock: another attempt may succeed. */
  | { readonly kind: 'conflict' }
  /** Another writer holds the lock of the whole store: the write waits and is tried again. */
  | { readonly kind: 'busy' }
  /**
   * The store has rolled back the transaction because of an error that the application has caught. Nothing is written.
   */
  | { readonly kind: 'aborted' }
  /**
   * The store cannot be reached, or has no time. `isRolledBack` says whether the transaction is certainly rolled back.
   */
  | { readonly kind: 'unavailable'; readonly isRolledBack?: boolean }

/** The meaning of an error: a rejection by the store, or `none`. */
export type StoreFault = (Refusal | { readonly kind: 'none' }) & {
  /**
   * The command to run if the store does not exist yet. It is printed below the error, for users who start a server for
   * the first time.
   */
  readonly cure?: string
}
