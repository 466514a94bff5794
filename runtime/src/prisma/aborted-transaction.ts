import { memberOf } from '../base/cast.js'
import { causeOf } from './driver-states.js'

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

/** A transaction that does not begin, because its request has waited for locks for as long as it may (rule 23.11). */
export class WaitedLongEnough extends Error {
  constructor() {
    super('The request has waited for locks for as long as it may.')
  }
}

/**
 * MariaDB's and MySQL's numbers of a refusal behind which a transaction can't go on. A deadlock, a full table of locks and a
 * changed record undo all of it; a lock that was waited for too long undoes the statement alone, and leaves half of an operation.
 */
const LOST: ReadonlySet<string> = new Set(['1213', '1206', '1020', '1205'])

/** Whether an error says that the store has undone the transaction, or a part of it. */
export const isLost = (error: unknown): boolean =>
  error instanceof AbortedTransaction || LOST.has(String(memberOf(causeOf(Object(error)), 'originalCode')))
