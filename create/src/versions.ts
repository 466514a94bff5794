import type { Database, Framework, Orm } from './choices.js'

/**
 * The package versions in a new project. This version was tested with them. Prisma is the newest 7.x release,
 * which fixes a bug in earlier versions. Vite is pinned because Vitest accepts any newer Vite, and a Vite
 * that depends on a package missing from the registry results in a lock file that `npm ci` rejects. `npm
 * outdated` lists newer versions.
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

/** A package that a project uses, other than our own. */
export type PackageName = keyof typeof VERSIONS

/** The third-party packages that a project may need, with their versions. */
export const OTHERS: Readonly<Record<PackageName, string>> = VERSIONS

/**
 * Overrides for versions of indirect dependencies. The driver that Prisma's adapter for MariaDB depends on ends the
 * process if a connection is lost while it is being opened, because one of its rejections is not handled.
 */
export function overridesOf(orm: Orm, database: Database): Readonly<Record<string, string>> {
  return orm === 'prisma' && database === 'mariadb' ? { mariadb: '3.5.4' } : {}
}

/** The packages that open a database. */
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

/** The dependencies of a server with this framework and database, apart from our runtime. */
export function dependenciesOf(framework: Framework, orm: Orm, database: Database): readonly PackageName[] {
  return [DRIVERS[orm][database], orm === 'prisma' ? '@prisma/client' : 'kysely', ...SERVERS[framework]]
}

/** The packages for building and testing the server, apart from the generator. */
export function developmentOf(framework: Framework, orm: Orm, database: Database): readonly PackageName[] {
  const ofServer: readonly PackageName[] = framework === 'express' ? ['@types/express'] : []
  const ofPostgres: readonly PackageName[] = database === 'postgresql' ? ['@types/pg'] : []
  const ofOrm: readonly PackageName[] = orm === 'prisma' ? ['prisma'] : ofPostgres
  return [...ofServer, ...ofOrm, '@types/node', 'typescript', 'vite', 'vitest']
}
