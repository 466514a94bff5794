import { MOST_ERRORS } from './errors.js'
import type { JsonapiError } from './jsonapi-error.js'

/** Whether so much of a request is at fault that no more of it is read: no more would be answered. */
export function isFull(faults: readonly JsonapiError[]): boolean {
  return faults.length >= MOST_ERRORS
}
