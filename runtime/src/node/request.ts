import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Incoming, RequestHeaders } from '../http/incoming.js'

/** Parts of a request that a framework knows better than Node. */
export interface RequestParts {
  /** Path and query, before the framework removes the mount path of a router. */
  readonly url?: string | undefined
  /** `http` or `https`, from a trusted proxy. */
  readonly protocol?: string | undefined
  /** Name and port, from a trusted proxy. */
  readonly host?: string | undefined
  /** The body, if a middleware before us has parsed it. */
  readonly body?: unknown
}

/**
 * A request of Node, as the core reads it. The web-standard Request is created if the application reads it, or if there
 * is a body. Neither throws, whatever was sent.
 */
export class NodeIncoming implements Incoming {
  readonly method: string
  readonly url: string
  readonly headers: RequestHeaders
  readonly takesBytes = true
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #body: ReturnType<typeof bodyOf>
  #request: NodeRequest | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, parts: RequestParts) {
    const { method = 'GET', headers } = incoming
    this.method = method
    this.url = addressOf(incoming, parts)
    this.headers = {
      get: (name) => valueOf(headers[name.toLowerCase()]) ?? null,
      has: (name) => headers[name.toLowerCase()] !== undefined,
    }
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(incoming, outgoing, parts.body)
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#body === undefined ? null : this.request.body
  }

  get isAborted(): boolean {
    return isGone(this.#outgoing)
  }

  get request(): Request {
    const { method } = this
    // Fetch refuses these methods in its constructor, so the method is set afterwards.
    const init = FORBIDDEN.has(method)
      ? {}
      : { method, ...(this.#body !== undefined && { body: this.#body, duplex: 'half' }) }
    this.#request ??= new NodeRequest(
      this.url,
      { ...init, headers: headersOf(this.#incoming) },
      method,
      this.#outgoing,
    )
    return this.#request
  }
}

/**
 * Whether the client disconnected before it received its response. If it sent several requests together, Node destroys
 * only the first response with the connection.
 */
const isGone = (outgoing: ServerResponse): boolean => {
  // Emulated servers lack it.
  const { socket }: Partial<IncomingMessage> = outgoing.req
  return !outgoing.writableFinished && (outgoing.destroyed || socket?.destroyed === true)
}

const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

// The types declare these members as properties, which an accessor may not override.
const PlainRequest: new (address: string, init: RequestInit) => Omit<Request, 'method' | 'signal'> = Request

/**
 * A request that creates its signal only when it is read, which is rare: creating one costs more than everything else.
 */
class NodeRequest extends PlainRequest implements Request {
  readonly #method: string
  readonly #outgoing: ServerResponse
  #controller: AbortController | undefined

  constructor(address: string, init: RequestInit, method: string, outgoing: ServerResponse) {
    super(address, init)
    this.#method = method
    this.#outgoing = outgoing
  }

  get method(): string {
    return this.#method
  }

  /** Aborted if the client disconnects before it receives its response. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController()
      this.#controller = controller
      const outgoing = this.#outgoing
      const close = (): void => {
        if (isGone(outgoing)) controller.abort()
      }
      close()
      outgoing.once('close', close)
      if (!outgoing.socket) outgoing.req.once('close', close)
    }
    return this.#controller.signal
  }
}

function addressOf(incoming: IncomingMessage, parts: RequestParts): string {
  const host = parts.host ?? incoming.headers.host ?? ''
  const origin = `${parts.protocol ?? 'http'}://${isHost(host) ? host : 'localhost'}`
  return origin + pathOfTarget(parts.url ?? incoming.url ?? '/')
}

/** The last host that was one: nearly all requests have the same. */
let knownHost: string | undefined

/** A host with other characters, such as a slash, would move the rest of the address. */
function isHost(host: string): boolean {
  if (host === knownHost) return true
  const isOne = /^[^\s/\\?#@]+$/.test(host) && URL.canParse(`http://${host}`)
  if (isOne) knownHost = host
  return isOne
}

function headersOf({ headers }: IncomingMessage): [string, string][] {
  // HTTP/2 has its request line among its headers.
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(':') ? [] : [[name, valueOf(value)]],
  )
}

function valueOf(value: string | readonly string[]): string
function valueOf(value: string | readonly string[] | undefined): string | undefined
function valueOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value
}

/**
 * Path and query of a request, from the target in its request line. The routers of Node's frameworks match the path as
 * it was sent, but a URL resolves dot segments and turns backslashes into slashes. A path that a URL would change
 * becomes one without an endpoint, so that nobody gets around the guard of a path (rule 15.14).
 */
export function pathOfTarget(target: string): string {
  // A proxy sends `GET http://host/path`, and we need its path; `OPTIONS *` has none.
  const address = target.replace(ORIGIN, '')
  const rooted = address.startsWith('/') ? address : `/${address}`
  const end = rooted.search(/[?#]/)
  const path = end === -1 ? rooted : rooted.slice(0, end)
  if (!isMoved(path)) return rooted
  // An empty segment has no endpoint, and a path that is escaped twice keeps its segments.
  const kept = path.replace(/[^\w/-]/g, (sign) => `%25${sign.charCodeAt(0).toString(16)}`)
  return `/${kept}${rooted.slice(path.length)}`
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

/** Whether a URL would change the segments of a path. */
function isMoved(path: string): boolean {
  return MOVING.test(path) || path.split('/').some((segment) => DOTS.test(segment))
}

/** Backslashes, spaces and control characters. */
const MOVING = /[^!-[\]-\uffff]/

const DOTS = /^(?:\.|%2e){1,2}$/i

/**
 * The body of a request that Node received: its bytes as they arrive, or the parsed body if a middleware has read it.
 * Undefined if the request has no body.
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
 * The bytes as a web stream. Node's own Readable.toWeb closes the connection when its reader stops early, and loses
 * the response that says why. Nothing is read before the first pull, so that Node can discard an unread body.
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
