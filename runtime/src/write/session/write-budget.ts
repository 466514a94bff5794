import { InvalidDocument } from '../../error/errors.js'
import { currentRequest } from '../../resource/frame.js'
import type { Graph } from '../request/graph.js'

/**
 * How many more records the writes of a request may write in one attempt, besides those that the request names (rule
 * 17.4).
 */
export interface WriteBudget {
  left: number
}

/** The budget of one attempt. */
export function newWriteBudget(graphs: readonly Graph[]): WriteBudget {
  const named = graphs.reduce((sum, { writtenRecords }) => sum + writtenRecords, 0)
  return { left: Math.max(0, currentRequest().budget.limit('writeRecords') - named) }
}

/**
 * Counts the records that a replaced set leaves out. Throws InvalidDocument if the request then writes too many
 * records.
 */
export function spendWriteBudget(
  writeBudget: WriteBudget,
  count: number,
  { name, pointer }: ReplacedSet,
): void {
  writeBudget.left -= count
  if (writeBudget.left >= 0 || count === 0) return
  const limit = currentRequest().budget.limit('writeRecords')
  const detail = `A request can write at most ${limit} records. Records omitted from "${name}" also count: remove them in several requests.`
  throw new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

/** The relationship whose set is replaced, and its place in the request. */
export interface ReplacedSet {
  readonly name: string
  readonly pointer: string | undefined
}
