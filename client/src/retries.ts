import { ApiError } from './api-error.js'
import { castTo } from './cast.js'
import type { Extension } from './extension.js'
import type { Received } from './send.js'

/** How often a read is asked again, and when. */
export interface RetryOptions {
  /** How often a read is asked again at most: 2, unless it says otherwise. */
  readonly times?: number
  /** The milliseconds to wait ahead of a retry; the first one is 1. Without it, about 300 and twice as long each time. */
  readonly wait?: (retry: number) => number
}

/**
 * Asks a read again if there is no answer to it, if the answer breaks off, or if it is a 408, 429, 502, 503 or 504. A write is never
 * sent twice, because nobody knows what became of the first one.
 *
 * ```ts
 * const api = createClient({ baseUrl, schema, use: [retries({ times: 3 })] })
 * ```
 *
 * `Retry-After` in seconds is waited for, up to a minute. What aborts the call ends the waiting. The error of the last attempt is
 * the one that is thrown (rule 27.10).
 */
export function retries({ times = 2, wait = backOff }: RetryOptions = {}): Extension<'retries'> {
  return {
    name: 'retries',
    async attempt(ask, signal) {
      for (let retry = 1; ; retry++) {
        const received = await ask().catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          return error
        })
        if (retry > times || !isPassing(received)) {
          if (received instanceof ApiError) throw received
          return received
        }
        await waited(afterOf(received) ?? wait(retry), signal)
      }
    },
  }
}

/** Twice as long each time, and never the same for all clients of a server that comes back. */
const backOff = (retry: number): number => 300 * 2 ** (retry - 1) * (0.75 + Math.random() / 2)

const isPassing = (received: Received | ApiError): boolean =>
  received instanceof ApiError
    ? !isLoop(received)
    : [408, 429, 502, 503, 504].includes(received.response.status)

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
      reject(castTo<Error>(signal?.reason ?? new Error('The call is aborted.')))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}
