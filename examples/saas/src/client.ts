import { literalLike } from '@jsonapi-gen/runtime/prisma';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { PrismaClient } from './prisma/client.js';

/**
 * A Prisma client for the organisations in SQLite.
 *
 * @param url the location of the database, such as `file:saas.db`
 */
export function createClient(url: string): PrismaClient {
  return new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url, intMode: 'bigint' })) });
}
