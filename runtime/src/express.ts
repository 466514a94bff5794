import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Awaitable } from './declare/declaration-types.js'
import type { Api } from './http/api.js'
import { localsOf } from './http/locals.js'
import { handlerOf } from './http/incoming.js'
import { NodeIncoming } from './node/request.js'
import { respond } from './node/respond.js'

/**
 * An Express request. `originalUrl` includes the path where the handler is mounted. `body` is set if other
 * middleware has parsed it.
 */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string
  readonly body?: unknown
  readonly protocol?: string
  readonly host?: string
}

/** Express middleware, which `app.use` accepts although its type does not depend on Express. */
export type ExpressHandler<
  Request extends ExpressRequest = ExpressRequest,
  Response extends ServerResponse = ServerResponse,
> = (request: Request, response: Response, next: (error?: unknown) => void) => void

/**
 * Serves an API from Express: `app.use(toExpress(api))`. The API responds to every request that reaches the handler,
 * including requests for unknown paths. If middleware has parsed the body, the API uses the parsed body.
 *
 * Pass a function that turns the Express request into the `locals` of the controllers, which guards and custom
 * functions can read:
 *
 * ```ts
 * export const routes: RequestHandler = toExpress(api, (request) => ({ user: request.user }));
 * ```
 *
 * If the function throws, the API returns the error. For example, an `Unauthorized` becomes 401.
 */
export function toExpress(api: Api): ExpressHandler
export function toExpress<
  Locals,
  Request extends ExpressRequest = ExpressRequest,
  Response extends ServerResponse = ServerResponse,
>(
  api: Api<Locals>,
  locals: (request: Request, response: Response) => Awaitable<Locals>,
): ExpressHandler<Request, Response>
export function toExpress<Locals>(
  api: Api<Locals>,
  locals?: (request: ExpressRequest, response: ServerResponse) => Awaitable<Locals>,
): ExpressHandler {
  const handle = handlerOf<Locals>(api)
  return (request, response, next) => {
    const { originalUrl, protocol, host, body } = request
    const incoming = new NodeIncoming(request, response, { url: originalUrl, protocol, host, body })
    handle(incoming, localsOf(locals, request, response))
      .then((answer) => respond(answer, response))
      .catch(next)
  }
}
