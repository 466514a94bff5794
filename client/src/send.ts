import { ApiError, type ErrorObject, type Places } from './api-error.js'
import { isObject } from './is-object.js'

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

/** What the call of one record adds. */
export interface FindOptions extends CallOptions {
  /** Says that the id is another name, such as `me`: the record has an id of its own. */
  readonly alias?: boolean
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
  const body = sent.body && asText(sent.body, sent)
  const response = await reach(options, { ...sent, text: body }, call)
  if (!(typeof response?.text === 'function')) {
    throw new ApiError(`There is no answer to ${sent.method} ${sent.path}.`, { status: 0 })
  }
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
  if (isRedirected(sent, response)) {
    return refuse('The server redirects the write: use the address that it leads to as baseUrl')
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

function asText(body: object, { method, path }: Sent): string {
  try {
    return JSON.stringify(body, exact)
  } catch (error) {
    throw unsent(`${method} ${path}`, error)
  }
}

async function reach(
  { baseUrl, headers, fetch = globalThis.fetch }: ClientOptions,
  sent: Sent & { readonly text: string | undefined },
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
      // A redirect may turn a write into a GET, which succeeds and writes nothing.
      redirect: sent.method === 'GET' ? 'follow' : 'manual',
      ...(sent.text !== undefined && { body: sent.text }),
      ...(call.signal && { signal: call.signal }),
    })
  } catch (error) {
    if (call.signal?.aborted) throw error
    throw new ApiError(`There is no answer to ${sent.method} ${sent.path}.`, { status: 0, cause: error })
  }
}

/** Whether a redirect answered a write: a browser hides its status, and a `fetch` of one's own may have followed it. */
const isRedirected = ({ method }: Sent, { redirected, type, status }: Response): boolean =>
  method !== 'GET' && (redirected || type === 'opaqueredirect' || (status >= 300 && status < 400))

/** An input that no request can say. Nothing was sent. */
export function unsent(what: string, error: unknown): ApiError {
  const why = error instanceof Error ? error.message : String(error)
  return new ApiError(`${what} was not sent: ${why}.`, { status: 0, cause: error })
}

/** JSON writes null for a number or a date that is none, which would erase what is stored. */
function exact(this: unknown, name: string, value: unknown): unknown {
  const given = isObject(this) || Array.isArray(this) ? Reflect.get(this, name) : value
  const isNone =
    given instanceof Date
      ? Number.isNaN(given.getTime())
      : typeof value === 'number' && !Number.isFinite(value)
  if (isNone) throw new RangeError(`"${name}" is ${String(given)}, which no document can hold`)
  return typeof value === 'bigint' ? String(value) : value
}

function documentOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const document: unknown = JSON.parse(text)
    return isObject(document) ? document : undefined
  } catch {
    return undefined
  }
}

const errorsOf = (document: Readonly<Record<string, unknown>> | undefined): readonly ErrorObject[] =>
  Array.isArray(document?.['errors']) ? document['errors'].filter(isObject).map(errorOf) : []

/** An error without the members that are not what JSON:API says, so that nobody meets a number for a text. */
const errorOf = ({ source, meta, ...given }: Readonly<Record<string, unknown>>): ErrorObject => ({
  ...textsOf(given, ['id', 'status', 'code', 'title', 'detail']),
  ...(isObject(source) && { source: textsOf(source, ['pointer', 'parameter', 'header']) }),
  ...(isObject(meta) && { meta }),
})

const textsOf = (given: object, names: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => typeof value === 'string' || !names.includes(name)),
  )

const summaryOf = (errors: readonly ErrorObject[]): string =>
  errors.map(({ title, detail, code }) => detail ?? title ?? code ?? 'An error without a text').join(' ')

/** What an answer begins with. */
const shown = (text: string): string =>
  text === '' ? 'nothing' : `beginning with ${JSON.stringify(text.slice(0, 200))}`
