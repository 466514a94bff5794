/**
 * The reason why a store rejected something, in a form that all stores share. It lists the columns that caused the
 * rejection, including foreign keys. The list is empty if the store does not name them.
 */
export type Refusal =
  | {
      readonly kind: 'unique' | 'foreignKey' | 'notNull' | 'tooLong' | 'outOfRange' | 'tooPrecise'
      readonly columns: readonly string[]
    }
  /**
   * A value that does not fit its column's type. If a read cannot compare, order or calculate by the column, the fault
   * also names the parameter that requested this.
   */
  | {
      readonly kind: 'misfit'
      readonly columns: readonly string[]
      readonly parameter?: 'filter' | 'sort' | 'stats'
    }
  /** A rule of the store, such as a CHECK constraint, is violated. The store does not say which values violate it. */
  | { readonly kind: 'check' }
  /** Two records that a join connects share columns of their keys, such as a tenant's, but their values differ. */
  | { readonly kind: 'disagreement'; readonly columns: readonly string[] }
  /** The record does not exist, has been deleted, or has a different version. */
  | { readonly kind: 'notFound' }
  /** A serialization failure or a deadlock: another attempt may succeed. */
  | { readonly kind: 'conflict' }
  /** Another writer has locked the whole store. The write waits and is tried again. */
  | { readonly kind: 'busy' }
  /** The store has rolled back the transaction because of an error that the application caught. Nothing is written. */
  | { readonly kind: 'aborted' }
  /**
   * The store cannot be reached, or is overloaded. `isRolledBack` tells whether it is certain that the transaction was
   * rolled back.
   */
  | { readonly kind: 'unavailable'; readonly isRolledBack?: boolean }

/**
 * The meaning of an error: a rejection by the store, or `none`. Even for `none`, the store may have reported the
 * error itself. In that case, a transaction whose COMMIT fails with this error has certainly been rolled
 * back.
 */
export type StoreFault = (Refusal | { readonly kind: 'none'; readonly isRolledBack?: boolean }) & {
  /**
   * The command to run if the store does not exist yet. It is printed below the error to help users who start a server
   * for the first time.
   */
  readonly cure?: string
}
