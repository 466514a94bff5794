import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>()

/**
 * Runs a block in a transaction of a store. An adapter whose statements go through an object of the transaction hands that over,
 * and asks for it by `transactionOf`.
 */
export const withTransaction = <Result>(store: object, transaction: unknown, block: () => Result): Result =>
  storage.run(new Map(storage.getStore()).set(store, transaction), block)

/** What `withTransaction` was given for a store; undefined outside of its transactions. */
export const transactionOf = (store: object): unknown => storage.getStore()?.get(store)

/** Whether a transaction of a store is under way here: then queries run one after the other (rule 9.4). */
export const isInTransaction = (store: object): boolean => storage.getStore()?.has(store) === true

/** Whether one of any store is. */
export const isInAnyTransaction = (): boolean => storage.getStore() !== undefined
