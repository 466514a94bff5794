import type { JsonapiError } from '../error/jsonapi-error.js'

/** A hundred errors say enough: a body of one megabyte has room for half a million of them. */
const MOST_FAULTS = 100

/** Whether so much of a request is at fault that no more of it is read. */
export function isFull(faults: readonly JsonapiError[]): boolean {
  return faults.length >= MOST_FAULTS
}
