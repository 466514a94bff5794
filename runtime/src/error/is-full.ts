import { MAX_ERRORS } from './errors.js'
import type { JsonapiError } from './jsonapi-error.js'

/** Whether there are so many faults that reading the rest of the request is useless: the answer would not list more. */
export function isFull(faults: readonly JsonapiError[]): boolean {
  return faults.length >= MAX_ERRORS
}
