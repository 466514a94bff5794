import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'

/** What is used of a server of `node:http`, `node:https` or a framework over them. */
export interface ClosableServer {
  close(done?: (error?: Error) => void): unknown
  closeIdleConnections(): void
  closeAllConnections(): void
  on(event: 'connection', listener: () => void): unknown
  off(event: 'connection', listener: () => void): unknown
  prependListener(
    event: 'request',
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): unknown
}

/** How a server is closed. */
export interface CloseOptions {
  /** How long requests in flight have to be answered, in milliseconds; 10,000 unless it is set. */
  readonly timeout?: number
  /** Closes what the requests needed, once none of them is left: `() => prisma.$disconnect()`. */
  readonly pool?: () => Promise<unknown>
}

/** How often connections are looked for that have become idle, in milliseconds. */
const LOOK = 20

/** How many turns of the event loop without a connection say that none waits, and how many are waited for at most. */
const QUIET_TURNS = 3
const MOST_TURNS = 2000

/**
 * Closes a server without cutting off open requests (rule 15.13). It accepts no new connections, lets the requests in
 * flight finish, closes each connection when it is idle, and then the pool. What is not answered within the time-out
 * is cut off.
 *
 * ```ts
 * process.once('SIGTERM', () => closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() }))
 * ```
 *
 * Throws what closing the pool throws.
 *
 * @returns whether every request was answered in time
 */
export async function closeGracefully(
  server: ClosableServer,
  { timeout = 10_000, pool }: CloseOptions = {},
): Promise<boolean> {
  // A client that goes on asking over its connection is told that this answer is the last one.
  server.prependListener('request', (_request, response) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  })
  await acceptWhoWaits(server)
  let isCut = false
  const looking = setInterval(() => server.closeIdleConnections(), LOOK)
  const cutting = setTimeout(() => {
    isCut = true
    server.closeAllConnections()
  }, timeout)
  try {
    // An error says that it does not listen: then there is nothing to wait for.
    await new Promise<void>((resolve) => server.close(() => resolve()))
  } finally {
    clearInterval(looking)
    clearTimeout(cutting)
  }
  await pool?.()
  return !isCut
}

/** Who has connected and is not accepted would be reset: each turn of the event loop accepts one of them. */
async function acceptWhoWaits(server: ClosableServer): Promise<void> {
  let quiet = 0
  const connected = (): void => {
    quiet = 0
  }
  server.on('connection', connected)
  for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    quiet++
    await setImmediate()
  }
  server.off('connection', connected)
}
