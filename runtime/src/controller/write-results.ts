import type { WriteOutcome } from '../write/persist/run-write.js'
import type { WriteResult } from '../write/persist/write-document.js'
import type { ValidationResponse } from '../write/persist/validation-response.js'

const results = new WeakMap<object, Map<object, WriteResult>>()

/** Remembers what a context has written, by the instance that it was told of (rule 11.9). */
export function rememberWrite(context: object, result: WriteResult): ValidationResponse {
  const ofContext = results.get(context) ?? new Map<object, WriteResult>()
  results.set(context, ofContext.set(result.response.object, result))
  return result.response
}

/**
 * Forgets what a write of a context has at hand for its answer, once whoever awaits the write has had a turn: what is not
 * answered in that turn, other code may have changed since.
 */
export function forgetAnswerAfter(context: object, writing: Promise<ValidationResponse>): void {
  const forget = ({ object }: ValidationResponse): void => {
    const result = results.get(context)?.get(object)
    if (result) result.outcome.session.answer = undefined
  }
  // It is told before whoever awaits the write, who has the turn that follows.
  writing.then(
    (response) => queueMicrotask(() => forget(response)),
    () => {},
  )
}

/** What a context wrote when it was told of this instance; undefined for any other object. */
export function writtenBy(context: object, instance: object): WriteOutcome | undefined {
  const result = results.get(context)?.get(instance)
  return result?.response.success === true ? result.outcome : undefined
}

/** What that write has at hand for its answer, if it is answered at once; undefined where the records have to be read. */
export const answerOf = (context: object, instance: unknown): object | undefined =>
  typeof instance === 'object' && instance !== null ? writtenBy(context, instance)?.session.answer : undefined

/** The response that a context got with this instance. */
export function responseOf(context: object, instance: object): ValidationResponse | undefined {
  return results.get(context)?.get(instance)?.response
}
