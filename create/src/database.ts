import { connect } from 'node:net'
import type { Database } from './choices.js'
import { done, refused, type Outcome } from './outcome.js'
import { type Probe, probeOfMariadb, probeOfPostgresql } from './probe.js'

/** The default URL of a project's database. */
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

/**
 * Whether a server responds at the URL and has the database, as far as that can be determined without a password.
 * Always true for SQLite, which is a file in the project.
 */
export async function databaseAnswers(database: Database, url: string): Promise<Outcome<undefined>> {
  const scheme = SCHEMES[database][0] ?? ''
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !SCHEMES[database].includes(parsed.protocol)) {
    return refused(`A URL for ${database} must begin with "${scheme}": --database-url ${example(database)}`)
  }
  if (database === 'sqlite') return done(undefined)
  if (parsed.pathname.length < 2) {
    return refused(`The URL must end with the name of a database: --database-url ${example(database)}`)
  }
  const port = Number(parsed.port || PORTS[database])
  const host = parsed.hostname.replaceAll(/^\[|\]$/g, '')
  const name = decoded(parsed.pathname.slice(1))
  const login = { user: decoded(parsed.username), name, hasPassword: parsed.password !== '' }
  const probe = database === 'postgresql' ? probeOfPostgresql(login) : probeOfMariadb(login)
  const fault = await connectionFault(probe, host, port)
  if (fault === undefined) return done(undefined)
  return refused(
    fault === MISSING
      ? `The database ${name} does not exist at ${host}:${port}. Create it with CREATE DATABASE, or use a different database: --database-url ${example(database)}`
      : `No ${database} server responds at ${host}:${port} (${fault}). Start a server, or pass the URL of a different one: --database-url ${example(database)}`,
  )
}

/** Decodes a part of a URL. A lone percent sign is left unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function example(database: Database): string {
  return database === 'sqlite'
    ? 'file:./prisma/dev.db'
    : `${SCHEMES[database][0]}//user:password@host:${PORTS[database]}/name`
}

/** The problem with a connection: the database does not exist, or no server of the right kind responds. */
function connectionFault({ asked, judge }: Probe, host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (fault?: string) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(fault)
    }
    // One limit covers everything: DNS lookup, connection and first bytes.
    const timer = setTimeout(() => end('it did not respond in time'), PATIENCE)
    let received = Buffer.alloc(0)
    socket.once('connect', () => void socket.write(asked))
    socket.on('data', (more) => {
      received = Buffer.concat([received, more])
      const judged = judge(received)
      if (judged === 'answers') end()
      else if (judged === 'missing') end(MISSING)
      else if (judged === 'other') end('a different program is listening there')
      else if (judged !== 'waiting') {
        received = Buffer.alloc(0)
        socket.write(judged)
      }
    })
    socket.once('end', () => end('it closed the connection'))
    socket.once('error', (error) => end('code' in error ? String(error.code) : error.message))
  })
}

const MISSING = 'the database does not exist'
