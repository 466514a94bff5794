import Database from 'libsql';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database as Tables } from './api/generated/store.gen.js';

/** The blog's SQLite database, at the URL in DATABASE_URL, such as `file:blog.db`. */
export const database: Database.Database = open();

/** Kysely on that database. */
export const db: Kysely<Tables> = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });

function open(): Database.Database {
  const database = new Database((process.env['DATABASE_URL'] ?? 'file:blog.db').replace(/^file:/, ''));
  // Without this mode, the driver refuses to read an integer beyond 2^53.
  database.defaultSafeIntegers(true);
  database.exec('PRAGMA foreign_keys = ON');
  return database;
}
