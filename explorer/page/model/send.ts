import { documentFault } from './document-fault.js'
import { isObject } from './json.js'

/** The media type of JSON:API. */
export const MEDIA_TYPE = 'application/vnd.api+json'

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | undefined
}

/** The outcome of a request. */
export type Outcome = Answered | Refused

/** A response, or the part of it that was received. */
export interface Answered {
  readonly kind: 'answered'
  readonly request: SentRequest
  readonly status: number
  readonly statusText: string
  readonly milliseconds: number
  readonly bytes: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly document: unknown
  /** The problem with the response itself. */
  readonly problem: string | undefined
}

/** A request without a response, or with a response that the browser hides from the page. */
export interface Refused {
  readonly kind: 'refused'
  readonly request: SentRequest
  readonly milliseconds: number
  readonly problem: string
}

/** How the page sends requests. */
export interface Sending {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
  /** Whether the page was opened from disk. */
  readonly isFile: boolean
  readonly signal?: AbortSignal
}

/** Sends a request. It never rejects: any problem is part of the outcome. */
export async function send(request: SentRequest, { fetch, now, isFile, signal }: Sending): Promise<Outcome> {
  const start = now()
  let response: Response
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      ...(request.body !== undefined && { body: request.body }),
      credentials: 'same-origin',
      cache: 'no-store',
      // The login headers are meant only for the API.
      redirect: 'manual',
      ...(signal && { signal }),
    })
  } catch (error) {
    return {
      kind: 'refused',
      request,
      milliseconds: now() - start,
      problem: signal?.aborted ? CANCELLED : whyRefused(request, isFile, error),
    }
  }
  if (response.type === 'opaqueredirect') {
    return {
      kind: 'refused',
      request,
      milliseconds: now() - start,
      problem: `${originOf(request.url)} redirects this request. The page does not follow redirects, because the target would receive the login headers, and browsers do not reveal the target.`,
    }
  }
  const { bytes, text, isWhole } = await bodyOf(response)
  if (!isWhole && signal?.aborted) {
    return { kind: 'refused', request, milliseconds: now() - start, problem: CANCELLED }
  }
  const document = parsed(text)
  return {
    kind: 'answered',
    request,
    status: response.status,
    statusText: response.statusText,
    milliseconds: now() - start,
    bytes,
    headers: [...response.headers],
    text,
    document,
    problem: problemOf(response, { text, document, isWhole, bytes, url: request.url }),
  }
}

/** The reason why a request was not successful, in sentences. */
export function saidOf(outcome: Outcome): string {
  if (outcome.kind === 'refused') return outcome.problem
  const { document, status, problem } = outcome
  const errors =
    isObject(document) && Array.isArray(document['errors']) ? document['errors'].filter(isObject) : []
  return errors.length > 0
    ? errors.map((error) => String(error['detail'] ?? error['title'])).join(' ')
    : (problem ?? `The response is ${status}.`)
}

const CANCELLED = 'You canceled the request. The server may have executed it anyway.'

function whyRefused({ url, headers }: SentRequest, isFile: boolean, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  if (!NO_ANSWER.test(said)) return `The request cannot be sent. ${said}`
  const origin = originOf(url)
  const names = headers.map(([name]) => name.toLowerCase()).join(', ')
  return isFile
    ? `${origin} did not respond, or does not let this page read its response. If the page was opened from disk, the API must allow it with CORS: Access-Control-Allow-Origin for the origin "null", and Access-Control-Allow-Headers with ${names}. Cookies are not sent.`
    : `${origin} did not respond. The network is down, the server has stopped, or it closed the connection.`
}

/**
 * The messages of browsers if there was no response. Other errors concern the request itself, such as an invalid
 * header.
 */
const NO_ANSWER = /^(?:Failed to fetch|NetworkError|Load failed|fetch failed|network error)/

function originOf(url: string): string {
  try {
    return new URL(url).origin
  } catch {
    return url
  }
}

interface ReadBody {
  readonly text: string
  readonly bytes: number
  readonly isWhole: boolean
}

/** The body, even if it is incomplete. */
async function bodyOf(response: Response): Promise<ReadBody> {
  if (!response.body) return { text: '', bytes: 0, isWhole: true }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { text: text + decoder.decode(), bytes, isWhole: true }
      bytes += value.byteLength
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return { text, bytes, isWhole: false }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemOf(
  { status, headers }: Response,
  { text, document, isWhole, bytes, url }: ReadBody & { readonly document: unknown; readonly url: string },
): string | undefined {
  const from = originOf(url)
  if (!isWhole) return `The response from ${from} ended after ${bytes} bytes.`
  if (status === 401) {
    const scheme = headers.get('www-authenticate')
    return `The API requires a login${scheme === null ? '' : ` (${scheme})`}: yours is missing, incorrect or expired. Open "Login", and send the request again.`
  }
  if (text === '') return status === 204 || status === 304 ? undefined : `${from} sent an empty response.`
  const type = headers.get('content-type') ?? 'no content type'
  if (document === undefined) {
    return `${from} sent ${type} instead of JSON:API. Check whether the API is at this URL. The "Document" tab shows the response.`
  }
  const fault = documentFault(document)
  return fault === undefined
    ? undefined
    : `${from} sent JSON that is not JSON:API: ${fault}. The "Document" tab shows the whole response.`
}
