import type { ErrorObject } from '../error/error-object.js'
import type { DataDocument } from '../render/document.js'

/** The media type of JSON:API; it is never sent with a parameter (JSON:API, "Content Negotiation"). */
export const MEDIA_TYPE = 'application/vnd.api+json'

/** A response that carries a document, as an object or as its text. */
export function documentResponse(
  document: string | DataDocument | { readonly errors: readonly ErrorObject[] },
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(typeof document === 'string' ? document : JSON.stringify(withVersion(document)), {
    status,
    headers: { ...headers, 'content-type': MEDIA_TYPE, vary: 'Accept' },
  })
}

const withVersion = (document: object): object => ({ jsonapi: { version: '1.1' }, ...document })

/** A response without a body. */
export function emptyResponse(status = 204): Response {
  return new Response(null, { status, headers: { vary: 'Accept' } })
}
