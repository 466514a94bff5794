import type { WriteOutcome } from '../write/persist/run-write.js'
import type { WriteResult } from '../write/persist/write-document.js'
import type { ValidationResponse } from '../write/persist/validation-response.js'

/** A write, and whether nothing but its answer can have been done since. */
interface Remembered extends WriteResult {
  readonly isJustDone: () => boolean
}

const results = new WeakMap<object, Map<object, Remembered>>()

/** Remembers what a context has written, by the instance that it was told of (rule 11.9). */
export function rememberWrite(context: object, result: WriteResult): ValidationResponse {
  const ofContext = results.get(context) ?? new Map<object, Remembered>()
  const isJustDone = result.outcome.session.answer === undefined ? NEVER : aMoment()
  results.set(context, ofContext.set(result.response.object, { ...result, isJustDone }))
  return result.response
}

const NEVER = (): boolean => false

/** Turns of the microtask queue that a controller may take to come from a write to its answer: no query needs so few. */
const TURNS = 40

/** Whether a moment is not over yet that begins now. */
function aMoment(): () => boolean {
  let turns = 0
  const next = (): void => {
    if (++turns < TURNS) void Promise.resolve().then(next)
  }
  next()
  return () => turns < TURNS
}

/**
 * What a context wrote when it was told of this instance; undefined for any other object. It has no answer at hand if the
 * context has done anything since that may have changed the records.
 */
export function writtenBy(context: object, instance: object): WriteOutcome | undefined {
  const result = results.get(context)?.get(instance)
  if (result?.response.success !== true) return undefined
  const { outcome } = result
  if (!result.isJustDone()) outcome.session.answer = undefined
  return outcome
}

/** The response that a context got with this instance. */
export function responseOf(context: object, instance: object): ValidationResponse | undefined {
  return results.get(context)?.get(instance)?.response
}
