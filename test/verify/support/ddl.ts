import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { sqlOf } from '../../../examples/blog/src/database.js'
import type { DatabaseName } from '../../support/probe.js'

/**
 * The SQL of Prisma's migrations for a datamodel. Prisma's engine in the npm packages does not know MariaDB, so its SQL
 * for PostgreSQL is translated, type by type.
 *
 * @param server the URL of PostgreSQL, which the engine needs even if it writes nothing
 */
export async function ddlOf(datamodel: string, database: DatabaseName, server: string): Promise<string> {
  if (database === 'sqlite') return sqlOf(datamodel, new PrismaLibSql({ url: ':memory:' }))
  if (database === 'postgresql') return sqlOf(datamodel, new PrismaPg(server))
  const twin = datamodel
    .replace('provider = "mysql"', 'provider = "postgresql"')
    .replaceAll(/^( +\w+ +String\b(?!\[)\??)(?!.*@db\.)/gm, '$1 @db.VarChar(191)')
    .replaceAll(/@db\.(?:Medium|Long|Tiny)?Text/g, '@db.Text')
    .replaceAll(/@db\.DateTime/g, '@db.Timestamp')
    .replace(/^ *relationMode .*\n/m, '')
  const script = inMariadb(await sqlOf(twin, new PrismaPg(server)))
  return datamodel.includes('relationMode')
    ? script.replaceAll(/^ALTER TABLE .* FOREIGN KEY .*\n/gm, '')
    : script
}

/** Prisma's types for PostgreSQL, and its types for MariaDB. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/BIGSERIAL/, 'BIGINT NOT NULL AUTO_INCREMENT'],
  [/SERIAL/, 'INTEGER NOT NULL AUTO_INCREMENT'],
  [/TIMESTAMP\((\d)\)/, 'DATETIME($1)'],
  [/JSONB/, 'JSON'],
  [/DOUBLE PRECISION/, 'DOUBLE'],
  [/BYTEA/, 'LONGBLOB'],
]

function inMariadb(script: string): string {
  const enums = new Map(
    [...script.matchAll(/^CREATE TYPE "(\w+)" AS (ENUM \(.*\));$/gm)].map(([, name = '', values = '']) => [
      name,
      values,
    ]),
  )
  return script
    .replaceAll(/^CREATE (?:TYPE|SCHEMA).*\n/gm, '')
    .replaceAll(
      /^( +"\w+" )("(\w+)"|[A-Z ]+(?:\([\d,]+\))?)(?= NOT NULL| DEFAULT|,?$)/gm,
      (_, name: string, type: string, own?: string) => {
        const known = own === undefined ? undefined : enums.get(own)
        const [found, to] = TYPES.find(([pattern]) => pattern.test(type)) ?? [/$^/, '']
        return `${name}${known ?? type.replace(found, to)}`
      },
    )
    .replaceAll('AUTO_INCREMENT NOT NULL', 'AUTO_INCREMENT')
    .replaceAll(/(DATETIME\(3\).*)DEFAULT CURRENT_TIMESTAMP/g, '$1DEFAULT CURRENT_TIMESTAMP(3)')
    .replaceAll(/^( +)CONSTRAINT "\w+" PRIMARY KEY/gm, '$1PRIMARY KEY')
    .replaceAll(
      /^(CREATE TABLE [\s\S]*?\n\));/gm,
      '$1 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;',
    )
    .replaceAll(/'(?:[^']|'')*'|"/g, (found) => (found === '"' ? '`' : found))
}
