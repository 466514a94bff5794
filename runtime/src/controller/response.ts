import { boundedErrors } from '../error/bounded-errors.js'
import type { ErrorObject } from '../error/error-object.js'

/** The media type of JSON:API; it is never sent with a parameter (JSON:API, "Content Negotiation"). */
export const MEDIA_TYPE = 'application/vnd.api+json'

/** A response that carries a document: the text of one with data, or errors, as many as it has room for (rule 17.6). */
export function documentResponse(
  document: string | { readonly errors: readonly ErrorObject[] },
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text =
    typeof document === 'string'
      ? document
      : JSON.stringify({ jsonapi: { version: '1.1' }, errors: boundedErrors(document.errors) })
  return new Response(text, {
    status,
    headers: { ...headers, 'content-type': MEDIA_TYPE, vary: 'Accept' },
  })
}

/** A response without a body. */
export function emptyResponse(status = 204): Response {
  return new Response(null, { status, headers: { vary: 'Accept' } })
}
