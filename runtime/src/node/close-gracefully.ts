import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { noTransactionUnderWay } from '../adapter/transaction/transactions-under-way.js'

/** The required members of a server from `node:http`, `node:https` or a framework built on them. */
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

/** Options for closing a server. */
export interface CloseOptions {
  /** How long to wait for requests in flight, in milliseconds; 10,000 by default. */
  readonly timeout?: number
  /**
   * Closes the resources that requests use. It is called as soon as no transaction is running: `() =>
   * prisma.$disconnect()`.
   */
  readonly pool?: () => Promise<unknown>
}

/** The interval between searches for idle connections, in milliseconds. */
const LOOK = 20

/** How long to wait for transactions after the last request, in milliseconds. */
const TRANSACTIONS = 5000

/** After how many turns of the event loop without a connection none is waiting, and the limit of turns. */
const QUIET_TURNS = 3
const MAX_TURNS = 2000

/**
 * Closes a server without interrupting open requests. It stops accepting connections, completes the requests in flight,
 * closes each connection as soon as it is idle, and then closes the pool. Requests that are still open after the
 * timeout are terminated.
 *
 * The pool is closed only when no transaction is running, because Prisma would otherwise commit part of the
 * transaction. If a transaction is still running five seconds after the last request, the pool stays open. In that
 * case, end the process, so that the store rolls the transaction back.
 *
 * ```ts
 * process.once('SIGTERM', async () => {
 *   const isDone = await closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() });
 *   if (!isDone) process.exit(1);
 * });
 * ```
 *
 * Throws an error if closing the pool fails.
 *
 * @returns whether every request finished in time and the pool is closed
 */
export async function closeGracefully(
  server: ClosableServer,
  { timeout = 10_000, pool }: CloseOptions = {},
): Promise<boolean> {
  // Tells a client on an open connection that this is the last response.
  server.prependListener('request', (_request, response) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  })
  await acceptWaiting(server)
  let isCut = false
  const looking = setInterval(() => server.closeIdleConnections(), LOOK)
  const cutting = setTimeout(() => {
    isCut = true
    server.closeAllConnections()
  }, timeout)
  try {
    // An error means that the server is not listening, so there is nothing to wait for.
    await new Promise<void>((resolve) => server.close(() => resolve()))
  } finally {
    clearInterval(looking)
    clearTimeout(cutting)
  }
  const timer = new AbortController()
  const isOpen = await Promise.race([
    noTransactionUnderWay().then(() => false),
    wait(TRANSACTIONS, true, { signal: timer.signal }).catch(() => false),
  ])
  timer.abort()
  if (isOpen) return false
  await pool?.()
  return !isCut
}

/** Accepts waiting connections, which would be reset otherwise: each turn of the event loop accepts one. */
async function acceptWaiting(server: ClosableServer): Promise<void> {
  let quiet = 0
  const connected = (): void => {
    quiet = 0
  }
  server.on('connection', connected)
  for (let turn = 0; turn < MAX_TURNS && quiet < QUIET_TURNS; turn++) {
    quiet++
    await setImmediate()
  }
  server.off('connection', connected)
}
