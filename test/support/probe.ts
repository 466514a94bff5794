import { connect } from 'node:net'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'

export type DatabaseName = 'sqlite' | 'postgresql' | 'mariadb'

const NAMES: readonly string[] = ['sqlite', 'postgresql', 'mariadb'] satisfies readonly DatabaseName[]

/** The data about a database before any test runs. */
export interface ProbedDatabase {
  readonly name: DatabaseName
  /** The URL of the server; undefined for SQLite. */
  readonly url: string
  /** The text for the last line of the tests. */
  readonly label: string
}

/** The available databases, and a sentence about each that is unavailable. */
export interface Probe {
  readonly found: readonly ProbedDatabase[]
  readonly missing: readonly string[]
}

/** Finds the databases for tests: SQLite always, and the servers that respond within a second or two. */
export async function probeDatabases(env: NodeJS.ProcessEnv): Promise<Probe> {
  const wanted = env['TEST_DATABASES']?.split(',')
  const unknown = wanted?.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) {
    throw new Error(`TEST_DATABASES names "${unknown}"; it must be a list of ${NAMES.join(', ')}.`)
  }
  const servers = [
    { name: 'postgresql', url: env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres' },
    { name: 'mariadb', url: env['TEST_MARIADB_URL'] ?? 'mariadb://root@127.0.0.1:3306/' },
  ] as const
  const answers = await Promise.all(
    servers
      .filter(({ name }) => wanted?.includes(name) ?? true)
      .map(async ({ name, url }) => ({ name, url, version: await version(name, url) })),
  )
  return {
    found: [
      { name: 'sqlite', url: '', label: 'sqlite (embedded)' },
      ...answers.flatMap(({ name, url, version: answer }) =>
        answer === undefined ? [] : [{ name, url: hasty(url), label: `${name} ${answer} (${place(url)})` }],
      ),
    ],
    missing: answers.flatMap(({ name, url, version: answer }) =>
      answer === undefined ? [`${name} not reachable at ${place(url)}: its tests were left out`] : [],
    ),
  }
}

/** A URL whose sessions do not wait for PostgreSQL's disk, because no test crashes the server. */
function hasty(url: string): string {
  const located = new URL(url)
  if (!located.protocol.startsWith('postgres')) return url
  const given = located.searchParams.get('options') ?? ''
  located.searchParams.set('options', `${given} -c synchronous_commit=off`.trim())
  return located.href
}

/**
 * The time zone of MariaDB's sessions, such as `+10:30`; by default, the server's zone. The URL of PostgreSQL contains
 * its time zone.
 */
export const mariadbZone: string | undefined = process.env['TEST_MARIADB_ZONE']

/** The adapter for a `mariadb:` URL. The driver itself requires a password and a database in the URL. */
export function mariadbAdapter(url: string, acquireTimeout = 10_000, connectionLimit = 5): PrismaMariaDb {
  const { hostname, port, username, password, pathname } = new URL(url)
  return new PrismaMariaDb({
    host: hostname,
    port: Number(port) || 3306,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...(pathname.length > 1 && { database: decodeURIComponent(pathname.slice(1)) }),
    connectTimeout: 2000,
    acquireTimeout,
    connectionLimit,
    sessionVariables: {
      max_statement_time: 300,
      ...(mariadbZone !== undefined && { time_zone: mariadbZone }),
    },
  })
}

async function version(name: 'postgresql' | 'mariadb', url: string): Promise<string | undefined> {
  if (!(await listens(new URL(url)))) return undefined
  try {
    const factory =
      name === 'postgresql'
        ? new PrismaPg({ connectionString: url, connectionTimeoutMillis: 2000 })
        : mariadbAdapter(url, 1000)
    const adapter = await factory.connect()
    try {
      const { rows } = await adapter.queryRaw({ sql: 'SELECT version()', args: [], argTypes: [] })
      return /\d+(\.\d+)+/.exec(String(rows[0]?.[0]))?.[0]
    } finally {
      await adapter.dispose()
    }
  } catch {
    return undefined
  }
}

/** Whether a server listens on the port. Checking this is quicker than waiting until a driver gives up. */
function listens({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'mariadb:' || protocol === 'mysql:' ? 3306 : 5432),
      timeout: 1000,
    })
    const end = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false))
  })
}

const place = (url: string): string => {
  const { host, protocol, port } = new URL(url)
  return port === '' ? `${host}:${protocol.startsWith('postgres') ? 5432 : 3306}` : host
}
