import { ApiError } from './api-error.js'
import { castTo } from './cast.js'
import type { Extension } from './extension.js'
import type { Received } from './send.js'
import type { CallOptions } from './types/call-types.js'

/** How often and when a request is repeated. */
export interface RetryOptions {
  /** How often a request is repeated at most; the default is 2. */
  readonly times?: number
  /** The milliseconds to wait before a retry, by its number from 1. The default is about 300, doubled each time. */
  readonly wait?: (retry: number) => number
  /** Whether writes have a key and are repeated too, if the API takes keys. The default is true. */
  readonly writes?: boolean
}

/**
 * Repeats a read if there is no answer, if the answer breaks off, or if its status is 408, 429, 502, 503 or 504. If the schema has
 * `generate.idempotency`, writes are repeated too: each has an `Idempotency-Key`, so that the server does it once (rule 30.9). Without
 * it, a write is never sent twice, because the first one may have succeeded.
 *
 * ```ts
 * const api = createClient({ baseUrl, schema, use: [retries({ times: 3 })] });
 * ```
 *
 * It waits for `Retry-After` in seconds, up to a minute. Aborting the call ends the waiting. The error of the last attempt is
 * thrown (rule 27.10).
 */
export function retries({
  times = 2,
  wait = backOff,
  writes = true,
}: RetryOptions = {}): Extension<'retries'> {
  return {
    name: 'retries',
    async attempt(ask, { method, transaction = true }, call, { idempotency }) {
      const isRead = method === 'GET'
      if (!isRead && !(writes && idempotency && transaction)) return ask()
      const as = isRead ? call : withKey(call)
      for (let retry = 1; ; retry++) {
        const received = await ask(as).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          return error
        })
        if (retry > times || !isPassing(received)) {
          if (received instanceof ApiError) throw received
          return received
        }
        await waited(afterOf(received) ?? wait(retry), call.signal)
      }
    },
  }
}

/** A call with a key, unless it has one of its own. */
function withKey(call: CallOptions): CallOptions {
  const headers = new Headers(call.headers)
  if (!headers.has(KEY)) headers.set(KEY, newKey())
  return { ...call, headers }
}

const KEY = 'idempotency-key'

/**
 * 128 random bits. A browser has `randomUUID` only over HTTPS, and React Native has no `crypto`. A key must be new, but need not be
 * hard to guess: the server keeps the keys of each owner apart.
 */
function newKey(): string {
  const bytes = new Uint8Array(16).map(() => Math.random() * 256)
  castTo<Crypto | undefined>(globalThis.crypto)?.getRandomValues(bytes)
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Doubled each time, and random, so that not all clients return at the same moment. */
const backOff = (retry: number): number => 300 * 2 ** (retry - 1) * (0.75 + Math.random() / 2)

const isPassing = (received: Received | ApiError): boolean =>
  received instanceof ApiError
    ? !isLoop(received)
    : [408, 429, 502, 503, 504].includes(received.response.status) || isUnderWay(received)

/** Whether an earlier attempt of a write is not done yet. */
const isUnderWay = ({ response, text }: Received): boolean =>
  response.status === 409 && /"header":\s*"Idempotency-Key"/.test(text)

/** Whether redirects lead in a circle. A browser does not say so. */
const isLoop = ({ cause }: ApiError): boolean =>
  cause instanceof Error && /redirect/i.test(String(cause.cause))

/** The milliseconds that a server asks for. */
function afterOf(received: Received | ApiError): number | undefined {
  const text = received instanceof ApiError ? null : received.response.headers.get('retry-after')
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), 60) * 1000 : undefined
}

function waited(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(castTo<Error>(signal?.reason ?? new Error('The call was aborted.')))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}
