import { firstFile, type FirstFile } from './templates.js'

/** The module that generated code imports Kysely from. */
export const KYSELY_MODULE = 'src/db.ts'

/** An initial `src/db.ts`: its text, and the packages that contain the database's driver. */
export interface KyselyModule {
  readonly packages: readonly string[]
  /** The type packages that it needs. */
  readonly types: readonly string[]
  text(): Promise<string>
}

/**
 * A module that opens Kysely with a database's driver. `types` is the module `store.gen.ts` as it is imported.
 * Undefined if the adapter does not know the database.
 *
 * @param isReloaded whether a development server loads the module again after a change
 */
export function kyselyModuleFor(
  provider: string | undefined,
  types: string,
  isReloaded = false,
): KyselyModule | undefined {
  const text = (name: FirstFile) => () => firstFile(name, { types, isReloaded })
  switch (provider) {
    case 'postgresql':
      return { packages: ['pg'], types: ['@types/pg'], text: text('kysely/postgresql.ts') }
    case 'mysql':
      return { packages: ['mysql2'], types: [], text: text('kysely/mysql.ts') }
    case 'sqlite':
      return { packages: ['libsql'], types: [], text: text('kysely/sqlite.ts') }
    default:
      return undefined
  }
}
