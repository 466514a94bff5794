import type { Awaitable } from './declare/declaration-types.js'
import type { Api } from './http/api.js'
import { localsOf } from './http/locals.js'

/** The part of Hono's context that the handler needs. */
export interface HonoContextLike {
  readonly req: {
    readonly raw: Request
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

/** A Hono handler, which `app.all` accepts although its type does not depend on Hono. */
export type HonoHandler<Context extends HonoContextLike = HonoContextLike> = (
  context: Context,
) => Promise<Response>

/**
 * Serves an API from Hono: `app.all('*', toHono(api))`. The API responds to every request that reaches the handler,
 * including requests for unknown paths. If middleware has read the body, the API uses Hono's cached copy.
 *
 * Pass a function that turns Hono's context into the `locals` of the controllers, which guards and custom functions can
 * read:
 *
 * ```ts
 * const app = new Hono<{ Variables: Locals }>();
 * app.all('*', toHono(api, (context: Context<{ Variables: Locals }>) => ({ user: context.get('user') })));
 * ```
 *
 * If the function throws, the API returns the error. For example, an `Unauthorized` becomes 401.
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
