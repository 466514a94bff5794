const underWay = new Set<Promise<unknown>>()

/** Notes a transaction of a store until it has ended: whoever disconnects the store waits for it (rule 15.13). */
export function noteTransaction(transaction: Promise<unknown>): void {
  underWay.add(transaction)
  const forget = (): void => void underWay.delete(transaction)
  transaction.then(forget, forget)
}

/** Resolves once no transaction of any store is under way in this process, with those that begin meanwhile. */
export async function noTransactionUnderWay(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay)
}
