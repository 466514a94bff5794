import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { literalLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { createTablesOf } from '../../examples/blog/src/database.js'
import { datamodel, type Datamodel } from '../../scripts/lib/datamodels.js'
import { pairedTables } from '../../scripts/lib/pairs.js'
import { partsTables } from '../../scripts/lib/parts.js'
import { at } from '../../scripts/lib/paths.js'
import { mariadbAdapter, type DatabaseName, type ProbedDatabase } from './probe.js'

/** A database, or a schema of one, that belongs to one test file. */
export interface Store {
  /** What a process of its own would connect to. */
  readonly url: string
  readonly adapter: SqlDriverAdapterFactory
  drop(): Promise<void>
}

/** A driver adapter as an application has it. */
export const sqliteAdapter = (url: string): SqlDriverAdapterFactory =>
  literalLike(new PrismaLibSql({ url, intMode: 'bigint' }))

interface StoreOptions {
  /** Of a server, or of SQLite's directory. */
  readonly url: string
  /** Unique. */
  readonly name: string
  readonly tables: Datamodel
  /** The name of the store of the same kind whose rows the new one takes over. Without one, it has no rows. */
  readonly rowsOf?: string
}

/** The blog's tables, each after those that its rows refer to. */
const BLOG_TABLES = ['Author', 'Profile', 'Post', 'Comment', 'Tag', 'Attachment']

const tablesOf = (tables: Datamodel): readonly string[] => [
  ...BLOG_TABLES,
  tables === 'pairs' ? 'PostTag' : '_PostToTag',
]

/** Makes a store with the tables of a datamodel. */
export const createStore: Record<DatabaseName, (options: StoreOptions) => Promise<Store>> = {
  /** A file. Its tables are made once a run and copied, which takes a millisecond instead of 150. */
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

  /** A schema, and a search path that leads to it, for the sake of raw SQL. */
  async postgresql({ url, name, tables, rowsOf }) {
    const located = new URL(url)
    const given = located.searchParams.get('options') ?? ''
    located.searchParams.set('options', `${given} -c search_path=${name}`.trim())
    const adapter = new PrismaPg({ connectionString: located.href, max: 5 }, { schema: name })
    await execute(new PrismaPg(url), [`CREATE SCHEMA "${name}"`])
    await createTablesOf(await datamodel(tables, 'postgresql'), adapter)
    if (rowsOf !== undefined) {
      await execute(
        new PrismaPg(url),
        // By way of JSON: an enum is another type in each schema.
        tablesOf(tables).map(
          (table) => `INSERT INTO "${name}"."${table}" SELECT copy.* FROM "${rowsOf}"."${table}" AS row,
            jsonb_populate_record(NULL::"${name}"."${table}", to_jsonb(row)) AS copy`,
        ),
      )
    }
    return {
      url: located.href,
      adapter,
      drop: () => execute(new PrismaPg(url), [`DROP SCHEMA IF EXISTS "${name}" CASCADE`]),
    }
  },

  /** A database, in the collation that Prisma's own migrations choose: it ignores case. */
  async mariadb({ url, name, tables, rowsOf }) {
    const located = new URL(url)
    located.pathname = `/${name}`
    const sql = await mariadbTables(tables)
    const statements = sql
      .replaceAll(/^--.*$/gm, '')
      .split(/;$/m)
      .filter((statement) => statement.trim() !== '')
    await execute(mariadbAdapter(url), [
      `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    ])
    const rows = tablesOf(tables).map(
      (table) => `INSERT INTO \`${table}\` SELECT * FROM \`${rowsOf}\`.\`${table}\``,
    )
    await execute(mariadbAdapter(located.href), rowsOf === undefined ? statements : [...statements, ...rows])
    return {
      url: located.href,
      adapter: mariadbAdapter(located.href),
      drop: () => execute(mariadbAdapter(url), [`DROP DATABASE IF EXISTS \`${name}\``]),
    }
  },
}

/**
 * A driver adapter to a store whose tables are there, by the URL that the store has told.
 *
 * @param connections how many its pool has at most
 */
export function adapterTo(name: DatabaseName, url: string, connections = 5): SqlDriverAdapterFactory {
  if (name === 'sqlite') return sqliteAdapter(url)
  if (name === 'mariadb') return mariadbAdapter(url, 10_000, connections)
  const located = new URL(url)
  const schema = /search_path=(\w+)/.exec(located.searchParams.get('options') ?? '')?.[1]
  return new PrismaPg({ connectionString: url, max: connections }, schema === undefined ? {} : { schema })
}

/** Drops what a test file that failed has left on a server. */
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

/** Makes the file that SQLite's stores are copies of. */
export async function createSqliteTemplate(directory: string, tables: Datamodel): Promise<void> {
  const url = `file:${sqliteTemplate(directory, tables)}`
  await createTablesOf(await datamodel(tables, 'sqlite'), new PrismaLibSql({ url }))
}

const sqliteTemplate = (directory: string, tables: Datamodel): string =>
  join(directory, `template-${tables}.db`)

async function mariadbTables(tables: Datamodel): Promise<string> {
  if (tables === 'parts') return partsTables()
  if (tables !== 'pairs') return readFile(at(`test/support/${tables}.mariadb.sql`), 'utf8')
  return pairedTables(await Promise.all([mariadbTables('blog'), mariadbTables('types')]))
}

/** Runs statements on a connection of their own. */
async function execute(factory: SqlDriverAdapterFactory, statements: readonly string[]): Promise<void> {
  const adapter = await factory.connect()
  try {
    for (const sql of statements) await adapter.executeRaw({ sql, args: [], argTypes: [] })
  } finally {
    await adapter.dispose()
  }
}
