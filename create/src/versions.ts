import type { Database, Framework, Orm } from './choices.js'

/**
 * The versions that a project begins with: those that this version was tested with. Of Prisma it is the newest 7, because a
 * fault of its own is mended there. Vitest takes any new version of Vite, and one that names a package that a registry has not
 * makes a lock file that `npm ci` refuses: so its version is said too. `npm outdated` says what else is newer.
 */
const VERSIONS = {
  '@hono/node-server': '2.1.8',
  '@prisma/adapter-libsql': '^7.10.0',
  '@prisma/adapter-mariadb': '^7.10.0',
  '@prisma/adapter-pg': '^7.10.0',
  '@prisma/client': '^7.10.0',
  '@types/express': '5.0.6',
  '@types/node': '20.19.43',
  '@types/pg': '8.23.1',
  express: '5.3.0',
  fastify: '5.12.8',
  hono: '4.13.19',
  kysely: '0.28.19',
  libsql: '0.5.29',
  mysql2: '3.15.3',
  pg: '8.23.1',
  prisma: '^7.10.0',
  typescript: '6.0.3',
  vite: '8.3.8',
  vitest: '4.1.12',
} as const

/** A package that a project is made of, besides our own. */
export type PackageName = keyof typeof VERSIONS

/** The packages of other people that a project may need, with their versions. */
export const OTHERS: Readonly<Record<PackageName, string>> = VERSIONS

/**
 * What the packages of a project are to bring along in other versions than their own. The driver that Prisma's adapter for MariaDB
 * brings ends the process where a connection is lost while it is opened: a rejection of its own is handled by nobody.
 */
export function overridesOf(orm: Orm, database: Database): Readonly<Record<string, string>> {
  return orm === 'prisma' && database === 'mariadb' ? { mariadb: '3.5.4' } : {}
}

/** What opens a database. */
const DRIVERS: Readonly<Record<Orm, Readonly<Record<Database, PackageName>>>> = {
  prisma: {
    sqlite: '@prisma/adapter-libsql',
    postgresql: '@prisma/adapter-pg',
    mariadb: '@prisma/adapter-mariadb',
  },
  kysely: { sqlite: 'libsql', postgresql: 'pg', mariadb: 'mysql2' },
}

const SERVERS: Readonly<Record<Framework, readonly PackageName[]>> = {
  express: ['express'],
  fastify: ['fastify'],
  hono: ['hono', '@hono/node-server'],
}

/** What a server of the framework on the database depends on, besides our runtime. */
export function dependenciesOf(framework: Framework, orm: Orm, database: Database): readonly PackageName[] {
  return [DRIVERS[orm][database], orm === 'prisma' ? '@prisma/client' : 'kysely', ...SERVERS[framework]]
}

/** What building and testing it needs, besides the generator. */
export function developmentOf(framework: Framework, orm: Orm, database: Database): readonly PackageName[] {
  const ofServer: readonly PackageName[] = framework === 'express' ? ['@types/express'] : []
  const ofPostgres: readonly PackageName[] = database === 'postgresql' ? ['@types/pg'] : []
  const ofOrm: readonly PackageName[] = orm === 'prisma' ? ['prisma'] : ofPostgres
  return [...ofServer, ...ofOrm, '@types/node', 'typescript', 'vite', 'vitest']
}
