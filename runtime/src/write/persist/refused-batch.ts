import type { Adapter } from '../../adapter/adapter.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { currentRequest } from '../../resource/frame.js'

/**
 * The store has refused records that were written together. Each is written by itself then, in another transaction, to tell which
 * of them it is.
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
    const kind = adapter.faultOf(error)?.kind
    const isOfAll = kind === 'conflict' || kind === 'busy' || kind === 'unavailable'
    if (isOfAll || error instanceof JsonapiError) throw error
    throw new RefusedBatch('The store has refused several records.', { cause: error })
  }
}
