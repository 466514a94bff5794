import { posix } from 'node:path'
import type { ExistingClient } from './existing-client.js'
import { firstFile } from './templates.js'

/** The module from which generated code imports the Prisma Client. */
export const CLIENT_MODULE = 'src/prisma.ts'

/** An initial `src/prisma.ts`: its text, and the driver adapter that it needs. */
export interface ClientModule {
  readonly adapter: string
  text(): Promise<string>
}

/**
 * A module that opens an application's Prisma Client with its database's driver adapter. `client` is imported as
 * written. Undefined if there is no driver adapter for the database.
 */
export function clientModuleFor(provider: string | undefined, client: string): ClientModule | undefined {
  switch (provider) {
    case 'postgresql':
    case 'postgres':
    case 'cockroachdb':
      return { adapter: '@prisma/adapter-pg', text: () => firstFile('prisma/postgresql.ts', { client }) }
    case 'mysql':
      return { adapter: '@prisma/adapter-mariadb', text: () => firstFile('prisma/mysql.ts', { client }) }
    case 'sqlite':
      return { adapter: '@prisma/adapter-libsql', text: () => firstFile('prisma/sqlite.ts', { client }) }
    case 'sqlserver':
      return { adapter: '@prisma/adapter-mssql', text: () => firstFile('prisma/sqlserver.ts', { client }) }
    default:
      return undefined
  }
}

/** The initial `src/prisma.ts` for a project that already has a module that opens the Prisma Client. */
export function reexportText({ path, name }: ExistingClient): Promise<string> {
  return reexportFrom(moduleFrom(CLIENT_MODULE, path), name)
}

/** A file as another one imports it. Both paths are relative to the project. */
export function moduleFrom(importer: string, path: string): string {
  const way = posix.relative(posix.dirname(importer), path).replace(/(?<=\.[cm]?)tsx?$/, 'js')
  return way.startsWith('.') ? way : `./${way}`
}

/** The initial `src/prisma.ts` for a project that imports the opened Prisma Client from another package. */
export function reexportFrom(module: string, name: string): Promise<string> {
  const exported = name === 'prisma' ? name : `${name} as prisma`
  return firstFile('prisma/reexport.ts', { exported, module })
}
