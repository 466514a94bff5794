import { connect } from 'node:net'
import type { Database } from './choices.js'
import { done, refused, type Outcome } from './outcome.js'

/** Where the database of a project is, unless the command line says so. */
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

/** How long a server may take to answer. */
const PATIENCE = 5_000

/** Whether something answers where the database should be. SQLite is a file of the project, and always does. */
export async function databaseAnswers(database: Database, url: string): Promise<Outcome<undefined>> {
  const scheme = SCHEMES[database][0] ?? ''
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !SCHEMES[database].includes(parsed.protocol)) {
    return refused(
      `The address of ${database} begins with ${scheme}, and yours does not: --database-url ${example(database)}`,
    )
  }
  if (database === 'sqlite') return done(undefined)
  if (parsed.pathname.length < 2) {
    return refused(`The address names no database: --database-url ${example(database)}`)
  }
  const port = Number(parsed.port || PORTS[database])
  const host = parsed.hostname.replaceAll(/^\[|\]$/g, '')
  const fault = await connectionFault(host, port)
  return fault === undefined
    ? done(undefined)
    : refused(
        `No ${database} answers at ${host}:${port} (${fault}). Start it, or say where it is: --database-url ${example(database)}`,
      )
}

function example(database: Database): string {
  return database === 'sqlite'
    ? 'file:./prisma/dev.db'
    : `${SCHEMES[database][0]}//user:password@host:${PORTS[database]}/name`
}

function connectionFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PATIENCE })
    const end = (fault?: string) => {
      socket.destroy()
      resolve(fault)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('it takes too long'))
    socket.once('error', (error) => end('code' in error ? String(error.code) : error.message))
  })
}
