/** The words of a cure that depend on how an application describes and migrates its database. */
export interface CureWords {
  /** The source of the tables, after "a column": ` of the Prisma schema`. */
  readonly described: string
  /** The form of a new migration: the words after "write one". */
  readonly migration: string
  /** The command that applies migrations, unless the project has its own. */
  readonly command: string
}

/** The cures for a database that does not exist yet, or that does not respond. */
export interface Cures {
  readonly noTable: string
  readonly noDatabase: string
  readonly noFile: string
  readonly noAnswer: string
  readonly otherServer: string
}

/**
 * Cures in an application's words.
 *
 * ```ts
 * const { noTable }: Cures = curesWith({ described: '', migration: '', command: 'dbmate' });
 * ```
 */
export function curesWith({ described, migration, command }: CureWords): Cures {
  const migrate = `\`npm run db:migrate\` if the project has that script, otherwise ${command}`
  return {
    noTable: `The database is missing a table or a column${described}. If no migration creates it, write one${migration}. To apply it: ${migrate}.`,
    noDatabase: `There is no database with that name. Create an empty database with CREATE DATABASE, or set a different one in DATABASE_URL. Then create its tables: ${migrate}.`,
    noFile: `The database file cannot be opened. Create its folder, or set a different file in DATABASE_URL. Then create its tables: ${migrate}.`,
    noAnswer:
      'No database responded. Start the database, or set a different one in DATABASE_URL, and restart the server.',
    otherServer:
      'The server at DATABASE_URL is a different kind of database. Compare the host and the port with the provider in the datasource, and restart the server.',
  }
}
