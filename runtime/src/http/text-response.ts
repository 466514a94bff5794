import { tagOfDocument } from '../controller/entity-tag.js'
import type { Incoming } from './incoming.js'
import { type Capability, finished, partsOf } from './capability.js'

/** Encoded text and its entity tag. */
export interface TaggedText {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly tag: string
}

/** Encodes text and computes its entity tag. */
export function taggedText(text: string): TaggedText {
  const bytes = new TextEncoder().encode(text)
  return { bytes, tag: tagOfDocument(bytes) }
}

/** The response to a GET or HEAD: 304 if the request has the text's entity tag. */
export async function textResponse(
  incoming: Incoming,
  { bytes, tag }: TaggedText,
  headers: Readonly<Record<string, string>>,
  capabilities: readonly Capability[],
): Promise<Response> {
  const length = String(bytes.byteLength)
  const response = new Response(bytes, { headers: { ...headers, 'content-length': length, etag: tag } })
  return finished(await partsOf(capabilities, { incoming, method: 'GET', writesRecord: false }), response)
}
