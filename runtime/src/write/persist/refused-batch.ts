import { refusalOf } from '../../adapter/refusal.js'
import type { Adapter } from '../../adapter/adapter.js'
import type { Refusal } from '../../adapter/fault.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { currentRequest } from '../../resource/frame.js'

/**
 * The store refused records that were written together, in another order than planned, or without a lookup. The write
 * runs again in a new transaction, with all lookups and record by record in order, to find the refused record.
 */
export class RefusedBatch extends Error {}

/**
 * Writes records together.
 *
 * Throws RefusedBatch if the store refuses them; the refusal itself if it concerns no single record.
 */
export async function asBatch<Result>(adapter: Adapter, write: () => Promise<Result>): Promise<Result> {
  currentRequest().budget.deadline.check()
  try {
    return await write()
  } catch (error) {
    if (isOfTransaction(refusalOf(adapter, error)) || error instanceof JsonapiError) throw error
    throw new RefusedBatch('The store rejected several records.', { cause: error })
  }
}

/** The error for a refusal of a record that was written before its turn. */
export const refusedBeforeItsTurn = (error: unknown): RefusedBatch =>
  new RefusedBatch('The store rejected a record that was written out of order.', { cause: error })

/** The error for a refusal of a record that was not looked up. */
export const refusedUnread = (error: unknown): RefusedBatch =>
  new RefusedBatch('The write of a record that was not looked up failed.', { cause: error })

/** Whether a refusal concerns the whole transaction and no single record. */
export const isOfTransaction = (fault: Refusal | undefined): boolean =>
  fault?.kind === 'conflict' || fault?.kind === 'busy' || fault?.kind === 'unavailable'
