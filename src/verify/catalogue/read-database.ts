import type { Connection } from '../connection.js'
import { readMysql } from './mysql.js'
import { readPostgres } from './postgresql.js'
import type { ReadDatabase, Wanted } from './result.js'
import { readSqlite } from './sqlite.js'

/** Reads the catalog of a database. Only SELECT, SHOW and PRAGMA statements are sent. */
export function readDatabase(connection: Connection, wanted: Wanted): Promise<ReadDatabase> {
  switch (connection.provider) {
    case 'sqlite':
      return readSqlite(connection)
    case 'postgresql':
      return readPostgres(connection, wanted)
    case 'mysql':
      return readMysql(connection)
  }
}
