import type { Deadline } from '../deadline.js'
import { currentFrame, currentRequest } from '../frame.js'

/** The request that an adapter is serving: its context, its deadline, and the stores that it has written to. */
export interface ServedRequest {
  /** The object that guards receive: for a web framework, the controller instance. */
  readonly context: object | undefined
  /** The deadline, which must be notified of a COMMIT and its outcome. */
  readonly deadline: Pick<Deadline, 'remaining' | 'check' | 'error' | 'commits' | 'committed'>
  /** The time that writes have spent on waits and retries because of other writers, in milliseconds. */
  readonly timeInTheWay: number
  /** Records the first write to a store. */
  noteWriteTo(store: object): void
  /** Whether the request has written to a store, in which case replicas may not contain the write yet. */
  hasWrittenTo(store: object): boolean
}

/**
 * Returns the parts of the current request that a store needs. Outside a request, there is no deadline, and nothing has
 * been written.
 *
 * ```ts
 * const { deadline } = servedRequest();
 * deadline.check(); // throws ServiceUnavailable once the request's time is up
 * ```
 */
export function servedRequest(): ServedRequest {
  const request = currentRequest()
  return {
    context: currentFrame().context,
    deadline: request.budget.deadline,
    timeInTheWay: request.timeInTheWay,
    noteWriteTo: (store) => request.noteWriteTo(store),
    hasWrittenTo: (store) => request.hasWrittenTo(store),
  }
}
