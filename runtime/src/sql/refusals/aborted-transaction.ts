/** The store aborted the transaction before the commit, so nothing was written. */
export class AbortedTransaction extends Error {
  /** @param cause the first store error */
  constructor(cause: unknown) {
    super(
      'The store aborted the transaction because of an error that was caught and not rethrown, so nothing was written.',
      { cause },
    )
  }
}

/** The transaction cannot begin, because the request has already waited for locks as long as permitted. */
export class WaitedLongEnough extends Error {
  constructor() {
    super('The request waited too long for locks.')
  }
}

/**
 * The MariaDB and MySQL errors after which a transaction cannot continue. A deadlock, a full lock table and a changed
 * record undo the whole transaction. A lock time-out undoes only the statement, which leaves an operation half done.
 */
const LOST: ReadonlySet<string> = new Set(['1213', '1206', '1020', '1205'])

/** Whether an error with this number rolled back the transaction or part of it. */
export const isLostState = (code: string): boolean => LOST.has(code)
