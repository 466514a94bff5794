import { setTimeout as wait } from 'node:timers/promises'
import type { Adapter } from '../../adapter/adapter.js'
import { Conflict, ServiceUnavailable } from '../../error/errors.js'
import { enclosingTransaction } from './transaction.js'

const ATTEMPTS = 4
const FIRST_PAUSE = 20

/** Another attempt may succeed: what this one has read is not so any more. */
export class Outdated extends Error {
  constructor(cause: unknown) {
    super('What was read has changed before it was written.', { cause })
  }
}

/**
 * Attempts a write again after a serialisation failure or a deadlock, a bounded number of times, each after a longer
 * pause; inside of a transaction of the caller's there is only one attempt, for that one is lost as a whole.
 *
 * Throws Conflict (409) when no attempt succeeded, ServiceUnavailable (503) when the store can't be reached.
 */
export async function withRetries<Result>(adapter: Adapter, attempt: () => Promise<Result>): Promise<Result> {
  const attempts = enclosingTransaction(adapter) ? 1 : ATTEMPTS
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const kind = error instanceof Outdated ? 'conflict' : adapter.faultOf(error)?.kind
      if (kind === 'unavailable') {
        throw new ServiceUnavailable({
          detail: 'The store can not be reached now, or is too busy.',
          cause: error,
        })
      }
      if (kind !== 'conflict' || (attempts === 1 && !(error instanceof Outdated))) throw error
      if (count >= attempts) {
        const detail = 'Others write the same records now. Nothing was written; try again.'
        throw new Conflict({ detail, cause: error })
      }
      // Without chance in it, two writers that met once would meet again.
      await wait(FIRST_PAUSE * 2 ** count * (0.5 + Math.random()))
    }
  }
}
