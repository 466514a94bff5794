/** A kind of database, as specified by `provider` in a Prisma schema. */
export type DatabaseProvider = 'sqlite' | 'postgresql' | 'mysql' | 'sqlserver'

/**
 * Returns the database's URL from the environment variable `DATABASE_URL`. There is no default, because a program that
 * opened the wrong database would serve the wrong data.
 *
 * ```ts
 * const url = new URL(databaseUrl('mysql'));
 * ```
 *
 * @param provider the database that the program opens
 * @throws Error if `DATABASE_URL` is not set, or is the URL of a different kind of database; the message says how to
 * set it
 */
export function databaseUrl(provider: DatabaseProvider): string {
  const { label, example } = DATABASES[provider]
  const address = process.env['DATABASE_URL'] ?? ''
  if (address.trim() === '') {
    throw new Error(
      `DATABASE_URL is not set. Set it to the URL of the ${label} database, such as ${example}, before any module opens the database. If the URL is in a .env file, start Node with --env-file=.env.`,
    )
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  const other = scheme === undefined ? undefined : OWNERS[scheme]
  if (other !== undefined && other !== label) {
    throw new Error(
      `DATABASE_URL is a URL for ${other} ("${scheme}:"), but this program uses ${label}. Set it to a URL such as ${example}, or change the provider in the Prisma schema and the module that opens the database.`,
    )
  }
  // The drivers would treat such a string as the name of a database or a host, and open that.
  const isServer = provider === 'postgresql' || provider === 'mysql'
  if (isServer && other === undefined && !(provider === 'postgresql' && SOCKET.test(address))) {
    throw new Error(
      `DATABASE_URL is not a URL for ${label}: it must begin with "${example.split(':')[0]}://". Set it to a URL such as ${example}.`,
    )
  }
  // The error from URL would show the whole address, including the password.
  if (provider === 'mysql' && !URL.canParse(address)) {
    throw new Error(
      `DATABASE_URL is not a valid URL. Set it to a URL such as ${example}. Encode special characters in the password, such as "#" as %23.`,
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

/** How the path of a PostgreSQL socket begins. */
const SOCKET = /^(?:\/(?!\/)|socket:)/i

/** The database for each scheme. A scheme that is not listed may be one that only the driver knows. */
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
