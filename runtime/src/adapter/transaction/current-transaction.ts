import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>()

/**
 * Runs a block in a transaction of a store. If an adapter runs its statements through a transaction object, it passes
 * that object, and `transactionOf` returns it.
 */
export const withTransaction = <Result>(store: object, transaction: unknown, block: () => Result): Result =>
  storage.run(new Map(storage.getStore()).set(store, transaction), block)

/** Returns the transaction object passed to `withTransaction` for a store; undefined outside such a transaction. */
export const transactionOf = (store: object): unknown => storage.getStore()?.get(store)

/** Whether the caller is in a transaction of the store. If so, queries run one at a time. */
export const isInTransaction = (store: object): boolean => storage.getStore()?.has(store) === true

/** Whether this code runs in a transaction of any store. */
export const isInAnyTransaction = (): boolean => storage.getStore() !== undefined
