import type { Deadline } from './deadline.js'
import { currentFrame, currentRequest } from './frame.js'

/** The request that an adapter works for: its deadline, and the stores that it has written to. */
export interface ServedRequest {
  /** The object that guards see: for a web framework, the controller instance. */
  readonly context: object | undefined
  /** The deadline, which is told of a COMMIT and of its outcome. */
  readonly deadline: Pick<Deadline, 'remaining' | 'check' | 'error' | 'commits' | 'committed'>
  /** The time that writes have waited or repeated because of other writers, in milliseconds. */
  readonly timeInTheWay: number
  /** Notes the first write to a store. */
  noteWriteTo(store: object): void
  /** Whether the request has written to a store: a replica may not have the write yet. */
  hasWrittenTo(store: object): boolean
}

/**
 * The current request, as far as a store needs it. Outside of requests it has no deadline, and has written nothing.
 *
 * ```ts
 * const { deadline } = servedRequest();
 * deadline.check(); // throws ServiceUnavailable once the time of the request is over
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
