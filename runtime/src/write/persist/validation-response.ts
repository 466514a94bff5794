import type { ErrorObject } from '../../error/error-object.js'

/** What a ValidationResponse says besides its two entries. */
export interface ValidationResult<Instance = object> {
  /** The instance: as it was written, or, where it was not, as it would have been. */
  readonly object: Instance
  /** Whether every record of the write is valid, nested and destroyed ones included; otherwise nothing was written. */
  readonly success: boolean
  /** What is wrong, with pointers into the request; empty on success. */
  readonly errors: readonly ErrorObject[]
  toArray(): [instance: Instance, success: boolean]
}

/** The outcome of a write: it can be destructured into the instance and whether it was written (rule 11.6). */
export type ValidationResponse<Instance = object> = readonly [instance: Instance, success: boolean] &
  ValidationResult<Instance>

const responses = new WeakSet<object>()

/** Makes the response of a write. */
export function validationResponse<Instance extends object>(
  object: Instance,
  errors: readonly ErrorObject[],
): ValidationResponse<Instance> {
  const success = errors.length === 0
  const entries = [object, success] as const
  const toArray = (): [Instance, boolean] => [object, success]
  const response = Object.freeze(
    Object.assign(entries, { object, success, errors: Object.freeze([...errors]), toArray }),
  )
  responses.add(response)
  return response
}

/** Whether a value is the response of a write, and not a record. */
export function isValidationResponse(value: object): value is ValidationResponse {
  return responses.has(value)
}
