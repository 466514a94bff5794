import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * The body of a request that Node received: its bytes as they arrive, or the parsed body if a middleware has read it.
 * Undefined if there is none.
 */
export function bodyOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  parsed: unknown,
): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  if (coding === undefined && (length === undefined || Number(length) === 0)) return undefined
  if (!incoming.readableEnded) return streamOf(incoming, outgoing)
  if (parsed === undefined || typeof parsed === 'string') return parsed
  return parsed instanceof Uint8Array ? new Uint8Array(parsed) : JSON.stringify(parsed)
}

/**
 * The bytes as a web stream. Node's own Readable.toWeb closes the connection when its reader stops early, and with it
 * the answer that says why. Nothing is read before the first pull, so that Node can discard an unread body.
 */
function streamOf(incoming: IncomingMessage, outgoing: ServerResponse): ReadableStream<Uint8Array> {
  let state: 'untouched' | 'flowing' | 'done' = 'untouched'
  const settle = (how: () => void): void => {
    if (state !== 'done') how()
    state = 'done'
  }
  const listen = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    state = 'flowing'
    const breakOff = (): void => settle(() => controller.error(new Error('The request was aborted.')))
    incoming.on('data', (chunk: Uint8Array) => {
      if (state === 'done') return
      controller.enqueue(chunk)
      incoming.pause()
    })
    incoming.on('end', () => settle(() => controller.close()))
    incoming.on('error', breakOff)
    incoming.on('close', breakOff)
    if (incoming.destroyed) breakOff()
    // The unread rest of a body must not block the next request of the connection.
    outgoing.on('finish', () => incoming.resume())
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state === 'untouched') listen(controller)
        incoming.resume()
      },
      cancel() {
        state = 'done'
        incoming.resume()
      },
    },
    { highWaterMark: 0 },
  )
}
