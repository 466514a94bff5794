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

/** What a context wrote when it was told of this instance; undefined for any other object. */
export function writtenBy(context: object, instance: object): WriteOutcome | undefined {
  const result = results.get(context)?.get(instance)
  return result?.response.success === true ? result.outcome : undefined
}

/** The response that a context got with this instance. */
export function responseOf(context: object, instance: object): ValidationResponse | undefined {
  return results.get(context)?.get(instance)?.response
}
