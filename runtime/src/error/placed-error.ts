import type { ErrorObject } from './error-object.js'
import { JsonapiError } from './jsonapi-error.js'

/** An error whose place in the request is another than who has thrown it knew; in all else it is that error. */
export class PlacedError extends JsonapiError {
  readonly original: JsonapiError
  readonly #place: (pointer: string | undefined) => string

  /** @param place the pointer of an error object, by the one that it has; not asked where a parameter or a header is at fault */
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
