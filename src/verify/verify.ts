import type { Datamodel } from '../prisma/datamodel.js'
import { visible } from '../diagnostic/visible.js'
import type { Schema } from '../schema/schema.js'
import { readDatabase } from './catalogue/read-database.js'
import { compareDatabase } from './compare.js'
import { connect, type Connection, exampleOf, reasonOf } from './connection.js'
import { expectedTables } from './expected.js'
import type { Finding, Fix } from './finding.js'
import {
  createdTriggers,
  migrationFindings,
  type Noted,
  pendingMigrations,
  readMigrations,
  readNoted,
  rollBackFix,
  withMigrations,
} from './migrations.js'
import { memberOf, textOf } from './unknown.js'

/** The inputs of a run. */
export interface VerifyInput {
  readonly schema: Schema
  readonly datamodel: Datamodel
  readonly url: string
  /** The project, whose driver and migrations are used. */
  readonly project: string
  /** The folders that may contain the schema's migrations. */
  readonly folders: readonly string[]
  /** The fix that applies migrations. */
  readonly apply: Fix
  /** The path of the Prisma schema, for commands; undefined if the project does not have Prisma. */
  readonly prismaSchema: string | undefined
  /** A path as the user would type it. */
  shown(path: string): string
}

/** The report of a run, or a sentence that says what prevented the comparison and what to do. */
export type Verified =
  | { readonly ok: true; readonly report: VerifyReport }
  | { readonly ok: false; readonly message: string }

/** The result of a run. */
export interface VerifyReport {
  /** The location of the database, without its password. */
  readonly place: string
  readonly version: string
  readonly findings: readonly Finding[]
  /** The number of compared parts. */
  readonly compared: { readonly tables: number; readonly columns: number; readonly migrations: number }
}

const PROVIDERS: Readonly<Record<string, string>> = {
  sqlite: 'sqlite',
  postgresql: 'postgresql',
  postgres: 'postgresql',
  mysql: 'mysql',
}

/** Compares a running database with a schema. Nothing is written. */
export async function verifyDatabase(input: VerifyInput): Promise<Verified> {
  const { datamodel, url, project, apply } = input
  const provider = PROVIDERS[datamodel.provider ?? '']
  if (provider === undefined) {
    return {
      ok: false,
      message: `verify supports the providers sqlite, postgresql and mysql, but the Prisma schema says provider = "${datamodel.provider ?? ''}".`,
    }
  }
  const connected = await connect(url, provider, project, apply)
  if (!connected.ok) return connected
  const { connection } = connected
  try {
    return await verified(input, connection)
  } catch (error) {
    // Errors from the database have a code or a number. Any other error is a bug.
    if (memberOf(error, 'code') === undefined && memberOf(error, 'errno') === undefined) throw error
    const holders = memberOf(error, 'code') === '55P03' ? await holdersIn(connection) : undefined
    return {
      ok: false,
      message: `${connection.place}: ${reasonOf(error)}. ${holders ?? `Correct this, and run the command again: ${exampleOf(provider)}`}`,
    }
  } finally {
    await connection.close().catch(() => {})
  }
}

/** The sessions of PostgreSQL whose locks may hold the comparison up, and what to do. */
async function holdersIn({ rows }: Connection): Promise<string | undefined> {
  const found = await rows(HOLDERS)
  const held = found.map(
    ({ pid, name, tbl }) => `The process ${textOf(pid)} (${textOf(name)}) locks ${visible(textOf(tbl))}.`,
  )
  if (held.length === 0) return undefined
  return held.length === 1
    ? `${held.join('')} Wait until it ends, or end it: SELECT pg_terminate_backend(${textOf(found[0]?.['pid'])})`
    : `${held.join(' ')} Wait until they end.`
}

const HOLDERS = `SELECT l.pid, coalesce(nullif(a.application_name, ''), a.usename, '') AS name, min(c.relname) AS tbl
FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid JOIN pg_catalog.pg_class c ON c.oid = l.relation
WHERE l.granted AND l.mode = 'AccessExclusiveLock' AND a.datname = current_database() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
GROUP BY 1, 2 ORDER BY 1 LIMIT 5`

async function verified(input: VerifyInput, connection: Connection): Promise<Verified> {
  const { schema, datamodel, url, folders, apply, prismaSchema, shown } = input
  const schemas = [
    ...[...datamodel.models.values()].flatMap((model) => model.schema ?? []),
    ...datamodel.enumSchemas.values(),
  ]
  const home = /[?&]schema=([^&]+)/.exec(url)?.[1]
  const read = await readDatabase(connection, {
    home: home === undefined ? undefined : decodeURIComponent(home),
    schemas,
  })
  if (!read.ok) return read
  const { database } = read
  const noted = await notedIn(connection, database)
  if (!noted.ok) return noted
  const migrations = await readMigrations(folders, shown)
  const expected = expectedTables(datamodel)
  const names = new Set(database.tables.map(({ name }) => name.toLowerCase()))
  const isEmpty = !expected.some(({ name }) => names.has(name.toLowerCase()))
  const pending = pendingMigrations(migrations, noted.list, isEmpty)
  const triggers = createdTriggers(migrations, noted.list)
  const found = compareDatabase({ schema, datamodel, database, triggers, prismaSchema })
  return {
    ok: true,
    report: {
      place: connection.place,
      version: database.version,
      findings: [
        ...migrationFindings(migrations, noted.list, {
          pending,
          apply,
          rollBack: (name) => rollBackFix(name, database, prismaSchema !== undefined),
        }),
        ...withMigrations(found, pending, apply),
      ],
      compared: {
        tables: expected.length,
        columns: expected.reduce((sum, { columns }) => sum + columns.length, 0),
        migrations: migrations?.list.length ?? 0,
      },
    },
  }
}

type ReadNoted =
  | { readonly ok: true; readonly list: readonly Noted[] | undefined }
  | { readonly ok: false; readonly message: string }

async function notedIn(
  connection: Connection,
  database: Parameters<typeof readNoted>[1],
): Promise<ReadNoted> {
  try {
    return { ok: true, list: await readNoted(connection, database) }
  } catch (error) {
    const isRefused = memberOf(error, 'code') === '42501' || memberOf(error, 'errno') === 1142
    if (!isRefused) throw error
    const { home, provider } = database
    const schema = provider === 'postgresql' ? `GRANT USAGE ON SCHEMA "${home}" TO …; ` : ''
    return {
      ok: false,
      message: `The user is not allowed to read the list of migrations in ${connection.place}: ${reasonOf(error)}. An administrator can grant access: ${schema}GRANT SELECT ON ${provider === 'postgresql' ? `"${home}".` : ''}_prisma_migrations TO …`,
    }
  }
}
