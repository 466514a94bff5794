const underWay = new Set<Promise<unknown>>()

/** Tracks a transaction until its end, so that code that closes the store can wait for the transaction. */
export function noteTransaction(transaction: Promise<unknown>): void {
  underWay.add(transaction)
  const forget = (): void => void underWay.delete(transaction)
  transaction.then(forget, forget)
}

/**
 * Resolves as soon as no transaction of any store is running in this process, including those that begin while it
 * waits.
 */
export async function noTransactionUnderWay(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
