import { memberOf } from '../cast.js'

/** A transaction that the store had aborted before it was to be committed: nothing of it is written. */
export class AbortedTransaction extends Error {
  /** @param cause what the store has refused first */
  constructor(cause: unknown) {
    super(
      'The store has aborted the transaction for an error that was caught and not thrown again: nothing is written.',
      { cause },
    )
  }
}

/** MariaDB's and MySQL's numbers of a refusal that undoes all of the transaction: a deadlock, a full table of locks, a changed record. */
const LOST: ReadonlySet<string> = new Set(['1213', '1206', '1020'])

/** Whether an error of the driver adapter says that the store has undone the transaction, and begun anew. */
export const isLost = (error: unknown): boolean =>
  LOST.has(String(memberOf(Object(memberOf(Object(error), 'cause')), 'originalCode')))
