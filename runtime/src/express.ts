import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Api } from './http/api.js'
import { toRequest } from './node/request.js'
import { respond } from './node/respond.js'

/** A request as Express hands it on: its URL before mounting, its body where another middleware has parsed it. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string
  readonly body?: unknown
  readonly protocol?: string
  readonly host?: string
}

/** Express middleware; it fits `app.use` without Express's types. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Serves an API from Express: `app.use(toExpress(api))`. It adds nothing of its own: every request that reaches it is
 * answered by the API, an unknown path too. A body that a parser before it has read is taken as that parser left it.
 */
export function toExpress(api: Api): ExpressHandler {
  return (request, response, next) => {
    const { originalUrl, protocol, host, body } = request
    api
      .fetch(toRequest(request, response, { url: originalUrl, protocol, host, body }))
      .then((answer) => respond(answer, response))
      .catch(next)
  }
}
