import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf } from './request-body.js'
import { pathOfTarget } from './request-target.js'

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

/** Converts a request of Node to a web-standard one. It never throws, whatever was sent. */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, parts: RequestParts): Request {
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(incoming, outgoing, parts.body)
  // Fetch refuses these methods in its constructor, so the method is set afterwards.
  const init = FORBIDDEN.has(method) ? {} : { method, ...(body !== undefined && { body, duplex: 'half' }) }
  const headers = headersOf(incoming)
  return new NodeRequest(addressOf(incoming, parts), { ...init, headers }, method, outgoing)
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

  /** Aborted if the client disconnects before it has its answer. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController()
      this.#controller = controller
      const close = (): void => {
        if (!this.#outgoing.writableFinished) controller.abort()
      }
      if (this.#outgoing.destroyed) close()
      else this.#outgoing.once('close', close)
    }
    return this.#controller.signal
  }
}

function addressOf(incoming: IncomingMessage, parts: RequestParts): string {
  const host = parts.host ?? incoming.headers.host ?? ''
  const origin = `${parts.protocol ?? 'http'}://${isHost(host) ? host : 'localhost'}`
  return origin + pathOfTarget(parts.url ?? incoming.url ?? '/')
}

/** A host with other characters, such as a slash, would move the rest of the address. */
const isHost = (host: string): boolean => /^[^\s/\\?#@]+$/.test(host) && URL.canParse(`http://${host}`)

function headersOf({ headers }: IncomingMessage): [string, string][] {
  // HTTP/2 has its request line among its headers.
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(':') ? [] : [[name, [value].flat().join(', ')]],
  )
}
