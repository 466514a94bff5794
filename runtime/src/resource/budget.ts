import { DEFAULT_LIMITS, type Limits } from '../query/limits.js'
import { Deadline } from './deadline.js'

/** The counted parts of a response. */
export type Counted = 'records' | 'keys' | 'linkages'

/** The limits that are checked while a request runs. */
type RequestLimits = Pick<Limits, Counted | 'writeRecords'>

/**
 * The amount that one request may still load, and its deadline (rule 14.4). It begins with the request; everything
 * loaded for the response is counted here, and nowhere else.
 */
export class Budget {
  readonly deadline: Deadline
  readonly #limits: RequestLimits
  readonly #left: Record<Counted, number>

  constructor(limits: RequestLimits = DEFAULT_LIMITS, deadline: Deadline = new Deadline()) {
    const { records, keys, linkages } = limits
    this.deadline = deadline
    this.#limits = limits
    this.#left = { records, keys, linkages }
  }

  /** The highest total. */
  limit(of: keyof RequestLimits): number {
    return this.#limits[of]
  }

  /** How many more are permitted. */
  left(of: Counted): number {
    return this.#left[of]
  }

  /** Adds to a count; returns false if the count exceeds its limit. */
  spend(of: Counted, count: number): boolean {
    const left = this.#left[of] - count
    this.#left[of] = Math.max(0, left)
    return left >= 0
  }

  /** A separate budget for another response to the same request, with the same deadline. */
  separate(): Budget {
    return new Budget(this.#limits, this.deadline)
  }
}
