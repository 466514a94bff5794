import { ApiError } from './api-error.js'
import { castTo } from './cast.js'
import type { Extension } from './extension.js'
import type { Received } from './send.js'
import type { CallOptions } from './types/call-types.js'

/** How often, and when, requests are repeated. */
export interface RetryOptions {
  /** The maximum number of retries; 2 by default. */
  readonly times?: number
  /**
   * Returns the milliseconds to wait before a retry. `retry` starts at 1. The default is about 300, doubled each time.
   */
  readonly wait?: (retry: number) => number
  /**
   * Whether to send writes with an `Idempotency-Key` and also repeat them, if the API accepts such keys; true by
   * default.
   */
  readonly writes?: boolean
}

/**
 * Repeats a read if there is no response, if the response is incomplete, or if its status is 408, 429, 502, 503 or 504.
 * If `generate.idempotency` is set in the schema, writes are also repeated, with an `Idempotency-Key`, so the server
 * runs each write only once. Without the key, a write is never sent twice, because the first attempt may have
 * succeeded.
 *
 * ```ts
 * const api = createClient({ baseUrl, schema, use: [retries({ times: 3 })] });
 * ```
 *
 * A `Retry-After` in seconds is honored, up to one minute. Aborting the call also ends the wait. If every attempt
 * fails, the last error is thrown.
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

/** Adds a key to a call, unless the caller has passed one. */
function withKey(call: CallOptions): CallOptions {
  const headers = new Headers(call.headers)
  if (!headers.has(KEY)) headers.set(KEY, newKey())
  return { ...call, headers }
}

const KEY = 'idempotency-key'

/**
 * 128 random bits. Browsers have `randomUUID` only over HTTPS, and React Native has no `crypto`. A key must be unique,
 * but need not be hard to guess, because the server keeps each owner's keys separate.
 */
function newKey(): string {
  const bytes = new Uint8Array(16).map(() => Math.random() * 256)
  castTo<Crypto | undefined>(globalThis.crypto)?.getRandomValues(bytes)
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The delay is doubled each time, and randomized so that not all clients retry at the same moment. */
const backOff = (retry: number): number => 300 * 2 ** (retry - 1) * (0.75 + Math.random() / 2)

const isPassing = (received: Received | ApiError): boolean =>
  received instanceof ApiError
    ? !isLoop(received)
    : [408, 429, 502, 503, 504].includes(received.response.status) || isUnderWay(received)

/** Whether an earlier attempt at a write is still running. */
const isUnderWay = ({ response, text }: Received): boolean =>
  response.status === 409 && /"header":\s*"Idempotency-Key"/.test(text)

/** Whether the error reports a redirect loop. Browsers do not report such loops. */
const isLoop = ({ cause }: ApiError): boolean =>
  cause instanceof Error && /redirect/i.test(String(cause.cause))

/** The milliseconds that the server asks the client to wait. */
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
