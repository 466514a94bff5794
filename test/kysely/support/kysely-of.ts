import Libsql from 'libsql'
import { Kysely, type LogEvent, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely'
import type { KyselyAdapterOptions } from '@jsonapi-gen/kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { type DatabaseName, mariadbZone } from '../../support/probe.js'

/** Kysely for the database that a test has opened. `poolOf` returns its pool or its file. */
export function kyselyOf(
  { name, url }: { readonly name: DatabaseName; readonly url: string },
  log?: (event: LogEvent) => void | Promise<void>,
  connections = 5,
): Kysely<object> {
  const { dialect, options } = DIALECTS[name](url, connections)
  const db = new Kysely<object>({ dialect, ...(log && { log }) })
  pools.set(db, options)
  return db
}

/** The adapter options with the pool or the file of a Kysely instance that `kyselyOf` created. */
export const poolOf = (db: Kysely<object>): Pick<KyselyAdapterOptions, 'pool' | 'database'> =>
  pools.get(db) ?? {}

const pools = new WeakMap<Kysely<object>, Pick<KyselyAdapterOptions, 'pool' | 'database'>>()

interface Opened {
  readonly options: Pick<KyselyAdapterOptions, 'pool' | 'database'>
  readonly dialect: SqliteDialect | PostgresDialect | MysqlDialect
}

const DIALECTS: Readonly<Record<DatabaseName, (url: string, connections: number) => Opened>> = {
  sqlite: (url) => {
    const database = new Libsql(url.replace(/^file:/, ''))
    database.defaultSafeIntegers(true)
    database.exec('PRAGMA foreign_keys = ON')
    return { dialect: new SqliteDialect({ database }), options: { database } }
  },
  postgresql: (url, max) => {
    const pool = new pg.Pool({ connectionString: url, max })
    return { dialect: new PostgresDialect({ pool }), options: { pool } }
  },
  mariadb: (url, connectionLimit) => {
    const pool = createPool({ uri: url.replace(/^mariadb:/, 'mysql:'), connectionLimit })
    if (mariadbZone !== undefined) {
      pool.on('connection', (connection) => connection.query(`set time_zone = '${mariadbZone}'`))
    }
    return { dialect: new MysqlDialect({ pool }), options: { pool } }
  },
}
