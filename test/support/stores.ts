import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { literalLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { createTablesOf, sqlOf } from '../../examples/blog/src/database.js'
import { datamodel, type Datamodel } from '../../scripts/lib/datamodels.js'
import { pairedTables } from '../../scripts/lib/pairs.js'
import { partsTables } from '../../scripts/lib/parts.js'
import { at } from '../../scripts/lib/paths.js'
import { mariadbAdapter, type DatabaseName, type ProbedDatabase } from './probe.js'

/** A database, or a schema of one, that belongs to one test file. */
export interface Store {
  /** The URL for another process. */
  readonly url: string
  readonly adapter: SqlDriverAdapterFactory
  drop(): Promise<void>
}

/** A driver adapter like an application's. */
export const sqliteAdapter = (url: string): SqlDriverAdapterFactory =>
  literalLike(new PrismaLibSql({ url, intMode: 'bigint' }))

export interface StoreOptions {
  /** The URL of a server, or SQLite's directory. */
  readonly url: string
  /** Unique. */
  readonly name: string
  readonly tables: Datamodel
  /** The name of a store of the same kind whose rows are copied. Without it, the new store is empty. */
  readonly rowsOf?: string
}

/** The blog's tables, each after the tables that its rows refer to. */
const BLOG_TABLES = ['Author', 'Profile', 'Post', 'Comment', 'Tag', 'Attachment']

const tablesOf = (tables: Datamodel): readonly string[] => [
  ...BLOG_TABLES,
  tables === 'pairs' ? 'PostTag' : '_PostToTag',
]

/** Creates a store with the tables of a datamodel. */
export const createStore: Record<DatabaseName, (options: StoreOptions) => Promise<Store>> = {
  /** A file, whose tables are created once per run and copied, which takes 1 ms instead of 150 ms. */
  async sqlite({ url: directory, name, tables, rowsOf }) {
    const path = join(directory, `${name}.db`)
    await copyFile(
      rowsOf === undefined ? sqliteTemplate(directory, tables) : join(directory, `${rowsOf}.db`),
      path,
    )
    return {
      url: `file:${path}`,
      adapter: sqliteAdapter(`file:${path}`),
      drop: () => rm(path, { force: true }),
    }
  },

  /** A schema, and a search path to it for raw SQL. */
  async postgresql({ url, name, tables, rowsOf }) {
    const located = new URL(url)
    const given = located.searchParams.get('options') ?? ''
    located.searchParams.set('options', `${given} -c search_path=${name}`.trim())
    await queryServer.postgresql(located.href, [
      `CREATE SCHEMA "${name}"`,
      await postgresqlTables(tables, url),
    ])
    if (rowsOf !== undefined) await fillStore('postgresql', { url, name, tables, rowsOf })
    return {
      url: located.href,
      adapter: new PrismaPg({ connectionString: located.href, max: 5 }, { schema: name }),
      drop: () => dropped('postgresql', url, `DROP SCHEMA IF EXISTS "${name}" CASCADE`),
    }
  },

  /** A database with the collation that Prisma's migrations choose, which ignores case. */
  async mariadb({ url, name, tables, rowsOf }) {
    const located = new URL(url)
    located.pathname = `/${name}`
    await queryServer.mariadb(url, [
      `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
      `USE \`${name}\``,
      (await mariadbTables(tables)).trim().replace(/;$/, ''),
    ])
    if (rowsOf !== undefined) await fillStore('mariadb', { url, name, tables, rowsOf })
    return {
      url: located.href,
      adapter: mariadbAdapter(located.href),
      drop: () => dropped('mariadb', url, `DROP DATABASE IF EXISTS \`${name}\``),
    }
  },
}

/**
 * A driver adapter for an existing store, given the store's URL.
 *
 * @param connections the maximum number of connections in the pool
 */
export function adapterTo(name: DatabaseName, url: string, connections = 5): SqlDriverAdapterFactory {
  if (name === 'sqlite') return sqliteAdapter(url)
  if (name === 'mariadb') return mariadbAdapter(url, 10_000, connections)
  const located = new URL(url)
  const schema = /search_path=(\w+)/.exec(located.searchParams.get('options') ?? '')?.[1]
  return new PrismaPg({ connectionString: url, max: connections }, schema === undefined ? {} : { schema })
}

/** Drops stores that a failed test file has left on a server. */
export async function dropStores({ name, url }: ProbedDatabase, prefix: string): Promise<void> {
  if (name === 'sqlite') return
  const factory = name === 'postgresql' ? new PrismaPg(url) : mariadbAdapter(url)
  const [kind, after] = name === 'postgresql' ? ['SCHEMA', 'CASCADE'] : ['DATABASE', '']
  const adapter = await factory.connect()
  try {
    const { rows } = await adapter.queryRaw({
      sql: `SELECT CAST(schema_name AS CHAR(64)) FROM information_schema.schemata WHERE schema_name LIKE '${prefix}%'`,
      args: [],
      argTypes: [],
    })
    for (const [schema] of rows) {
      await adapter.executeRaw({
        sql: `DROP ${kind} ${String(schema).trim()} ${after}`,
        args: [],
        argTypes: [],
      })
    }
  } finally {
    await adapter.dispose()
  }
}

/** Creates the file from which SQLite's stores are copied. */
export async function createSqliteTemplate(directory: string, tables: Datamodel): Promise<void> {
  const url = `file:${sqliteTemplate(directory, tables)}`
  await createTablesOf(await datamodel(tables, 'sqlite'), new PrismaLibSql({ url }))
}

const sqliteTemplate = (directory: string, tables: Datamodel): string =>
  join(directory, `template-${tables}.db`)

/** The statements that create the tables on PostgreSQL. The engine takes a tenth of a second, so each process runs it once. */
const postgresqlTables = (tables: Datamodel, url: string): Promise<string> =>
  (POSTGRESQL_TABLES[tables] ??= datamodel(tables, 'postgresql').then((text) =>
    sqlOf(text, new PrismaPg(url)),
  ))

const POSTGRESQL_TABLES: Partial<Record<Datamodel, Promise<string>>> = {}

async function mariadbTables(tables: Datamodel): Promise<string> {
  if (tables === 'parts') return partsTables()
  if (tables !== 'pairs') return readFile(at(`test/support/${tables}.mariadb.sql`), 'utf8')
  return pairedTables(await Promise.all([mariadbTables('blog'), mariadbTables('types')]))
}

const dropped = async (database: 'postgresql' | 'mariadb', url: string, statement: string): Promise<void> =>
  void (await queryServer[database](url, [statement]))

/** Copies the rows of a server's store into an empty store with the same tables. */
export async function fillStore(
  database: 'postgresql' | 'mariadb',
  { url, name, tables, rowsOf }: Required<StoreOptions>,
): Promise<void> {
  await queryServer[database](
    url,
    tablesOf(tables).map((table) =>
      database === 'mariadb'
        ? `INSERT INTO \`${name}\`.\`${table}\` SELECT * FROM \`${rowsOf}\`.\`${table}\``
        : // The rows are copied as JSON, because each schema has its own enum types.
          `INSERT INTO "${name}"."${table}" SELECT copy.* FROM "${rowsOf}"."${table}" AS row,
            jsonb_populate_record(NULL::"${name}"."${table}", to_jsonb(row)) AS copy`,
    ),
  )
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Runs statements on a new connection in one round trip, and returns the rows of the last statement. */
export const queryServer: Record<
  'postgresql' | 'mariadb',
  (url: string, statements: readonly string[]) => Promise<Rows>
> = {
  async postgresql(connectionString, statements) {
    const client = new Client({ connectionString })
    await client.connect()
    try {
      const results: unknown = await client.query(statements.join(';\n'))
      return (
        [results as { readonly rows: Rows } | readonly { readonly rows: Rows }[]].flat().at(-1)?.rows ?? []
      )
    } finally {
      await client.end()
    }
  },
  async mariadb(url, statements) {
    const { hostname, port, username, password } = new URL(url)
    const connection = await createConnection({
      host: hostname,
      port: Number(port) || 3306,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      multipleStatements: true,
    })
    try {
      const [results] = await connection.query(statements.join(';\n'))
      return (statements.length === 1 ? results : (results as unknown[]).at(-1)) as Rows
    } finally {
      await connection.end()
    }
  },
}
