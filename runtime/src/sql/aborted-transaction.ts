/** The store had aborted the transaction before its commit, so nothing was written. */
export class AbortedTransaction extends Error {
  /** @param cause the first error of the store */
  constructor(cause: unknown) {
    super(
      'The store aborted the transaction because of an error that was caught and not rethrown: nothing was written.',
      { cause },
    )
  }
}

/** The transaction does not begin, because its request has already waited for locks as long as permitted. */
export class WaitedLongEnough extends Error {
  constructor() {
    super('The request waited for locks for the maximum time.')
  }
}

/**
 * The errors of MariaDB and MySQL after which a transaction cannot continue. A deadlock, a full table of locks and a
 * changed record undo the whole transaction. A time-out of a lock undoes only the statement, and leaves half of an
 * operation.
 */
const LOST: ReadonlySet<string> = new Set(['1213', '1206', '1020', '1205'])

/** Whether an error with this number rolled back the transaction, or a part of it. */
export const isLostState = (code: string): boolean => LOST.has(code)
