import { castTo } from '../../base/cast.js'
import type { ErrorObject } from '../../error/error-object.js'

/**
 * The named members of a ValidationResponse, besides its two entries.
 *
 * ```ts
 * const written = await this.jsonapiCreate();
 * if (!written.success) console.error(written.errors.map(({ source, detail }) => `${source?.pointer}: ${detail}`));
 * ```
 */
export interface ValidationResult<Instance = object> {
  /** The instance as it was written; if it was not written, as it would have been. */
  readonly object: Instance
  /** Whether every record of the write is valid, nested and destroyed ones included; otherwise nothing was written. */
  readonly success: boolean
  /** The errors, with pointers into the request; empty on success. */
  readonly errors: readonly ErrorObject[]
  toArray(): [instance: Instance, success: boolean]
}

/**
 * The result of a write, which can be destructured into the instance and whether it was written.
 *
 * ```ts
 * const [post, success] = await this.jsonapiCreate();
 * if (!success) return this.renderErrorsFor(post);
 * ```
 */
export type ValidationResponse<Instance = object> = readonly [instance: Instance, success: boolean] &
  ValidationResult<Instance>

/** Makes the response of a write. `answer instanceof ValidationResponse` distinguishes it from a record. */
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
 * The class of the result of a write.
 *
 * ```ts
 * if (outcome instanceof ValidationResponse && !outcome.success) return this.renderErrorsFor(outcome);
 * ```
 */
export const ValidationResponse: ValidationResponseClass = castTo<ValidationResponseClass>(WriteResponse)

/** Makes the response of a write. */
export function validationResponse<Instance extends object>(
  object: Instance,
  errors: readonly ErrorObject[],
): ValidationResponse<Instance> {
  return new ValidationResponse(object, errors)
}

/** Whether a value is the response of a write, and not a record. */
export function isValidationResponse(value: object): value is ValidationResponse {
  return value instanceof WriteResponse
}
