/** The words of a cure that depend on how an application describes and migrates its database. */
export interface CureWords {
  /** The source of the tables, after "a column": ` of the Prisma schema`. */
  readonly described: string
  /** The form of a new migration: the words after "write one". */
  readonly migration: string
  /** The command that applies migrations, unless the project has its own. */
  readonly command: string
}

/** The cure for a database that does not exist yet, or that does not respond: by the codes and messages of its error. */
export type CureOf = (texts: readonly string[]) => string | undefined

/**
 * Cures in an application's words, for errors that are typical of a server's first start.
 *
 * ```ts
 * const cureOf: CureOf = curesWith({ described: '', migration: '', command: 'dbmate' });
 * ```
 */
export function curesWith({ described, migration, command }: CureWords): CureOf {
  const migrate = `\`npm run db:migrate\` if the project has that script, otherwise ${command}`
  const signs: readonly (readonly [says: RegExp, cure: string])[] = [
    [
      /^(?:P202[12]|42P01|42703|1146|1054)$|no such (?:table|column)/,
      `The database is missing a table or a column${described}. If no migration creates it, write one${migration}. To apply it: ${migrate}.`,
    ],
    [
      /^(?:P1003|3D000|1049)$|Unknown database/,
      `There is no database with that name. Create an empty database with CREATE DATABASE, or set a different one in DATABASE_URL. Then create its tables: ${migrate}.`,
    ],
    [
      /^SQLITE_CANTOPEN$|Unable to open connection to local database/,
      `The database file cannot be opened. Create its folder, or set a different file in DATABASE_URL. Then create its tables: ${migrate}.`,
    ],
    [
      /unexpected \w+ message from backend|invalid response: |failed to create socket/,
      'The server at DATABASE_URL is a different kind of database. Compare the host and the port with the provider in the datasource, and restart the server.',
    ],
    [
      /^P1001$|\bECONNREFUSED\b|\bENOTFOUND\b/,
      'No database responded. Start the database, or set a different one in DATABASE_URL, and restart the server.',
    ],
  ]
  return (texts) => signs.find(([says]) => texts.some((text) => says.test(text)))?.[1]
}
