import { ApiError, type ErrorObject, type Places } from './api-error.js'
import { castTo } from './cast.js'
import type { Hooks } from './extension.js'
import { isObject } from './is-object.js'
import type { ClientSchema } from './schema.js'
import type { CallOptions, ClientOptions } from './types/call-types.js'

/** A request before it is sent. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below the API's base URL, with its search string. */
  readonly path: string
  readonly body?: object
  readonly places?: Places
  readonly accept?: string
  /** False if a write is not a single transaction, and is therefore sent without a key. */
  readonly transaction?: boolean | undefined
}

/** A successful response. */
export interface Answer {
  /** Undefined if the response has no document, as with 204. */
  readonly document: Readonly<Record<string, unknown>> | undefined
  /** Rejects the response, with its status and the beginning of its text. */
  readonly refuse: (why: string) => never
}

/** The media type of JSON:API. */
export const MEDIA_TYPE = 'application/vnd.api+json'

/** A response as received, with any status. */
export interface Received {
  readonly response: Response
  readonly text: string
}

/**
 * Sends a request and reads its response.
 *
 * Throws an ApiError if the response is an error, if it is not a document, or if there is no response. If the call is
 * aborted, the abort reason is thrown unchanged.
 */
export async function send(
  options: ClientOptions & Hooks & { readonly schema: ClientSchema<unknown> },
  sent: Sent,
  call: CallOptions = {},
): Promise<Answer> {
  const { method, path, body } = sent
  const request = `${method} ${path}`
  const text = body && said(request, () => JSON.stringify(body, exact))
  const ask = (as = call): Promise<Received> => receive(options, sent, text, as)
  const { response, text: answered } = await (options.attempt
    ? options.attempt(ask, sent, call, options.schema)
    : ask())
  const { status, ok } = response
  const refuse = (why: string): never => {
    throw new ApiError(`${why}: ${request} returned ${status}, ${shown(answered)}`, { status })
  }
  if (isRedirected(sent, response)) {
    return refuse('The server redirects writes: set baseUrl to the target')
  }
  if (ok && answered === '') return { document: undefined, refuse }
  const document = documentOf(answered)
  const errors = errorsOf(document)
  if (!ok && errors.length > 0) {
    throw new ApiError(summaryOf(errors), { status, errors, places: sent.places })
  }
  return document && ok ? { document, refuse } : refuse('The response is not JSON:API')
}

async function receive(
  { baseUrl, headers, fetch = globalThis.fetch }: ClientOptions,
  { method, path, accept = MEDIA_TYPE }: Sent,
  body: string | undefined,
  call: CallOptions,
): Promise<Received> {
  const all = new Headers(await headers?.())
  for (const [name, value] of new Headers(call.headers)) all.set(name, value)
  all.set('accept', accept)
  // A JSON:API extension must be named in both headers.
  if (body !== undefined) all.set('content-type', accept)
  let status = 0
  try {
    const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
      method,
      headers: all,
      // A redirect may turn a write into a GET, which would succeed without writing anything.
      redirect: method === 'GET' ? 'follow' : 'manual',
      body: body ?? null,
      signal: call.signal ?? null,
    })
    // A custom fetch that returns no Response counts as a missing response.
    const text = response.text()
    ;({ status } = response)
    return { response, text: await text }
  } catch (error) {
    if (call.signal?.aborted) throw error
    const request = `${method} ${path}`
    throw new ApiError(
      status === 0 ? `There was no response to ${request}.` : `The response to ${request} is incomplete.`,
      { status, cause: error },
    )
  }
}

/**
 * Whether the response to a write is a redirect. A browser hides the status and reports 0, and a custom `fetch` may
 * have followed it.
 */
const isRedirected = ({ method }: Sent, { redirected, ok, status }: Response): boolean =>
  method !== 'GET' && (redirected || !(ok || status >= 400))

/** The parts of a request. If they cannot be sent, throws an ApiError before anything is sent. */
export function said<Value>(request: string, say: () => Value): Value {
  try {
    return say()
  } catch (error) {
    // An error may come from another realm, where Error is a different class.
    const { message: why = String(error) } = Object(error) as { readonly message?: string }
    throw new ApiError(`${request} was not sent: ${why}.`, { status: 0, cause: error })
  }
}

/** JSON writes null for NaN and for an invalid date, which would erase the stored value. */
function exact(this: unknown, name: string, value: unknown): unknown {
  // `JSON.stringify` has already turned a date into text, but its holder still has the date.
  const given = castTo<Readonly<Record<string, unknown>>>(this)[name]
  const number = given instanceof Date ? given.getTime() : value
  if (typeof number === 'number' && !Number.isFinite(number)) {
    throw new RangeError(`"${name}" is ${String(given)}, which JSON cannot represent`)
  }
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

/**
 * Drops members of the wrong type from an error, so that a caller never receives a number where JSON:API requires a
 * string.
 */
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
  errors
    .map(({ title, detail, code }) => detail ?? title ?? code ?? 'An error without a description')
    .join(' ')

/** The beginning of a response. */
const shown = (text: string): string =>
  text === '' ? 'nothing' : `beginning with ${JSON.stringify(text.slice(0, 200))}`
