import { currentRequest } from '../../resource/frame.js'
import { boundedErrors } from '../../error/bounded-errors.js'
import { DirectResponse } from './direct-response.js'
import type { DocumentBytes } from '../../render/document.js'
import type { ErrorObject } from '../../error/error-object.js'
import type { ValidationResponse } from '../../write/persist/validation-response.js'
import { MEDIA_TYPE } from '../../value/media-type.js'

/**
 * A response with a document: data, or errors up to their limit (rule 17.6). Errors are not cached, because they
 * describe a single moment.
 *
 * @param given headers with names in lower case, and with values that HTTP allows
 */
export function documentResponse(
  document: DocumentBytes | { readonly errors: readonly ErrorObject[] },
  status = 200,
  given: Readonly<Record<string, string>> = {},
  profile?: string,
): Response {
  const isData = document instanceof Uint8Array
  const body = isData
    ? document
    : JSON.stringify({ jsonapi: { version: '1.1' }, errors: boundedErrors(document.errors) })
  const headers = withVary(given)
  headers['content-type'] = profile === undefined ? MEDIA_TYPE : `${MEDIA_TYPE};profile="${profile}"`
  if (!isData) headers['cache-control'] ??= 'no-store'
  return isData && currentRequest().takesBytes
    ? new DirectResponse(body, { status, headers })
    : new Response(body, { status, headers })
}

/**
 * Whether a value is a response of any class: `@hono/node-server` replaces the platform's `Response` by its own, and
 * clones of that are the platform's.
 */
export const isResponse = (value: unknown): value is Response =>
  value instanceof Response || Object.prototype.toString.call(value) === '[object Response]'

/** The headers of a response, with `vary` added to those of the application. Their names are in lower case. */
function withVary(given: Readonly<Record<string, string>>): Record<string, string> {
  const { vary } = given
  return { ...given, vary: vary === undefined ? 'Accept' : `${vary}, Accept` }
}

/** A response without a body. */
export function emptyResponse(status = 204, given: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: withVary(given) })
}

/**
 * The errors of an invalid write, as a response (422).
 *
 * Throws an Error for an instance that this context did not try to write, or that was written, which is a bug of the
 * application.
 */
export function errorsResponse(response: ValidationResponse | undefined): Response {
  if (!response || response.success) {
    throw new Error('There are no errors to render: no write in this context failed with that instance.')
  }
  return documentResponse({ errors: response.errors }, 422)
}
