import type { ErrorObject } from './error-object.js'
import { JsonapiError } from './jsonapi-error.js'

/** An error with another place in the request than the one that its thrower knew; otherwise it is the same error. */
export class PlacedError extends JsonapiError {
  readonly original: JsonapiError
  readonly #place: (pointer: string | undefined) => string

  /**
   * @param place returns the new pointer for the present one; it is not called if a parameter or a header is at fault
   */
  constructor(original: JsonapiError, place: (pointer: string | undefined) => string) {
    const { message: detail, source, meta, cause } = original
    super(original, { detail, source, meta, cause })
    this.original = original
    this.#place = place
  }

  override get errors(): readonly ErrorObject[] {
    return this.original.errors.map((error) => {
      const { source } = error
      if (source && source.pointer === undefined) return error
      return { ...error, source: { pointer: this.#place(source?.pointer) } }
    })
  }
}
