import type { Api } from './http/api.js'

/** What is used of Hono's context. */
export interface HonoContextLike {
  readonly req: {
    readonly raw: Request
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

/** A Hono handler; it fits `app.all` without Hono's types. */
export type HonoHandler = (context: HonoContextLike) => Promise<Response>

/**
 * Serves an API from Hono: `app.all('*', toHono(api))`. It adds nothing of its own: every request that reaches it is
 * answered by the API, an unknown path too. A body that a middleware before it has read is taken from Hono's cache.
 */
export function toHono(api: Api): HonoHandler {
  return async ({ req }) => api.fetch(req.raw.bodyUsed ? await unread(req) : req.raw)
}

async function unread(req: HonoContextLike['req']): Promise<Request> {
  const { url, method, headers, signal } = req.raw
  return new Request(url, { method, headers, signal, body: await req.arrayBuffer() })
}
