import { connect } from 'node:net'
import type { Database } from './choices.js'
import { done, refused, type Outcome } from './outcome.js'

/** The address of a project's database, unless the command line gives one. */
export function usualUrl(database: Database, name: string): string {
  const own = name.replaceAll(/\W/g, '_')
  switch (database) {
    case 'sqlite':
      return 'file:./prisma/dev.db'
    case 'postgresql':
      return `postgresql://postgres@localhost:5432/${own}`
    case 'mariadb':
      return `mysql://root@localhost:3306/${own}`
  }
}

const SCHEMES: Readonly<Record<Database, readonly string[]>> = {
  sqlite: ['file:'],
  postgresql: ['postgresql:', 'postgres:'],
  mariadb: ['mysql:', 'mariadb:'],
}

const PORTS: Readonly<Record<Database, number>> = { sqlite: 0, postgresql: 5432, mariadb: 3306 }

/** How long to wait for a database server, in milliseconds. */
const PATIENCE = 4_500

/** Whether a database server responds at the address. SQLite is a file of the project, so it always does. */
export async function databaseAnswers(database: Database, url: string): Promise<Outcome<undefined>> {
  const scheme = SCHEMES[database][0] ?? ''
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !SCHEMES[database].includes(parsed.protocol)) {
    return refused(`A URL of ${database} must begin with "${scheme}": --database-url ${example(database)}`)
  }
  if (database === 'sqlite') return done(undefined)
  if (parsed.pathname.length < 2) {
    return refused(`The URL must end with the name of a database: --database-url ${example(database)}`)
  }
  const port = Number(parsed.port || PORTS[database])
  const host = parsed.hostname.replaceAll(/^\[|\]$/g, '')
  const fault = await connectionFault(database, host, port)
  return fault === undefined
    ? done(undefined)
    : refused(
        `No ${database} responds at ${host}:${port} (${fault}). Start it, or give its URL: --database-url ${example(database)}`,
      )
}

function example(database: Database): string {
  return database === 'sqlite'
    ? 'file:./prisma/dev.db'
    : `${SCHEMES[database][0]}//user:password@host:${PORTS[database]}/name`
}

/**
 * How a server identifies itself on a new connection: PostgreSQL replies whether it supports TLS, and MariaDB sends a
 * greeting. An open port that stays silent, such as a proxy's, is not a database.
 */
const GREETINGS: Readonly<
  Record<Exclude<Database, 'sqlite'>, { readonly asked: Buffer; isAnswer(first: Buffer): boolean }>
> = {
  // SSLRequest: length and code.
  postgresql: {
    asked: Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]),
    isAnswer: (first) => ['S', 'N', 'E'].includes(String.fromCharCode(first[0] ?? 0)),
  },
  // After the four bytes of the packet header: the protocol version, or an error.
  mariadb: { asked: Buffer.alloc(0), isAnswer: (first) => [10, 255].includes(first[4] ?? 0) },
}

function connectionFault(
  database: Exclude<Database, 'sqlite'>,
  host: string,
  port: number,
): Promise<string | undefined> {
  const { asked, isAnswer } = GREETINGS[database]
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (fault?: string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(fault)
    }
    // One limit for all of it: DNS lookup, connection and first bytes.
    const timer = setTimeout(() => end('it takes too long'), PATIENCE)
    socket.once('connect', () => void socket.write(asked))
    socket.once('data', (first) => end(isAnswer(first) ? undefined : 'another program responds there'))
    socket.once('end', () => end('it closes the connection'))
    socket.once('error', (error) => end('code' in error ? String(error.code) : error.message))
  })
}
