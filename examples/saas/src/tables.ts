import { readFile } from 'node:fs/promises';
import { PrismaLibSql } from '@prisma/adapter-libsql';

/** The migration that creates the tables, found both from this file and from its compiled form. */
const MIGRATION = new URL('../prisma/migrations/0001_init/migration.sql', import.meta.url);

/**
 * Creates the tables in an empty SQLite database. `prisma migrate deploy` would also do that, but would first download
 * an engine.
 *
 * @param url the location of the database, such as `file:saas.db`
 * @throws if the database cannot be opened or already has the tables
 */
export async function createTables(url: string): Promise<void> {
  const adapter = await new PrismaLibSql({ url }).connect();
  try {
    await adapter.executeScript(await readFile(MIGRATION, 'utf8'));
  } finally {
    await adapter.dispose();
  }
}
