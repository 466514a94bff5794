import { boundedErrors } from '../error/bounded-errors.js'
import type { DocumentBytes } from '../render/document.js'
import type { ErrorObject } from '../error/error-object.js'
import type { ValidationResponse } from '../write/persist/validation-response.js'

/**
 * The media type of JSON:API (JSON:API, "Content Negotiation").
 *
 * ```ts
 * await fetch(url, { method: 'POST', headers: { 'content-type': MEDIA_TYPE }, body: JSON.stringify({ data }) });
 * ```
 */
export const MEDIA_TYPE = 'application/vnd.api+json'

/**
 * A response with a document: data, or errors up to their limit (rule 17.6). Errors are not cached, because they
 * describe a single moment.
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
  const headers = answerHeaders(given)
  headers.set('content-type', profile === undefined ? MEDIA_TYPE : `${MEDIA_TYPE};profile="${profile}"`)
  if (!isData && !headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(body, { status, headers })
}

/**
 * Whether a value is a response of any class: `@hono/node-server` replaces the platform's `Response` by its own, and
 * clones of that are the platform's.
 */
export const isResponse = (value: unknown): value is Response =>
  value instanceof Response || Object.prototype.toString.call(value) === '[object Response]'

/** The headers of an answer, with `vary` added to those of the application. */
function answerHeaders(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(given)
  headers.append('vary', 'Accept')
  return headers
}

/** A response without a body. */
export function emptyResponse(status = 204, given: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: answerHeaders(given) })
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
