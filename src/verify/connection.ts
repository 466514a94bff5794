import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Provider } from './database.js'
import type { Fix } from './finding.js'
import { cutOff, methodOf, memberOf } from './unknown.js'

/** A row of a catalog. */
export type Row = Readonly<Record<string, unknown>>

/** A connection that only reads. */
export interface Connection {
  readonly provider: Provider
  /** The location of the database without the password, for messages. */
  readonly place: string
  /** @throws the driver's error */
  rows(sql: string): Promise<readonly Row[]>
  close(): Promise<void>
}

/** A connection, or a sentence that says what prevents it and what to do. */
export type Connected =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly message: string }

/**
 * Opens a database with the project's own driver. The session is read-only: the database itself refuses to write.
 *
 * @param expected the provider of the Prisma schema
 * @param folder the project, whose drivers are used
 * @param apply the fix that applies the project's migrations
 */
export async function connect(url: string, expected: string, folder: string, apply: Fix): Promise<Connected> {
  const provider = providerOf(url)
  if (provider === undefined) {
    return refused(`--database must be a URL. For ${expected}, use ${exampleOf(expected)}.`)
  }
  if (provider !== expected) {
    return refused(
      `--database is a URL for ${TITLES[provider]}, but the Prisma schema says provider = "${expected}". Use a URL such as ${exampleOf(expected)}, or pass the schema of this database with --schema.`,
    )
  }
  if (!isEncoded(url)) {
    return refused(
      '--database contains a % that does not begin an encoded character. Write %25 instead of %.',
    )
  }
  return provider === 'sqlite' ? openFile(url, folder, apply) : openServer(url, provider, folder)
}

/** Whether every % in a URL begins an encoded character. */
function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*$/, ''))
    return true
  } catch {
    return false
  }
}

/** An example URL for each provider. */
export const exampleOf = (provider: string): string => EXAMPLES[provider] ?? ''

const EXAMPLES: Readonly<Record<string, string>> = {
  sqlite: '--database file:./dev.db',
  postgresql: '--database postgresql://user:password@localhost:5432/mydb',
  mysql: '--database mysql://user:password@localhost:3306/mydb',
}

const TITLES: Readonly<Record<Provider, string>> = {
  sqlite: 'SQLite',
  postgresql: 'PostgreSQL',
  mysql: 'MariaDB or MySQL',
}

const refused = (message: string): Connected => ({ ok: false, message })

function providerOf(url: string): Provider | undefined {
  if (/^file:./.test(url)) return 'sqlite'
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (hostname === '') return undefined
  if (/^postgres(?:ql)?:$/.test(protocol)) return 'postgresql'
  return /^(?:mysql|mariadb):$/.test(protocol) ? 'mysql' : undefined
}

interface Driver {
  readonly name: string
  readonly module: unknown
}

/** The first of the packages that the project has, directly or through Prisma's driver adapters. */
function driverOf(names: readonly string[], adapters: readonly string[], folder: string): Driver | undefined {
  const own = createRequire(join(folder, 'package.json'))
  const ways = [own]
  for (const adapter of adapters) {
    try {
      ways.push(createRequire(own.resolve(adapter)))
    } catch {
      // The project does not use this adapter.
    }
  }
  for (const load of ways) {
    for (const name of names) {
      try {
        return { name, module: load(name) }
      } catch {
        // The next package is tried.
      }
    }
  }
  return undefined
}

const lackingDriver = (provider: Provider, name: string): Connected =>
  refused(
    `The project has no driver for ${TITLES[provider]}. Run this command in the project that uses the database, or install one: npm install --save-dev ${name}`,
  )

