import { ApiError, type ErrorObject, type Places } from './api-error.js'
import { isObject } from './cast.js'

/** How a client reaches its server. */
export interface ClientOptions {
  /** Where the API is: an absolute address, or a path of the page's own server. */
  readonly baseUrl: string
  /** Headers of every request, such as `authorization`; asked for anew for each one. */
  readonly headers?: () => HeadersInit | Promise<HeadersInit>
  /** A `fetch` of your own. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>
}

/** What a single call adds. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: HeadersInit
}

/** A request as the client makes it. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the address of the API, with its search. */
  readonly path: string
  readonly body?: object
  readonly places?: Places
  readonly accept?: string
}

/** An answer that succeeded. */
export interface Answer {
  /** Undefined where there is none: a 204. */
  readonly document: Readonly<Record<string, unknown>> | undefined
  /** Refuses the answer, with its status and what it begins with. */
  readonly refuse: (why: string) => never
}

/** The media type of JSON:API. */
export const MEDIA_TYPE = 'application/vnd.api+json'

/**
 * Sends a request and reads its answer.
 *
 * Throws an ApiError for an answer that is an error or no document, and where there is none. What aborts it is thrown as it is.
 */
export async function send(options: ClientOptions, sent: Sent, call: CallOptions = {}): Promise<Answer> {
  const response = await reach(options, sent, call)
  const { status } = response
  const text = await response.text().catch((error: unknown) => {
    if (call.signal?.aborted) throw error
    throw new ApiError(`The answer to ${sent.method} ${sent.path} broke off.`, { status, cause: error })
  })
  const refuse = (why: string): never => {
    throw new ApiError(`${why}: ${sent.method} ${sent.path} was answered with ${status}, ${shown(text)}`, {
      status,
    })
  }
  if (response.ok && text === '') return { document: undefined, refuse }
  const document = documentOf(text)
  if (!response.ok) {
    const errors = errorsOf(document)
    if (errors.length === 0) return refuse('The server answered no JSON:API document')
    throw new ApiError(summaryOf(errors), { status, errors, places: sent.places })
  }
  return document ? { document, refuse } : refuse('The server answered no JSON:API document')
}

async function reach(
  { baseUrl, headers, fetch = globalThis.fetch }: ClientOptions,
  sent: Sent,
  call: CallOptions,
): Promise<Response> {
  const all = new Headers(await headers?.())
  for (const [name, value] of new Headers(call.headers)) all.set(name, value)
  all.set('accept', sent.accept ?? MEDIA_TYPE)
  if (sent.body) all.set('content-type', MEDIA_TYPE)
  try {
    return await fetch(baseUrl.replace(/\/+$/, '') + sent.path, {
      method: sent.method,
      headers: all,
      ...(sent.body && { body: JSON.stringify(sent.body, exact) }),
      ...(call.signal && { signal: call.signal }),
    })
  } catch (error) {
    if (call.signal?.aborted) throw error
    throw new ApiError(`There is no answer to ${sent.method} ${sent.path}.`, { status: 0, cause: error })
  }
}

const exact = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

function documentOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const document: unknown = JSON.parse(text)
    return isObject(document) ? document : undefined
  } catch {
    return undefined
  }
}

const errorsOf = (document: Readonly<Record<string, unknown>> | undefined): readonly ErrorObject[] =>
  Array.isArray(document?.['errors']) ? document['errors'].filter(isObject) : []

const summaryOf = (errors: readonly ErrorObject[]): string =>
  errors.map(({ title, detail, code }) => detail ?? title ?? code ?? 'An error without a text').join(' ')

/** What an answer begins with. */
const shown = (text: string): string =>
  text === '' ? 'nothing' : `beginning with ${JSON.stringify(text.slice(0, 200))}`
