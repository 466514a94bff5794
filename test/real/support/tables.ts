import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { createTablesOf } from '../../../examples/blog/src/database.js'
import { type DatabaseName, mariadbAdapter, type ProbedDatabase } from '../../support/probe.js'

/** A new database with the tables of a datamodel. */
export interface Tables {
  /** The URL that the client module of `init` reads from DATABASE_URL. */
  readonly url: string
  drop(): Promise<void>
}

/** The location of a datamodel's tables: a database name, and the servers that tests can reach. */
export interface Place {
  readonly servers: readonly ProbedDatabase[]
  /** Unique. */
  readonly name: string
}

/** The database that a datamodel is written for. */
export type Provider = 'sqlite' | 'postgresql' | 'mysql'

/** The servers that a datamodel's tables require. MariaDB's statements are translated from those for PostgreSQL. */
export const SERVERS: Readonly<Record<Provider, readonly DatabaseName[]>> = {
  sqlite: [],
  postgresql: ['postgresql'],
  mysql: ['postgresql', 'mariadb'],
}

/** Creates a database with a datamodel's tables, and an empty view for each of its views. */
export async function createTables(
  datamodel: string,
  provider: Provider,
  { servers, name }: Place,
): Promise<Tables> {
  const urlOf = (server: ProbedDatabase['name']): string =>
    servers.find((each) => each.name === server)?.url ?? ''
  if (provider === 'sqlite') {
    const file = join(tmpdir(), `${name}.db`)
    const url = `file:${file}`
    await createTablesOf(datamodel, new PrismaLibSql({ url }))
    const drop = async (): Promise<void> => {
      for (const suffix of ['', '-shm', '-wal']) await rm(file + suffix, { force: true })
    }
    return { url, drop }
  }
  if (provider === 'mysql') {
    const server = urlOf('mariadb')
    const located = new URL(server)
    located.pathname = `/${name}`
    await execute(mariadbAdapter(server), `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`)
    const tables = mariadbAdapter(located.href)
    const twin = datamodel
      .replace('provider = "mysql"', 'provider = "postgresql"')
      .replaceAll(/^ *relationMode .*$| @db\.\w+(?:\([^)]*\))?/gm, '')
    await createTablesOf(twin, translated(new PrismaPg(urlOf('postgresql')), tables))
    return {
      url: located.href.replace(/^mariadb:/, 'mysql:'),
      drop: () => execute(mariadbAdapter(server), `DROP DATABASE \`${name}\``),
    }
  }
  const server = urlOf('postgresql')
  const located = new URL(server)
  located.pathname = `/${name}`
  await execute(new PrismaPg(server), `CREATE DATABASE "${name}"`)
  const drop = (): Promise<void> => execute(new PrismaPg(server), `DROP DATABASE "${name}" WITH (FORCE)`)
  try {
    // The servers lack the types of extensions that are not installed.
    const plain = datamodel.replaceAll(/Unsupported\("vector[^"]*"\)/g, 'Unsupported("bytea")')
    await createTablesOf(plain, new PrismaPg(located.href))
    for (const view of viewsOf(datamodel)) await execute(new PrismaPg(located.href), view)
  } catch (error) {
    await drop()
    throw error
  }
  return { url: located.href, drop }
}

async function execute(factory: SqlDriverAdapterFactory, ...statements: readonly string[]): Promise<void> {
  const adapter = await factory.connect()
  try {
    for (const sql of statements) await adapter.executeRaw({ sql, args: [], argTypes: [] })
  } finally {
    await adapter.dispose()
  }
}

/** PostgreSQL, for the schema engine, which does not support MariaDB. The statements are sent to MariaDB. */
function translated(postgresql: PrismaPg, mariadb: SqlDriverAdapterFactory): PrismaPg {
  const connect = postgresql.connect.bind(postgresql)
  return Object.assign(postgresql, {
    connect: async () =>
      Object.assign(await connect(), { executeScript: (sql: string) => execute(mariadb, ...inMariaDb(sql)) }),
  })
}

/** The statements for PostgreSQL, translated for MariaDB without foreign keys, as with `relationMode = "prisma"`. */
function inMariaDb(script: string): readonly string[] {
  const statements = script
    .replaceAll(/^--.*$/gm, '')
    .split(/;$/m)
    .map((statement) => statement.trim())
  const enums = new Map(
    statements.flatMap((statement) => {
      const [, name, values] = /^CREATE TYPE "(\w+)" AS (ENUM \(.*\))$/.exec(statement) ?? []
      return name === undefined || values === undefined ? [] : [[name, values] as const]
    }),
  )
  return statements
    .filter((statement) => /^CREATE (?:TABLE|UNIQUE INDEX|INDEX)/.test(statement))
    .map((statement) =>
      statement
        .replaceAll(/(?<=^ +"\w+" )"(\w+)"/gm, (_, name: string) => enums.get(name) ?? name)
        .replaceAll(
          /(?<=^ +"\w+" )[A-Z ]+?(?:\([\d,]+\))?(?= NOT NULL|,?$| DEFAULT)/gm,
          (type) => TYPES[type] ?? type,
        )
        .replaceAll('"', '`'),
    )
}

const TYPES: Readonly<Record<string, string>> = {
  TEXT: 'VARCHAR(191)',
  'TIMESTAMP(3)': 'DATETIME(3)',
  JSONB: 'JSON',
  'DOUBLE PRECISION': 'DOUBLE',
  BYTEA: 'LONGBLOB',
  SERIAL: 'INTEGER AUTO_INCREMENT',
  BIGSERIAL: 'BIGINT AUTO_INCREMENT',
}

/** The schema engine omits views. */
function viewsOf(datamodel: string): readonly string[] {
  return [...datamodel.matchAll(/^view (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body = '']) => {
    const columns = [...body.matchAll(/^ +(\w+) +(\w+)/gm)].map(
      ([, column, type = '']) => `NULL::${COLUMNS[type] ?? type} AS "${column}"`,
    )
    const schema = /@@schema\("(\w+)"\)/.exec(body)?.[1] ?? 'public'
    return `CREATE VIEW "${schema}"."${name}" AS SELECT ${columns.join(', ')} WHERE false`
  })
}

const COLUMNS: Readonly<Record<string, string>> = {
  Int: 'integer',
  BigInt: 'bigint',
  String: 'text',
  DateTime: 'timestamp(3)',
  Decimal: 'numeric',
}
