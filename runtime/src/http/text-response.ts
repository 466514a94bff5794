import { tagOfDocument } from '../controller/entity-tag.js'
import type { Incoming } from './incoming.js'
import { hasConditions, loadConditions } from './extensions/load-conditions.js'

/** A text, encoded, and its entity tag. */
export interface TaggedText {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly tag: string
}

/** Encodes a text, and computes its entity tag. */
export function taggedText(text: string): TaggedText {
  const bytes = new TextEncoder().encode(text)
  return { bytes, tag: tagOfDocument(bytes) }
}

/** The response to a GET or HEAD for a text: 304 if the request has its entity tag. */
export async function textResponse(
  { headers: asked }: Incoming,
  { bytes, tag }: TaggedText,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const length = String(bytes.byteLength)
  const response = new Response(bytes, { headers: { ...headers, 'content-length': length, etag: tag } })
  if (!hasConditions(asked)) return response
  const conditions = await loadConditions(asked, 'GET', false)
  return conditions.answered(response)
}
