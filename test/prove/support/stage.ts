import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateEach } from '../../../scripts/lib/prisma-client.js'
import { jsonapiGenHere } from '../../generator/support/cli.js'
import { PROVIDERS } from '../../support/clients.js'
import type { DatabaseName } from '../../support/probe.js'
import { ddlOf } from '../../verify/support/ddl.js'
import { type Copy, copyOf, shopWith } from './example.js'

/** An engine, and the example that uses it. */
export const ENGINES = [
  { engine: 'Prisma', example: 'saas' },
  { engine: 'Kysely', example: 'shop' },
] as const

export type Example = (typeof ENGINES)[number]['example']

const PRISMA: Record<Exclude<DatabaseName, 'sqlite'>, string> = {
  postgresql: `import { PrismaPg } from '@prisma/adapter-pg';
const adapter = new PrismaPg({ connectionString: process.env['DATABASE_URL'], max: 3 });
`,
  mariadb: `import { PrismaMariaDb } from '@prisma/adapter-mariadb';
const { hostname, port, username, password, pathname } = new URL(process.env['DATABASE_URL']);
const adapter = new PrismaMariaDb({
  host: hostname,
  port: Number(port || 3306),
  user: decodeURIComponent(username),
  password: decodeURIComponent(password),
  database: pathname.slice(1),
  connectionLimit: 3,
});
`,
}

const KYSELY: Record<Exclude<DatabaseName, 'sqlite'>, string> = {
  postgresql: `import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 3 });
export const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
`,
  mariadb: `import { Kysely, MysqlDialect } from 'kysely';
import { createPool } from 'mysql2';
const uri = process.env['DATABASE_URL'].replace(/^mariadb:/, 'mysql:');
const pool = createPool({ uri, connectionLimit: 3, timezone: 'Z' });
export const db = new Kysely({ dialect: new MysqlDialect({ pool }) });
`,
}

/** MariaDB compares text without case by default, and the key of a discount must be short. */
const MARIADB_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^( +body +String)$/gm, '$1 @db.Text'],
  [/^( +text +String)$/gm, '$1 @db.Text'],
]

/** A copy of an example for a database, with its tables in `tables.sql`. */
export async function stageOn(
  example: Example,
  database: DatabaseName,
  /** The URL of PostgreSQL, which translates the datamodel. */
  postgresql: string,
): Promise<Copy> {
  const copy = example === 'saas' ? await copyOf('saas') : await shopWith()
  if (database === 'sqlite') return copy
  const { folder } = copy
  try {
    const path = join(folder, 'prisma/schema.prisma')
    const sqlite = await readFile(path, 'utf8')
    let datamodel = sqlite.replace('provider = "sqlite"', `provider = "${PROVIDERS[database]}"`)
    if (database === 'mariadb') {
      for (const [from, to] of MARIADB_TYPES) datamodel = datamodel.replaceAll(from, to)
    }
    await writeFile(path, datamodel)
    await rm(join(folder, 'prisma/migrations'), { recursive: true, force: true })
    await writeFile(join(folder, 'tables.sql'), await ddlOf(datamodel, database, postgresql))
    if (example === 'saas') {
      await generateEach([{ datamodel, output: join(folder, 'src/prisma') }])
      await writeFile(
        join(folder, 'src/prisma.ts'),
        `${PRISMA[database]}import { PrismaClient } from './prisma/client.js';\nexport const prisma = new PrismaClient({ adapter });\n`,
      )
    } else {
      const end = 'export const connection = { pool };\n'
      await writeFile(join(folder, 'src/db.ts'), `${KYSELY[database]}${end}`)
    }
    const proof = join(folder, 'prove.ts')
    const text = await readFile(proof, 'utf8')
    await writeFile(proof, text.replace("tables: 'prisma/migrations'", "tables: 'tables.sql'"))
    const schema = example === 'saas' ? ['--schema', 'prisma/schema.prisma'] : []
    const { code, stderr } = await jsonapiGenHere(['generate', ...schema], folder)
    if (code !== 0) throw new Error(stderr)
    return copy
  } catch (error) {
    await copy.remove()
    throw error
  }
}
