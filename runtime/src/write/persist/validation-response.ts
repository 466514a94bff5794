import { castTo } from '../../base/cast.js'
import type { ErrorObject } from '../../error/error-object.js'

/**
 * The named members of a ValidationResponse, in addition to its two entries.
 *
 * ```ts
 * const written = await this.jsonapiCreate();
 * if (!written.success) console.error(written.errors.map(({ source, detail }) => `${source?.pointer}: ${detail}`));
 * ```
 */
export interface ValidationResult<Instance = object> {
  /** The instance as it was written, or, if the write failed, as it would have been written. */
  readonly object: Instance
  /** Whether every record of the write is valid, nested and destroyed ones included; otherwise nothing was written. */
  readonly success: boolean
  /** The errors, with pointers into the request; empty on success. */
  readonly errors: readonly ErrorObject[]
  toArray(): [instance: Instance, success: boolean]
}

/**
 * The result of a write. Destructure it into the instance and whether the write succeeded.
 *
 * ```ts
 * const [post, success] = await this.jsonapiCreate();
 * if (!success) return this.renderErrorsFor(post);
 * ```
 */
export type ValidationResponse<Instance = object> = readonly [instance: Instance, success: boolean] &
  ValidationResult<Instance>

/** Creates the result of a write. `answer instanceof ValidationResponse` distinguishes such a result from a record. */
export interface ValidationResponseClass {
  new <Instance extends object>(
    object: Instance,
    errors: readonly ErrorObject[],
  ): ValidationResponse<Instance>
}

class WriteResponse<Instance extends object>
  extends Array<Instance | boolean>
  implements ValidationResult<Instance>
{
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  readonly object: Instance
  readonly success: boolean
  readonly errors: readonly ErrorObject[]

  constructor(object: Instance, errors: readonly ErrorObject[]) {
    super()
    this.object = object
    this.success = errors.length === 0
    this.errors = Object.freeze([...errors])
    this.push(object, this.success)
    Object.freeze(this)
  }

  toArray(): [instance: Instance, success: boolean] {
    return [this.object, this.success]
  }
}

/**
 * The class of write results.
 *
 * ```ts
 * if (outcome instanceof ValidationResponse && !outcome.success) return this.renderErrorsFor(outcome);
 * ```
 */
export const ValidationResponse: ValidationResponseClass = castTo<ValidationResponseClass>(WriteResponse)

/** Creates the result of a write. */
export function validationResponse<Instance extends object>(
  object: Instance,
  errors: readonly ErrorObject[],
): ValidationResponse<Instance> {
  return new ValidationResponse(object, errors)
}

/** Whether a value is the result of a write instead of a record. */
export function isValidationResponse(value: object): value is ValidationResponse {
  return value instanceof WriteResponse
}