async function openFile(url: string, folder: string, apply: Fix): Promise<Connected> {
  const named = decodeURIComponent(url.replace(/^file:(?:\/\/(?=\/))?/, '').replace(/\?.*$/, ''))
  const path = resolve(folder, named)
  if (!existsSync(path)) {
    return refused(
      `There is no database at ${path}. Use the path of an existing file, relative to this folder: ${exampleOf('sqlite')}. To create the database, run your migrations first${apply.kind === 'command' ? `: ${apply.text}` : '.'}`,
    )
  }
  if (statSync(path).isDirectory()) {
    return refused(`${path} is a folder. Use the path of the file: ${exampleOf('sqlite')}.`)
  }
  const driver =
    driverOf(
      ['better-sqlite3', 'libsql', '@libsql/client'],
      ['@prisma/adapter-better-sqlite3', '@prisma/adapter-libsql', '@libsql/client'],
      folder,
    ) ?? builtIn()
  if (!driver) return lackingDriver('sqlite', 'better-sqlite3')
  try {
    const send = driver.name === '@libsql/client' ? libsqlClient(driver.module, path) : embedded(driver, path)
    await send.rows('PRAGMA query_only = ON')
    await send.rows('SELECT count(*) FROM sqlite_master')
    return { ok: true, connection: { provider: 'sqlite', place: path, ...send } }
  } catch (error) {
    const reason = reasonOf(error)
    return refused(
      /not a database|encrypted/i.test(reason)
        ? `${path} is not an SQLite database. Use the path of an SQLite database: ${exampleOf('sqlite')}.`
        : `${path} cannot be opened: ${reason}. The user who runs this command must be allowed to read the file and its folder.`,
    )
  }
}

/** Node's own SQLite, in the Node versions that include it. */
function builtIn(): Driver | undefined {
  const module = process.getBuiltinModule?.('node:sqlite')
  return module && { name: 'node:sqlite', module }
}

type Sender = Pick<Connection, 'rows' | 'close'>

function embedded({ name, module }: Driver, path: string): Sender {
  const exported =
    name === 'node:sqlite' ? memberOf(module, 'DatabaseSync') : (memberOf(module, 'default') ?? module)
  if (typeof exported !== 'function') throw new TypeError(`${name} has no class for databases`)
  const options = name === 'better-sqlite3' ? { readonly: true, fileMustExist: true } : {}
  const database: unknown = Reflect.construct(exported, [path, options])
  return {
    async rows(sql) {
      const statement = methodOf(database, 'prepare')?.(sql)
      const isSilent = memberOf(statement, 'reader') === false
      return isSilent ? (methodOf(statement, 'run')?.(), []) : rowsFrom(methodOf(statement, 'all')?.())
    },
    async close() {
      methodOf(database, 'close')?.()
    },
  }
}

function libsqlClient(module: unknown, path: string): Sender {
  const client = methodOf(module, 'createClient')?.({ url: `file:${path}`, intMode: 'number' })
  return {
    rows: async (sql) => rowsFrom(memberOf(await methodOf(client, 'execute')?.(sql), 'rows')),
    close: async () => void methodOf(client, 'close')?.(),
  }
}

/** The number of seconds after which a server counts as unreachable. */
const PATIENCE = 10

/** A session only reads, does not wait without end, and reads all rows. */
const SESSIONS = {
  postgresql: [
    'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
    `SET SESSION lock_timeout TO '${PATIENCE}s'`,
  ],
  mysql: [
    'SET SESSION TRANSACTION READ ONLY',
    `SET SESSION lock_wait_timeout = ${PATIENCE}, sql_select_limit = 18446744073709551615`,
  ],
} as const

async function openServer(url: string, provider: 'postgresql' | 'mysql', folder: string): Promise<Connected> {
  const isPostgres = provider === 'postgresql'
  const driver = isPostgres
    ? driverOf(['pg'], ['@prisma/adapter-pg', '@prisma/adapter-neon'], folder)
    : driverOf(['mariadb', 'mysql2/promise'], ['@prisma/adapter-mariadb'], folder)
  if (!driver) return lackingDriver(provider, isPostgres ? 'pg' : 'mariadb')
  const place = placeOf(url, provider)
  try {
    const send = isPostgres ? await postgres(driver.module, url) : await mariadb(driver, url)
    try {
      for (const statement of SESSIONS[provider]) await send.rows(statement)
      if (!isPostgres && namedIn(url) === '') {
        await send.close()
        return refused(
          `--database does not include the name of a database. Add it at the end: ${exampleOf(provider)}.`,
        )
      }
      return { ok: true, connection: { provider, place, ...send } }
    } catch (error) {
      await send.close()
      throw error
    }
  } catch (error) {
    return refused(unopened(error, url, provider))
  }
}

