/** A kind of database, as `provider` in a Prisma schema names it. */
export type DatabaseProvider = 'sqlite' | 'postgresql' | 'mysql' | 'sqlserver'

/**
 * The address of the database, from the environment variable `DATABASE_URL`. There is no default, because a program
 * that opens the wrong database serves wrong data.
 *
 * ```ts
 * const url = new URL(databaseUrl('mysql'));
 * ```
 *
 * @param provider the database that the program opens
 * @throws Error if `DATABASE_URL` is not set, or is the address of a different kind of database; the message says what
 * to set
 */
export function databaseUrl(provider: DatabaseProvider): string {
  const { label, example } = DATABASES[provider]
  const address = process.env['DATABASE_URL'] ?? ''
  if (address.trim() === '') {
    throw new Error(
      `DATABASE_URL is not set. Set it to the address of the ${label} database, such as ${example}, before any module opens the database. If the address is in a file .env, start Node with --env-file=.env.`,
    )
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  const other = scheme === undefined ? undefined : OWNERS[scheme]
  if (other !== undefined && other !== label) {
    throw new Error(
      `DATABASE_URL is an address of ${other} ("${scheme}:"), but this program opens ${label}. Set it to an address such as ${example}, or change the provider in the Prisma schema and the module that opens the database.`,
    )
  }
  // The message of URL would show the whole address, with the password.
  if (provider === 'mysql' && !URL.canParse(address)) {
    throw new Error(
      `DATABASE_URL is not an address. Set it to one such as ${example}; encode special characters in the password, such as %23 for "#".`,
    )
  }
  return address
}

const DATABASES: Readonly<Record<DatabaseProvider, { readonly label: string; readonly example: string }>> =
  Object.freeze({
    sqlite: { label: 'SQLite', example: 'file:./prisma/dev.db' },
    postgresql: { label: 'PostgreSQL', example: 'postgresql://user:password@localhost:5432/name' },
    mysql: { label: 'MySQL or MariaDB', example: 'mysql://user:password@localhost:3306/name' },
    sqlserver: {
      label: 'SQL Server',
      example: 'sqlserver://localhost:1433;database=name;user=sa;password=password',
    },
  })

/** The database of each scheme. A scheme that is not here may be one that only the driver knows. */
const OWNERS: Readonly<Record<string, string | undefined>> = Object.freeze({
  file: DATABASES.sqlite.label,
  libsql: DATABASES.sqlite.label,
  postgres: DATABASES.postgresql.label,
  postgresql: DATABASES.postgresql.label,
  mysql: DATABASES.mysql.label,
  mysqlx: DATABASES.mysql.label,
  mariadb: DATABASES.mysql.label,
  sqlserver: DATABASES.sqlserver.label,
  mongodb: 'MongoDB',
  'mongodb+srv': 'MongoDB',
  prisma: 'Prisma Accelerate',
  'prisma+postgres': 'Prisma Postgres',
})
