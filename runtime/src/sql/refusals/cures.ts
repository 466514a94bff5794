// An application may migrate with any tool.
const MIGRATE =
  "`npm run db:migrate` if the project has that script, otherwise your migration tool's own command"

/** The remedy for a database that does not exist yet. */
export const CURES: {
  readonly noTable: string
  readonly noDatabase: string
  readonly noFile: string
  readonly noAnswer: string
  readonly otherServer: string
} = Object.freeze({
  noTable: `The database is missing a table or a column that the API uses. If no migration creates it, write one. To apply it: ${MIGRATE}.`,
  noDatabase: `There is no database with that name. Create an empty database with CREATE DATABASE, or set a different one in DATABASE_URL. Then create its tables: ${MIGRATE}.`,
  noFile: `The database file cannot be opened. Create its folder, or set a different file in DATABASE_URL. Then create its tables: ${MIGRATE}.`,
  noAnswer:
    'No database responded. Start the database, or set a different one in DATABASE_URL, and restart the server.',
  otherServer:
    'The database that responded is not the kind that this program uses. Compare the host and the port in DATABASE_URL with the provider in the datasource, and restart the server.',
})
