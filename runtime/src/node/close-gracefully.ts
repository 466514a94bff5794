import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { noTransactionUnderWay } from '../adapter/transactions-under-way.js'

/** The required part of a server of `node:http`, `node:https` or a framework over them. */
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
  /** The time for requests in flight, in milliseconds; the default is 10,000. */
  readonly timeout?: number
  /** Closes the resources that requests use, once no transaction is running: `() => prisma.$disconnect()`. */
  readonly pool?: () => Promise<unknown>
}

/** How often idle connections are searched for, in milliseconds. */
const LOOK = 20

/** The time for transactions to end after the last request, in milliseconds. */
const TRANSACTIONS = 5000

/** After how many turns of the event loop without a connection none is waiting, and the limit of turns. */
const QUIET_TURNS = 3
const MAX_TURNS = 2000

/**
 * Closes a server without cutting off open requests. It accepts no new connections, lets the requests in flight finish,
 * closes each connection when it is idle, and then the pool. Requests that are still open after the timeout are cut
 * off.
 *
 * The pool is closed only when no transaction is running, because Prisma would commit a part of it. If a transaction
 * runs for more than five seconds after the requests, the pool stays open: end the process, and the store rolls the
 * transaction back.
 *
 * ```ts
 * process.once('SIGTERM', async () => {
 *   const isDone = await closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() });
 *   if (!isDone) process.exit(1);
 * });
 * ```
 *
 * Throws the error of closing the pool.
 *
 * @returns whether every request finished in time and the pool is closed
 */
export async function closeGracefully(
  server: ClosableServer,
  { timeout = 10_000, pool }: CloseOptions = {},
): Promise<boolean> {
  // Tells a client on an open connection that this answer is the last one.
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
    // An error means that the server does not listen: then there is nothing to wait for.
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
