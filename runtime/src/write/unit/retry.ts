import { setTimeout as wait } from 'node:timers/promises'
import { refusalOf } from '../../adapter/refusal.js'
import type { CompiledResource } from '../../resource/compile.js'
import { Conflict, ServiceUnavailable } from '../../error/errors.js'
import { currentRequest } from '../../resource/frame.js'
import { Repeat } from './repeat.js'
import { openUnit } from './transaction.js'

const ATTEMPTS = 4
const FIRST_PAUSE = 20

/** How long a lock of the whole store is waited for in total, in milliseconds, and at a time. */
const BUSY_PATIENCE = 5000
const BUSY_PAUSE = 200

/**
 * Repeats a write after a serialization failure or a deadlock: a bounded number of times, with growing pauses. While
 * another process locks the whole store, it keeps trying for some seconds. Inside a transaction of the caller there is
 * only one attempt, because the failure ends that transaction.
 *
 * Throws Conflict (409) if no attempt succeeds, ServiceUnavailable (503) if the store cannot be reached or stays busy.
 * Both have the store's error as their cause.
 */
export async function withRetries<Result>(
  resource: CompiledResource,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const outer = openUnit(resource)
  // The code that opened that transaction repeats it.
  if (outer?.unit?.action) return attempt()
  const isPart = outer !== undefined
  const end = Date.now() + (isPart ? 0 : BUSY_PATIENCE)
  for (let count = 1; ; count++) {
    const began = performance.now()
    try {
      return await attempt()
    } catch (error) {
      const kind = isOutdated(error) ? 'conflict' : refusalOf(resource.adapter(), error)?.kind
      const pause = pauseOf(count)
      if (kind === 'unavailable' || (kind === 'busy' && Date.now() + pause > end)) {
        const detail = 'The store cannot be reached or is too busy.'
        throw new ServiceUnavailable({ detail, cause: error })
      }
      if (kind !== 'busy') giveUp(error, kind, isPart ? ATTEMPTS : count)
      if (kind === 'conflict') currentRequest().timeInTheWay += performance.now() - began
      await wait(kind === 'busy' ? Math.min(pause, BUSY_PAUSE) : pause)
    }
  }
}

const isOutdated = (error: unknown): boolean =>
  error instanceof Repeat && (error.reason === 'outdated' || error.reason === 'takenId')

/** Random, so that two writers that collided do not collide again. */
const pauseOf = (count: number): number => FIRST_PAUSE * 2 ** Math.min(count, 5) * (0.5 + Math.random())

/**
 * Rethrows an error that is not a conflict. Throws Conflict after the last attempt, which in a transaction of the caller
 * is the first.
 */
function giveUp(error: unknown, kind: string | undefined, count: number): void {
  if (kind !== 'conflict') throw error
  if (count < ATTEMPTS) return
  const detail =
    error instanceof Repeat && error.reason === 'takenId'
      ? 'The store assigns ids that already exist to new records, because its id sequence is behind. Nothing was written.'
      : 'Other requests are writing the same records. Nothing was written; try again.'
  throw new Conflict({ detail, cause: error })
}
