import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DatabaseName } from '../../support/databases.js'
import { openProxy, type Proxy } from '../../support/proxy.js'
import { lastStatus, type Outcome } from './clients.js'
import { buildServers, type ServerProcess, type Servers } from './servers.js'
import { openOwn, ownStores, type OwnStore } from './stores.js'
import { countOf, untrueOf } from './writes.js'

/** A store behind a proxy, and the servers of both engines for it. */
interface BehindProxy {
  readonly store: OwnStore
  readonly built: Servers
  readonly proxy: Proxy
}

/** The database servers, which a proxy can separate from the servers of the API. */
export const remoteStores: readonly DatabaseName[] = ownStores.filter((name) => name !== 'sqlite')

/** Opens a store behind a proxy for the tests of a suite, and empties it before each of them. */
export function behindProxy(name: DatabaseName): () => BehindProxy {
  let opened: BehindProxy
  beforeAll(async () => {
    const store = await openOwn[name]()
    opened = { store, built: await buildServers(store), proxy: await openProxy(store.url) }
  }, 120_000)
  beforeEach(async () => {
    // Both engines write with the same marks and keys.
    await opened.store.prisma.node.deleteMany()
    await opened.store.prisma.idempotencyKey.deleteMany()
  })
  afterAll(async () => {
    await opened.proxy.close()
    await opened.built.remove()
    await opened.store.close()
  })
  return () => opened
}

/**
 * Stops a server after its writes, and compares them with the store. `least` is the number of writes that must have been
 * refused. `title` begins the printed counts.
 */
export async function verdictOn(
  title: string,
  outcomes: readonly Outcome[],
  { store, server, least }: { store: OwnStore; server: ServerProcess; least: number },
): Promise<object> {
  const lastResponse = await lastStatus(server)
  const isRunning = server.isRunning()
  await server.kill()
  const counts = countOf(outcomes.map(([, received]) => received))
  process.stdout.write(`${title}: ${outcomes.length} writes, ${JSON.stringify(counts)}\n`)
  return {
    isRunning,
    lastResponse,
    untrue: await untrueOf(store.prisma, outcomes),
    inOneTransaction: (await store.transactions()).filter((marks) => marks.length > 1),
    unexplained: Object.keys(counts).filter((count) => !EXPECTED.has(count)),
    areRefused: (counts['503 written: false'] ?? 0) > least,
  }
}

/** The verdict if each response is correct, nothing is partial, and no statement ran in another's transaction. */
export const CORRECT: object = {
  isRunning: true,
  lastResponse: 200,
  untrue: [],
  inOneTransaction: [],
  unexplained: [],
  areRefused: true,
}

/** The statuses that a lost connection or a late response of the database explains. */
const EXPECTED = new Set(['200', '201', '503 written: false', '503 written: unknown', '500 written: true'])
