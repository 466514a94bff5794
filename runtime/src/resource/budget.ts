import { DEFAULT_LIMITS, type Limits } from '../query/limits.js'
import { Deadline } from './deadline.js'

/** What an answer has at most so many of. */
export type Counted = 'records' | 'keys' | 'linkages'

/** The limits that are checked while a request runs. */
type RequestLimits = Pick<Limits, Counted | 'writeRecords'>

/**
 * What one request may still load, and until when (rule 14.4). It is made when the request begins, and whatever loads
 * anything for its answer asks it: nothing else counts.
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

  /** How many there may be in all. */
  limit(of: keyof RequestLimits): number {
    return this.#limits[of]
  }

  /** How many there may be besides those that there are. */
  left(of: Counted): number {
    return this.#left[of]
  }

  /** Counts some that there are, and says whether there may be so many. */
  spend(of: Counted, count: number): boolean {
    const left = this.#left[of] - count
    this.#left[of] = Math.max(0, left)
    return left >= 0
  }

  /** The budget of another answer to the same request, which has no more time than this one. */
  apart(): Budget {
    return new Budget(this.#limits, this.deadline)
  }
}
