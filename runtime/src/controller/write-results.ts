import type { WriteOutcome } from '../write/persist/run-write.js'
import type { WriteResult } from '../write/persist/write-document.js'
import type { ValidationResponse } from '../write/persist/validation-response.js'

const results = new WeakMap<object, Map<object, WriteResult>>()

/** Stores the result of a context's write by the instance that the context received (rule 11.9). */
export function rememberWrite(context: object, result: WriteResult): ValidationResponse {
  const ofContext = results.get(context) ?? new Map<object, WriteResult>()
  results.set(context, ofContext.set(result.response.object, result))
  return result.response
}

/** The result of the write that returned this instance; undefined for any other object. */
export function writtenBy(context: object, instance: object): WriteOutcome | undefined {
  const result = results.get(context)?.get(instance)
  return result?.response.success === true ? result.outcome : undefined
}

/** The response that a context received with this instance. */
export function responseOf(context: object, instance: object): ValidationResponse | undefined {
  return results.get(context)?.get(instance)?.response
}
