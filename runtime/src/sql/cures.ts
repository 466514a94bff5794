const MIGRATE =
  '`npm run db:migrate` where the project has that script, and `npx prisma@7 migrate deploy` where it does not'

/** What to do about a database that does not exist yet. */
export const CURES: {
  readonly noTable: string
  readonly noDatabase: string
  readonly noFile: string
  readonly noAnswer: string
  readonly otherServer: string
} = Object.freeze({
  noTable: `The database lacks a table or a column of the Prisma schema. To create it: ${MIGRATE}.`,
  noDatabase: `There is no database of that name. Create an empty one, or use a different one in DATABASE_URL. Then create its tables: ${MIGRATE}.`,
  noFile: `The database file cannot be opened. Create its folder, or use a different file in DATABASE_URL. Then create its tables: ${MIGRATE}.`,
  noAnswer:
    'No database responds there. Start it, or use a different one in DATABASE_URL, and start the server again.',
  otherServer:
    'No database of the kind that this program opens responds there. Compare the host and the port in DATABASE_URL with the provider in the Prisma schema, and start the server again.',
})
