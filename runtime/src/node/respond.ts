import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { DirectResponse } from '../controller/response/direct-response.js'
import { MEDIA_TYPE } from '../value/media-type.js'

/** Sends a web-standard response through Node. It is not an error if the client has disconnected in the meantime. */
export async function respond(answer: Response, outgoing: ServerResponse): Promise<void> {
  const parts = DirectResponse.partsOf(answer)
  outgoing.statusCode = answer.status
  for (const [name, value] of parts?.headers ?? answer.headers) {
    // A middleware before us, such as CORS, may have set its own.
    if (ADDED.has(name)) outgoing.appendHeader(name, value)
    else if (!KEPT.has(name) || !outgoing.hasHeader(name)) outgoing.setHeader(name, value)
  }
  const whole = parts?.bytes ?? (await wholeBody(answer))
  if (whole !== undefined || !answer.body) outgoing.end(whole)
  else await stream(answer.body, outgoing)
}

/** Headers that may be sent more than once. */
export const ADDED: ReadonlySet<string> = new Set(['set-cookie', 'vary'])

/** Headers that are kept if a middleware before the API has set them (rule 26.7). */
export const KEPT: ReadonlySet<string> = new Set(['cache-control'])

/** A document is sent in one piece, with its length; other responses of a controller are streamed. */
export async function wholeBody(answer: Response): Promise<Buffer | undefined> {
  if (!answer.body || !answer.headers.get('content-type')?.startsWith(MEDIA_TYPE)) return undefined
  return Buffer.from(await answer.arrayBuffer())
}

async function stream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  const gone = once(outgoing, 'close')
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (outgoing.destroyed) return reader.cancel()
    if (!outgoing.write(part.value)) await Promise.race([once(outgoing, 'drain'), gone])
  }
  outgoing.end()
}
