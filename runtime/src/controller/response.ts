import { boundedErrors } from '../error/bounded-errors.js'
import type { ErrorObject } from '../error/error-object.js'
import type { ValidationResponse } from '../write/persist/validation-response.js'

/**
 * The media type of JSON:API (JSON:API, "Content Negotiation").
 *
 * ```ts
 * await fetch(url, { method: 'POST', headers: { 'content-type': MEDIA_TYPE }, body: JSON.stringify({ data }) })
 * ```
 */
export const MEDIA_TYPE = 'application/vnd.api+json'

// A Response from a text checks each of its characters before it encodes them; one from bytes takes them as they are.
const encoder = new TextEncoder()

/** A response that carries a document: the text of one with data, or errors, as many as it has room for (rule 17.6). */
export function documentResponse(
  document: string | { readonly errors: readonly ErrorObject[] },
  status = 200,
  headers: Readonly<Record<string, string>> = {},
  profile?: string,
): Response {
  const text =
    typeof document === 'string'
      ? document
      : JSON.stringify({ jsonapi: { version: '1.1' }, errors: boundedErrors(document.errors) })
  return new Response(encoder.encode(text), {
    status,
    headers: {
      ...headers,
      'content-type': profile === undefined ? MEDIA_TYPE : `${MEDIA_TYPE};profile="${profile}"`,
      vary: 'Accept',
    },
  })
}

/** A response without a body. */
export function emptyResponse(status = 204): Response {
  return new Response(null, { status, headers: { vary: 'Accept' } })
}

/**
 * The errors of a write that was not valid, as a response (422).
 *
 * Throws an Error for an instance that no write of this context was about, or that was written: that is the application's bug.
 */
export function errorsResponse(response: ValidationResponse | undefined): Response {
  if (!response || response.success) {
    throw new Error('There are no errors to render: no write of this context has failed with that instance.')
  }
  return documentResponse({ errors: response.errors }, 422)
}
