import type { Deadline } from './deadline.js'
import { currentFrame, currentRequest } from './frame.js'

/** The request that an adapter works for: how long it has, and where it has to read. */
export interface ServedRequest {
  /** The object that guards see: for a web framework, the controller instance. */
  readonly context: object | undefined
  /** Until when it may go on. It is told of a COMMIT that is on its way, and whether that has succeeded. */
  readonly deadline: Pick<Deadline, 'remaining' | 'check' | 'error' | 'commits' | 'committed'>
  /** How long its attempts at writes have taken that others were in the way of, in milliseconds. */
  readonly timeInTheWay: number
  /** Notes that it has begun to write to a store. */
  noteWriteTo(store: object): void
  /** Whether it has begun to write to a store: a replica may not have that yet. */
  hasWrittenTo(store: object): boolean
}

/**
 * The request that is being answered, as far as it concerns a store. Outside of any it has no end, and has written nothing.
 *
 * ```ts
 * const { deadline } = servedRequest()
 * deadline.check() // throws ServiceUnavailable once the time of the request is over
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
