import { posix } from 'node:path'
import type { Scanned } from '../prisma/scan/blocks.js'
import { settingOf } from '../prisma/generator-block.js'
import type { ExistingClient } from './existing-client.js'

/** Where generated code takes the Prisma Client from. */
export const CLIENT_MODULE = 'src/prisma.ts'

/** A first `src/prisma.ts`, and the package that it needs; undefined where there is no driver adapter for the database. */
export interface ClientModule {
  readonly text: string
  readonly adapter: string
}

/** The database that a Prisma schema is for, as its `datasource` names it. */
export function providerOf(files: readonly Scanned[]): string | undefined {
  const sources = files.flatMap(({ blocks }) => blocks.filter(({ keyword }) => keyword === 'datasource'))
  return sources[0] && settingOf(sources[0], 'provider')?.value
}

/** A module that opens the one Prisma Client of an application, with what its database needs. `client` is imported as it is. */
export function clientModuleText(provider: string | undefined, client: string): ClientModule | undefined {
  switch (provider) {
    case 'postgresql':
    case 'postgres':
    case 'cockroachdb':
      return { adapter: '@prisma/adapter-pg', text: moduleText(client, POSTGRESQL) }
    case 'mysql':
      return { adapter: '@prisma/adapter-mariadb', text: moduleText(client, MARIADB) }
    case 'sqlite':
      return { adapter: '@prisma/adapter-libsql', text: moduleText(client, SQLITE) }
    default:
      return undefined
  }
}

interface Opening {
  readonly imports: readonly string[]
  readonly adapter: readonly string[]
}

const POSTGRESQL: Opening = {
  imports: ["import { PrismaPg } from '@prisma/adapter-pg'"],
  adapter: [
    '// The server ends a statement that takes longer than its timeout: no request holds a connection for ever.',
    'const adapter = new PrismaPg({',
    "  connectionString: process.env['DATABASE_URL'] ?? 'postgresql://postgres@localhost:5432/postgres',",
    '  max: 10,',
    '  connectionTimeoutMillis: 5_000,',
    '  statement_timeout: 10_000,',
    '  // A restart of the server ends connections: without a listener, the error of one would end this process.',
    '  onConnect: (client) => {',
    "    client.on('error', (error) => console.error('A connection to the database was lost.', error.message))",
    '  },',
    '})',
  ],
}

const MARIADB: Opening = {
  imports: ["import { PrismaMariaDb } from '@prisma/adapter-mariadb'"],
  adapter: [
    "const url = new URL(process.env['DATABASE_URL'] ?? 'mysql://root@localhost:3306/mysql')",
    '',
    '// The server ends a statement that takes longer than its timeout: no request holds a connection for ever.',
    '// MySQL calls it max_execution_time, in milliseconds.',
    'const adapter = new PrismaMariaDb({',
    '  host: url.hostname,',
    '  port: Number(url.port || 3306),',
    '  user: decodeURIComponent(url.username),',
    '  password: decodeURIComponent(url.password),',
    '  database: url.pathname.slice(1),',
    '  connectionLimit: 10,',
    '  acquireTimeout: 5_000,',
    '  sessionVariables: { max_statement_time: 10 },',
    '})',
  ],
}

const SQLITE: Opening = {
  imports: [
    "import { literalLike } from '@jsonapi-gen/runtime/prisma'",
    "import { PrismaLibSql } from '@prisma/adapter-libsql'",
  ],
  adapter: [
    '// Integers beyond 2^53 can be read, and % and _ in what is searched for are literal.',
    'const adapter = literalLike(',
    "  new PrismaLibSql({ url: process.env['DATABASE_URL'] ?? 'file:./prisma/dev.db', intMode: 'bigint' }),",
    ')',
  ],
}

/** A first `src/prisma.ts` where another module of the project opens the Prisma Client. */
export function reexportText({ path, name }: ExistingClient): string {
  const way = posix.relative(posix.dirname(CLIENT_MODULE), path).replace(/(?<=\.[cm]?)tsx?$/, 'js')
  const module = way.startsWith('.') ? way : `./${way}`
  const exported = name === 'prisma' ? name : `${name} as prisma`
  return `export { ${exported} } from '${module}'\n`
}

function moduleText(client: string, { imports, adapter }: Opening): string {
  return [
    ...imports,
    `import { PrismaClient } from '${client}'`,
    '',
    ...adapter,
    '',
    '/** The one Prisma Client of this application, on the database that DATABASE_URL names. */',
    'export const prisma: PrismaClient = new PrismaClient({ adapter })',
    '',
  ].join('\n')
}
