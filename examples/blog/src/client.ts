import { literalLike } from '@jsonapi-gen/runtime/prisma';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { PrismaClient } from './prisma/client.js';

/**
 * A Prisma client for a blog in SQLite.
 *
 * @param url the location of the database, such as `file:blog.db`
 */
export function createClient(url: string): PrismaClient {
  // Without this mode, the driver refuses to read an integer beyond 2^53.
  const adapter = new PrismaLibSql({ url, intMode: 'bigint' });
  return new PrismaClient({ adapter: literalLike(adapter) });
}
