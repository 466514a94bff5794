import Libsql from 'libsql'
import { Kysely, type LogEvent, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import type { DatabaseName } from '../../support/probe.js'

/** Kysely over the database that a test has opened. */
export function kyselyOf(
  { name, url }: { readonly name: DatabaseName; readonly url: string },
  log?: (event: LogEvent) => void,
): Kysely<object> {
  return new Kysely<object>({ dialect: DIALECTS[name](url), ...(log && { log }) })
}

const DIALECTS: Readonly<
  Record<DatabaseName, (url: string) => SqliteDialect | PostgresDialect | MysqlDialect>
> = {
  sqlite: (url) => {
    const database = new Libsql(url.replace(/^file:/, ''))
    database.defaultSafeIntegers(true)
    database.exec('PRAGMA foreign_keys = ON')
    return new SqliteDialect({ database })
  },
  postgresql: (url) => new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 5 }) }),
  mariadb: (url) =>
    new MysqlDialect({ pool: createPool({ uri: url.replace(/^mariadb:/, 'mysql:'), connectionLimit: 5 }) }),
}
