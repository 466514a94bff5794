import { posix } from 'node:path'
import { type Imports, importEnd } from '../schema/types.js'
import type { ExistingClient } from './existing-client.js'
import { firstFile } from './templates.js'

/** The module that generated code imports the Prisma Client from. */
export const CLIENT_MODULE = 'src/prisma.ts'

/** An initial `src/prisma.ts`: its text, and the driver adapter that it needs. */
export interface ClientModule {
  readonly adapter: string
  text(): Promise<string>
}

/** The project that a client module is written for. */
export interface ClientProject {
  /** The module of the generated client, which is imported as written. */
  readonly client: string
  /** Whether a development server loads the module again after a change. */
  readonly isReloaded: boolean
}

/**
 * A module that opens an application's Prisma Client with its database's driver adapter. Undefined if there is no driver
 * adapter for the database.
 */
export function clientModuleFor(
  provider: string | undefined,
  { client, isReloaded }: ClientProject,
): ClientModule | undefined {
  const view = { client, isReloaded }
  switch (provider) {
    case 'postgresql':
    case 'postgres':
    case 'cockroachdb':
      return { adapter: '@prisma/adapter-pg', text: () => firstFile('prisma/postgresql.ts', view) }
    case 'mysql':
      return { adapter: '@prisma/adapter-mariadb', text: () => firstFile('prisma/mysql.ts', view) }
    case 'sqlite':
      return { adapter: '@prisma/adapter-libsql', text: () => firstFile('prisma/sqlite.ts', view) }
    case 'sqlserver':
      return { adapter: '@prisma/adapter-mssql', text: () => firstFile('prisma/sqlserver.ts', view) }
    default:
      return undefined
  }
}

/** The initial `src/prisma.ts` for a project that already has a module that creates the Prisma Client. */
export function reexportText({ path, name }: ExistingClient, imports: Imports): Promise<string> {
  return reexportFrom(moduleFrom(CLIENT_MODULE, path, imports), name)
}

/** The specifier with which one file imports another. Both paths are relative to the project. `.mts` and `.cts` always have an end. */
export function moduleFrom(importer: string, path: string, imports: Imports): string {
  const named = posix.relative(posix.dirname(importer), path)
  const way =
    imports === 'ts' ? named : named.replace(/\.tsx?$/, importEnd(imports)).replace(/(?<=\.[cm])ts$/, 'js')
  return way.startsWith('.') ? way : `./${way}`
}

/** The initial `src/prisma.ts` for a project that imports the opened Prisma Client from another package. */
export function reexportFrom(module: string, name: string): Promise<string> {
  const exported = name === 'prisma' ? name : `${name} as prisma`
  return firstFile('prisma/reexport.ts', { exported, module })
}
