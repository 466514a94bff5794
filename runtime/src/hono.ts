import type { Awaitable } from './declare/declaration-types.js'
import type { Api } from './http/api.js'
import { localsOf } from './http/locals.js'

/** What is used of Hono's context. */
export interface HonoContextLike {
  readonly req: {
    readonly raw: Request
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

/** A Hono handler; it fits `app.all` without Hono's types. */
export type HonoHandler<Context extends HonoContextLike = HonoContextLike> = (
  context: Context,
) => Promise<Response>

/**
 * Serves an API from Hono: `app.all('*', toHono(api))`. It adds nothing of its own: every request that reaches it is
 * answered by the API, an unknown path too. A body that a middleware before it has read is taken from Hono's cache.
 *
 * What Hono knows of a request becomes the `locals` of controllers, which guards and custom functions see:
 *
 * ```ts
 * const app = new Hono<{ Variables: Locals }>()
 * app.all('*', toHono(api, (context: Context<{ Variables: Locals }>) => ({ user: context.get('user') })))
 * ```
 *
 * What the function throws is answered by the API: an `Unauthorized` is a 401.
 */
export function toHono(api: Api): HonoHandler
export function toHono<Locals, Context extends HonoContextLike = HonoContextLike>(
  api: Api<Locals>,
  locals: (context: Context) => Awaitable<Locals>,
): HonoHandler<Context>
export function toHono<Locals>(
  api: Api<Locals>,
  locals?: (context: HonoContextLike) => Awaitable<Locals>,
): HonoHandler {
  return async (context) => {
    const { req } = context
    return api.fetchWith(req.raw.bodyUsed ? await unread(req) : req.raw, localsOf(locals, context))
  }
}

async function unread(req: HonoContextLike['req']): Promise<Request> {
  const { url, method, headers, signal } = req.raw
  return new Request(url, { method, headers, signal, body: await req.arrayBuffer() })
}
