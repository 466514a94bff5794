import { castTo } from '../base/cast.js'
import type { FindLocals } from './locals.js'

/** The headers of a request, as far as the core reads them. */
export type RequestHeaders = Pick<Headers, 'get' | 'has'>

/**
 * A request as the core reads it. A binding for Node provides these parts without a web-standard Request, which costs
 * more than the rest of the binding. It is created only if the application reads it.
 */
export interface Incoming {
  readonly method: string
  /** The absolute URL. */
  readonly url: string
  readonly headers: RequestHeaders
  readonly body: ReadableStream<Uint8Array> | null
  /** Whether the client has disconnected. */
  readonly isAborted: boolean
  /** Whether the binding sends bytes itself, so the response need not be a web-standard one (`DirectResponse`). */
  readonly takesBytes: boolean
  /** The web-standard request, for the application. */
  readonly request: Request
}

/** A web-standard request, as the core reads it. */
export function incomingOf(request: Request): Incoming {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    get body() {
      return request.body
    },
    get isAborted() {
      return request.signal.aborted
    },
    takesBytes: false,
    request,
  }
}

/** Handles a request and its locals. Never throws. */
export type Handler<Locals> = (incoming: Incoming, locals: FindLocals<Locals>) => Promise<Response>

const handlers = new WeakMap<object, Handler<never>>()

/** Registers the handler of an API, for bindings that have no web-standard request. */
export function setHandler<Locals>(api: object, handle: Handler<Locals>): void {
  handlers.set(api, handle)
}

/**
 * The handler of an API. An application may have wrapped the API in an object with a different `fetchWith`, which then
 * receives a web-standard request.
 */
export function handlerOf<Locals>(api: {
  readonly fetchWith: (request: Request, locals: FindLocals<Locals>) => Promise<Response>
}): Handler<Locals> {
  const handler = handlers.get(api)
  return handler ? castTo<Handler<Locals>>(handler) : ({ request }, locals) => api.fetchWith(request, locals)
}
