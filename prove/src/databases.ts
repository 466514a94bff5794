import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { methodOf } from './cast.js'
import { ProveFault, reasonOf } from './fault.js'
import type { ProvedDatabase } from './proof.js'
import type { Sql } from './sql.js'

/** Creates empty databases, and drops only what it has created. */
export interface Databases {
  readonly provider: string
  create(): Promise<OwnDatabase>
  /** Removes everything that remains. */
  close(): Promise<void>
}

export interface OwnDatabase extends ProvedDatabase {
  /** Throws a ProveFault if the client uses a different database, or if the database is not empty. */
  check(sql: Sql): Promise<void>
  drop(): Promise<void>
}

/**
 * Databases on SQLite, as files in a new temporary folder; or, given the URL of a PostgreSQL or MariaDB server, new
 * databases on that server.
 *
 * @param folder the project, whose drivers are used
 */
export function databasesAt(url: string | undefined, folder: string): Databases {
  if (url === undefined) return sqliteDatabases()
  const { protocol } = parsed(url)
  if (/^postgres(ql)?:$/.test(protocol)) return serverDatabases(url, 'postgresql', folder)
  if (/^(mysql|mariadb):$/.test(protocol)) return serverDatabases(url, 'mysql', folder)
  throw new ProveFault(
    `--database ${url}: the value must be the URL of a server, such as postgresql://user:password@localhost:5432/postgres or mysql://root@localhost:3306/. Without --database, SQLite is used.`,
  )
}

function parsed(url: string): URL {
  try {
    return new URL(url)
  } catch {
    throw new ProveFault(
      `--database ${url}: the value must be a URL, such as postgresql://user:password@localhost:5432/postgres.`,
    )
  }
}

function sqliteDatabases(): Databases {
  const directory = mkdtempSync(join(tmpdir(), 'jsonapi-gen-prove-'))
  let count = 0
  return {
    provider: 'sqlite',
    async create() {
      const name = `${++count}.db`
      const file = join(directory, name)
      return {
        url: `file:${file}`,
        provider: 'sqlite',
        async check(sql) {
          const attached = await sql.rows('PRAGMA database_list')
          const used = attached.map((row) => String(row['file'] ?? ''))
          if (!used.some((path) => path.endsWith(name) && path.includes('jsonapi-gen-prove-'))) {
            throw otherDatabase(used.join() || 'an in-memory database')
          }
          const tables = await sql.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
          )
          if (tables.length > 0) throw notEmpty(tables)
          // Nothing needs to survive a crash.
          await sql.rows('PRAGMA synchronous = OFF')
          await sql.rows('PRAGMA journal_mode = MEMORY')
        },
        async drop() {
          for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true })
        },
      }
    },
    async close() {
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const otherDatabase = (used: string): ProveFault =>
  new ProveFault(
    `The API's client uses ${used} instead of the database that was created for this run. In prove.ts, open the database that DATABASE_URL or the parameter "url" of open() specifies, every time: a client in globalThis is opened only once. Nothing was written.`,
  )

const notEmpty = (tables: readonly Readonly<Record<string, unknown>>[]): ProveFault =>
  new ProveFault(
    `The database is not empty: it has the table ${String(Object.values(tables[0] ?? {})[0])}. prove.ts must not create tables before "tables" does. Nothing was written.`,
  )

function serverDatabases(url: string, provider: 'postgresql' | 'mysql', folder: string): Databases {
  const created = new Set<string>()
  const prefix = `jsonapi_gen_prove_${Date.now().toString(36)}${process.pid.toString(36)}`
  let count = 0
  const quotedName = (name: string): string => (provider === 'mysql' ? `\`${name}\`` : `"${name}"`)
  const drop = async (name: string): Promise<void> => {
    if (!created.delete(name)) return
    const force = provider === 'postgresql' ? ' WITH (FORCE)' : ''
    await onServer(url, provider, folder, `DROP DATABASE IF EXISTS ${quotedName(name)}${force}`)
  }
  return {
    provider,
    async create() {
      const name = `${prefix}_${++count}`
      await onServer(url, provider, folder, `CREATE DATABASE ${quotedName(name)}`)
      created.add(name)
      const own = parsed(url)
      own.pathname = `/${name}`
      return {
        url: own.href,
        provider,
        async check(sql) {
          const function_ = provider === 'mysql' ? 'database()' : 'current_database()'
          const [used] = await sql.rows(`SELECT ${function_} AS name`)
          if (String(used?.['name']) !== name) throw otherDatabase(String(used?.['name']))
          const schema = provider === 'mysql' ? 'database()' : "'public'"
          const tables = await sql.rows(
            `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${schema}`,
          )
          if (tables.length > 0) throw notEmpty(tables)
        },
        drop: () => drop(name),
      }
    },
    async close() {
      for (const name of created) await drop(name)
    },
  }
}

/** Runs a statement with the project's own driver. */
async function onServer(url: string, provider: string, folder: string, statement: string): Promise<void> {
  const load = createRequire(join(folder, 'prove.ts'))
  const names = provider === 'postgresql' ? ['pg'] : ['mariadb', 'mysql2/promise']
  const name = names.find((each) => isInstalled(load, each))
  if (name === undefined) {
    throw new ProveFault(
      `A database on that server needs a driver: npm install --save-dev ${provider === 'postgresql' ? 'pg' : 'mariadb'}`,
    )
  }
  const driver: unknown = load(name)
  try {
    const connection =
      name === 'pg'
        ? await connectedPg(driver, url)
        : await methodOf(driver, 'createConnection')?.(partsOf(url))
    try {
      await methodOf(connection, 'query')?.(statement)
    } finally {
      await methodOf(connection, 'end')?.()
    }
  } catch (error) {
    throw new ProveFault(
      `--database: ${reasonOf(error)} (${statement}). The user must be allowed to create databases.`,
    )
  }
}

/** The parts of a URL, because the drivers' own parsers require a password and a database. */
function partsOf(url: string): object {
  const { hostname, port, username, password } = parsed(url)
  return {
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

async function connectedPg(driver: unknown, url: string): Promise<unknown> {
  const Client: unknown =
    typeof driver === 'object' && driver !== null ? Reflect.get(driver, 'Client') : undefined
  if (typeof Client !== 'function') throw new TypeError('The package "pg" does not export Client.')
  const client: unknown = Reflect.construct(Client, [{ connectionString: url }])
  await methodOf(client, 'connect')?.()
  return client
}

function isInstalled(load: NodeJS.Require, name: string): boolean {
  try {
    load.resolve(name)
    return true
  } catch {
    return false
  }
}
