const MIGRATE =
  '`npm run db:migrate` where the project has that script, and `npx prisma@7 migrate deploy` where it does not'

/** What to do about a database that is not there yet (rule 14.7). */
export const CURES: {
  readonly noTable: string
  readonly noDatabase: string
  readonly noFile: string
  readonly noAnswer: string
} = Object.freeze({
  noTable: `The database lacks a table or a column that the Prisma schema has. Make it: ${MIGRATE}.`,
  noDatabase: `There is no database of that name. Make an empty one, or name another in DATABASE_URL. Then make its tables: ${MIGRATE}.`,
  noFile: `The file of the database cannot be opened. Make its folder, or name another file in DATABASE_URL. Then make its tables: ${MIGRATE}.`,
  noAnswer:
    'No database answers there. Start it, or name another in DATABASE_URL, and start the server again.',
})
