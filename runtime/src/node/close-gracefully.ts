import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { noTransactionUnderWay } from '../adapter/transactions-under-way.js'

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
  /** Closes what the requests needed, once no transaction is under way: `() => prisma.$disconnect()`. */
  readonly pool?: () => Promise<unknown>
}

/** How often connections are looked for that have become idle, in milliseconds. */
const LOOK = 20

/** How long transactions have to end behind the last request, in milliseconds. */
const TRANSACTIONS = 5000

/** How many turns of the event loop without a connection say that none waits, and how many are waited for at most. */
const QUIET_TURNS = 3
const MOST_TURNS = 2000

/**
 * Closes a server without cutting off open requests (rule 15.13). It accepts no new connections, lets the requests in
 * flight finish, closes each connection when it is idle, and then the pool. What is not answered within the time-out
 * is cut off.
 *
 * The pool is closed only when no transaction is under way, because Prisma would write a part of it. Where one lasts five
 * seconds longer than the requests, the pool stays open: end the process, and the store undoes the transaction.
 *
 * ```ts
 * process.once('SIGTERM', async () => {
 *   const isDone = await closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() })
 *   if (!isDone) process.exit(1)
 * })
 * ```
 *
 * Throws what closing the pool throws.
 *
 * @returns whether every request was answered in time, and the pool is closed
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
