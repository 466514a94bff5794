import { readFile } from 'node:fs/promises';
import { PrismaLibSql } from '@prisma/adapter-libsql';

/** The migration that makes the tables, from this file and from its compiled twin alike. */
const MIGRATION = new URL('../prisma/migrations/0001_init/migration.sql', import.meta.url);

/**
 * Makes the tables in an SQLite database that has none yet. `prisma migrate deploy` does so too, but first it downloads
 * an engine.
 *
 * @param url where the database is, `file:saas.db` for instance
 * @throws when the database cannot be opened or has the tables already
 */
export async function createTables(url: string): Promise<void> {
  const adapter = await new PrismaLibSql({ url }).connect();
  try {
    await adapter.executeScript(await readFile(MIGRATION, 'utf8'));
  } finally {
    await adapter.dispose();
  }
}