async function postgres(module: unknown, url: string): Promise<Sender> {
  const Client = memberOf(module, 'Client')
  if (typeof Client !== 'function') throw new TypeError('pg has no Client')
  const client: unknown = Reflect.construct(Client, [
    {
      connectionString: url,
      connectionTimeoutMillis: PATIENCE * 1000,
      application_name: 'jsonapi-gen verify',
    },
  ])
  // A connection that ends later is reported by the next query.
  methodOf(client, 'on')?.('error', () => {})
  await methodOf(client, 'connect')?.()
  return {
    rows: async (sql) => rowsFrom(memberOf(await methodOf(client, 'query')?.(sql), 'rows')),
    close: async () => void (await methodOf(client, 'end')?.()),
  }
}

async function mariadb({ name, module }: Driver, url: string): Promise<Sender> {
  const { hostname, port, username, password, searchParams } = new URL(url)
  const secure = searchParams.get('sslaccept') ?? searchParams.get('ssl')
  const socket = searchParams.get('socket')
  const connection = await methodOf(
    module,
    'createConnection',
  )?.({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    connectTimeout: PATIENCE * 1000,
    ...(namedIn(url) !== '' && { database: namedIn(url) }),
    ...(socket !== null && { socketPath: socket }),
    ...(secure !== null && secure !== 'false' && { ssl: { rejectUnauthorized: secure === 'strict' } }),
  })
  methodOf(connection, 'on')?.('error', () => {})
  return {
    async rows(sql) {
      const result = await methodOf(connection, 'query')?.(sql)
      return rowsFrom(name === 'mariadb' || !Array.isArray(result) ? result : result[0])
    },
    close: async () => void (await methodOf(connection, 'end')?.()),
  }
}

const namedIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

function placeOf(url: string, provider: Provider): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || (provider === 'postgresql' ? 5432 : 3306)}${namedIn(url) === '' ? '' : `/${namedIn(url)}`}`
}

/** Why a server did not open the database, and what to do. */
function unopened(error: unknown, url: string, provider: 'postgresql' | 'mysql'): string {
  const { username } = new URL(url)
  const database = namedIn(url)
  const code = String(memberOf(error, 'code') ?? memberOf(memberOf(error, 'cause'), 'code') ?? '')
  const number = String(memberOf(error, 'errno') ?? '')
  const reason = reasonOf(error)
  const at = placeOf(url, provider).replace(/\/.*$/, '')
  if (code === '3D000' || number === '1049') {
    return `The server at ${at} has no database ${database || username}. Use the name of an existing one: ${exampleOf(provider)}. To create it: CREATE DATABASE ${provider === 'mysql' ? `\`${database}\`` : `"${database}"`}`
  }
  if (code.startsWith('28') || number === '1045' || number === '1698' || /SASL|password/i.test(reason)) {
    return `The server at ${at} rejected the user ${decodeURIComponent(username)}: ${reason}. Use the correct user name and password: ${exampleOf(provider)}. Characters such as @ and / are written as %40 and %2F.`
  }
  if (number === '1044' || code === '42501') {
    return `The user ${decodeURIComponent(username)} is not allowed to open the database ${database}. An administrator can grant access: ${
      provider === 'mysql'
        ? `GRANT SELECT, REFERENCES, TRIGGER ON \`${database}\`.* TO '${username}'`
        : `GRANT CONNECT ON DATABASE "${database}" TO "${username}"`
    }`
  }
  return `No ${TITLES[provider]} server responds at ${at}: ${reason}. Start the server, or correct the host and the port: ${exampleOf(provider)}.`
}

/** The message of an error, without the locations in a driver's code. */
export function reasonOf(error: unknown): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error
  const message = inner instanceof Error ? inner.message || String(memberOf(inner, 'code')) : String(inner)
  return cutOff(message.replace(/^\(conn:[^)]*\)\s*/, '').split('\n')[0] ?? '').replace(/\.$/, '')
}

function rowsFrom(value: unknown): readonly Row[] {
  return Array.isArray(value)
    ? value.filter((row): row is Row => typeof row === 'object' && row !== null)
    : []
}
