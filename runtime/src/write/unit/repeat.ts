import { refusalOf } from '../../adapter/refusal.js'
import type { Adapter } from '../../adapter/adapter.js'
import type { Refusal } from '../../adapter/fault.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { currentRequest } from '../../resource/frame.js'

/** Why an attempt at a unit cannot succeed although another attempt may. */
export type RepeatReason =
  /** A record changed between being read and being written. */
  | 'outdated'
  /** The store gave a new record an id that another has: its next value may be free. */
  | 'takenId'
  /**
   * The store refused records that were written together, in an order that differs from the plan, or without a lookup.
   * The unit runs again with all lookups and record by record in order, to find the refused record.
   */
  | 'refusedTogether'
  /** A write inside an action needs the transaction of the action to be serializable. */
  | 'notSerializable'

/** Ends an attempt at a unit so that another one can begin. Never leaves the runtime. */
export class Repeat extends Error {
  readonly reason: RepeatReason

  constructor(reason: RepeatReason, cause?: unknown) {
    super(`This attempt to write cannot succeed: ${reason}.`, { cause })
    this.reason = reason
  }
}

/**
 * Writes records together.
 *
 * Throws Repeat if the store refuses them; the refusal itself if it concerns no single record.
 */
export async function asBatch<Result>(adapter: Adapter, write: () => Promise<Result>): Promise<Result> {
  currentRequest().budget.deadline.check()
  try {
    return await write()
  } catch (error) {
    if (isOfTransaction(refusalOf(adapter, error)) || error instanceof JsonapiError) throw error
    throw new Repeat('refusedTogether', error)
  }
}

/** Whether a refusal concerns the whole transaction and no single record. */
export const isOfTransaction = (fault: Refusal | undefined): boolean =>
  fault?.kind === 'conflict' || fault?.kind === 'busy' || fault?.kind === 'unavailable'
