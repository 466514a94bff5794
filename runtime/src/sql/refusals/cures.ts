/** What an application uses to create its tables, as its cures name it. */
interface Tools {
  /** Where the application says which tables it uses, after `a table or a column`. */
  readonly tables: string
  /** How to write a migration: empty, or a colon and the place. */
  readonly place: string
  /** The command that applies migrations if the project lacks the script. */
  readonly otherwise: string
  /** What must fit the server that responds. */
  readonly kind: string
}

/** The remedies for a database that does not exist yet. */
interface Cures {
  readonly noTable: string
  readonly noDatabase: string
  readonly noFile: string
  readonly noAnswer: string
  readonly otherServer: string
}

/** The remedies of an application that uses these tools. */
export function curesWith({ tables, place, otherwise, kind }: Tools): Cures {
  const migrate = `\`npm run db:migrate\` if the project has that script, otherwise ${otherwise}`
  return Object.freeze({
    noTable: `The database is missing a table or a column ${tables}. If no migration creates it, write one${place}. To apply it: ${migrate}.`,
    noDatabase: `There is no database with that name. Create an empty database with CREATE DATABASE, or set a different one in DATABASE_URL. Then create its tables: ${migrate}.`,
    noFile: `The database file cannot be opened. Create its folder, or set a different file in DATABASE_URL. Then create its tables: ${migrate}.`,
    noAnswer:
      'No database responded. Start the database, or set a different one in DATABASE_URL, and restart the server.',
    otherServer: `The database that responded is not the kind that this program uses. Compare the host and the port in DATABASE_URL with ${kind}, and restart the server.`,
  })
}

/** The remedies of an application that may use any tool for its migrations. */
export const CURES: Cures = curesWith({
  tables: 'that the API uses',
  place: '',
  otherwise: "your migration tool's own command",
  kind: 'the dialect of the database that the program connects to',
})
