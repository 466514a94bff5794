import { refusalOf } from '../../adapter/refusal.js'
import type { Adapter } from '../../adapter/adapter.js'
import type { Refusal } from '../../adapter/fault.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { currentRequest } from '../../resource/frame.js'

/**
 * The store has refused records that were written together, or in another order than they were planned in. Each is written by
 * itself and in its turn then, in another transaction, to tell which of them it is.
 */
export class RefusedBatch extends Error {}

/**
 * Writes records together.
 *
 * Throws RefusedBatch where the store refuses them; the refusal itself if it is none of a single record's.
 */
export async function together<Result>(adapter: Adapter, write: () => Promise<Result>): Promise<Result> {
  currentRequest().budget.deadline.check()
  try {
    return await write()
  } catch (error) {
    if (isOfAll(refusalOf(adapter, error)) || error instanceof JsonapiError) throw error
    throw new RefusedBatch('The store has refused several records.', { cause: error })
  }
}

/** What a refusal means of a record whose turn may not have come. */
export const refusedBeforeItsTurn = (error: unknown): RefusedBatch =>
  new RefusedBatch('A record is refused that is not written in its turn.', { cause: error })

/** Whether what the store says is of the transaction as a whole, and of none of its records. */
export const isOfAll = (fault: Refusal | undefined): boolean =>
  fault?.kind === 'conflict' || fault?.kind === 'busy' || fault?.kind === 'unavailable'
