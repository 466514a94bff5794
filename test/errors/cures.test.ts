import { Controller, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { sql } from 'kysely'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { kyselyOf, poolOf } from '../kysely/support/kysely-of.js'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { emptyFolder } from '../generator/support/folder.js'
import { freePort } from '../real/support/server.js'
import { at } from '../../scripts/lib/paths.js'
import { generateClient } from '../../scripts/lib/prisma-client.js'
import { createClient } from '../support/clients.js'
import { type DatabaseName, mariadbAdapter } from '../support/probe.js'
import { factsOfDatamodel, noteFacts, prismaAdapter } from '../support/facts.js'
import { sqliteAdapter } from '../support/stores.js'

/** The part that is missing when an application is first started. */
type Lack = 'tables' | 'a database' | 'a server' | 'a folder'

const MIGRATE =
  'If no migration creates it, write one: a new folder in prisma/migrations with the SQL in migration.sql. To apply it: `npm run db:migrate` if the project has that script, otherwise'
const CURES: Readonly<Record<Lack, string>> = {
  tables: `The database is missing a table or a column of the Prisma schema. ${MIGRATE}`,
  'a database':
    'There is no database with that name. Create an empty database with CREATE DATABASE, or set a different one in DATABASE_URL.',
  'a server':
    'No database responded. Start the database, or set a different one in DATABASE_URL, and restart the server.',
  'a folder':
    'The database file cannot be opened. Create its folder, or set a different file in DATABASE_URL.',
}

/** On Kysely, an application may migrate with any tool. */
const ON_KYSELY: Readonly<Record<Lack, string>> = {
  ...CURES,
  tables:
    "The database is missing a table or a column that the API uses. If no migration creates it, write one. To apply it: `npm run db:migrate` if the project has that script, otherwise your migration tool's own command.",
}

/** Two relations of a link share its project's column. */
const EMULATED = `generator client {
  provider            = "prisma-client"
  output              = "./emulated"
  moduleFormat        = "esm"
  importFileExtension = "js"
}

datasource db {
  provider     = "mysql"
  relationMode = "prisma"
}

model Project {
  id    Int    @id
  name  String
  links Link[]
}

model Domain {
  id        Int    @id
  slug      String
  projectId Int
  links     Link[]

  @@unique([slug, projectId])
}

model Link {
  id        Int      @id
  projectId Int?
  slug      String?
  project   Project? @relation(fields: [projectId], references: [id])
  domain    Domain?  @relation(fields: [slug, projectId], references: [slug, projectId])

  @@index([slug, projectId])
  @@index([projectId])
}
`

const EMULATED_TABLES = [
  'CREATE TABLE Project (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL)',
  'CREATE TABLE Domain (id INT PRIMARY KEY, slug VARCHAR(20) NOT NULL, projectId INT NOT NULL)',
  'CREATE TABLE Link (id INT PRIMARY KEY, projectId INT, slug VARCHAR(20))',
  "INSERT INTO Project VALUES (1, 'one')",
  "INSERT INTO Domain VALUES (1, 'a', 1)",
  "INSERT INTO Link VALUES (1, 1, 'a')",
]

interface EmulatedClient {
  readonly PrismaClient: new (options: { readonly adapter: SqlDriverAdapterFactory }) => PrismaClientLike & {
    readonly project: { delete(of: object): Promise<unknown>; findMany(): Promise<unknown> }
    $executeRawUnsafe(sql: string): Promise<unknown>
    $disconnect(): Promise<void>
  }
}

/** The driver of a database that lacks something. */
function lacking(name: DatabaseName, url: string): SqlDriverAdapterFactory {
  if (name === 'sqlite') return sqliteAdapter(url)
  return name === 'postgresql' ? new PrismaPg(url) : mariadbAdapter(url, 500)
}

/** The URL of a database that lacks something. */
async function urlLacking(name: DatabaseName, lack: Lack): Promise<string> {
  if (name === 'sqlite') {
    return `file:${await emptyFolder()}/${lack === 'a folder' ? 'none/' : ''}x.db`
  }
  const url = new URL(inject('databases').find((each) => each.name === name)?.url ?? '')
  if (lack === 'a server') url.port = String(await freePort())
  // Every server has these databases, and none of them contains our tables.
  url.pathname = lack === 'a database' ? '/none_of_ours' : name === 'postgresql' ? '/postgres' : '/mysql'
  return url.href
}

/**
 * An adapter over a database that lacks something. On SQLite, Kysely opens its file before the adapter
 * exists.
 */
async function adapterOn(engine: 'Prisma' | 'Kysely', name: DatabaseName, lack: Lack) {
  const url = await urlLacking(name, lack)
  const prisma = await createClient('blog', name, lacking(name, url))
  if (engine === 'Kysely') return kyselyAdapter({ name, url, prisma })
  return { adapter: prismaAdapter(prisma), close: () => prisma.$disconnect() }
}

const CASES = inject('databases').flatMap(({ name }) =>
  (name === 'sqlite'
    ? (['tables', 'a folder'] as const)
    : (['tables', 'a database', 'a server'] as const)
  ).flatMap((lack) =>
    (['Prisma', 'Kysely'] as const)
      .filter((engine) => engine === 'Prisma' || lack !== 'a folder')
      .map((engine) => ({ engine, name, lack })),
  ),
)

describe('errors/cures (14.7): the log contains instructions if the first start fails', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test.each(CASES)('$engine on $name without $lack logs instructions', async ({ engine, name, lack }) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { adapter, close } = await adapterOn(engine, name, lack)
    class TagResource extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.useAdapter(adapter)
        this.id('integer')
        this.attribute('name', 'string')
      }
    }
    class TagsController extends Controller {
      static {
        this.jsonapi(TagResource)
      }
      index(): Promise<Response> {
        return this.renderJsonapi(this.jsonapiResource.baseScope(this))
      }
    }
    const api = createApi({
      registry: defineRegistry({ tags: TagResource }),
      controllers: { tags: TagsController },
    })
    const response = await api.fetch(new Request('http://api.test/tags'))
    const answer = await response.text()
    await close()
    const [[said] = [], [cure] = []] = printed.mock.calls
    expect(said).toMatch(/^[\da-f-]{36} GET \/tags$/)
    expect(cure).toEqual(expect.stringContaining(engine === 'Kysely' ? ON_KYSELY[lack] : CURES[lack]))
    expect([engine, /prisma/i.test(String(cure))]).toEqual([
      engine,
      engine === 'Prisma' && lack !== 'a server',
    ])
    // The client receives none of this.
    expect([response.status, /DATABASE_URL|migrate|Tag\b/.test(answer)]).toEqual([
      lack === 'tables' ? 500 : 503,
      false,
    ])
  })

  test.each(inject('databases').filter(({ name }) => name === 'mariadb'))(
    'relationMode = "prisma" on $name: a column that exists is not reported as a missing migration',
    async ({ url }) => {
      const output = at('test/.generated/mysql/emulated')
      await generateClient({ datamodel: EMULATED, output })
      const name = `${inject('run')}_emulated`
      const located = new URL(url)
      located.pathname = `/${name}`
      const server = await mariadbAdapter(url).connect()
      await server.executeRaw({ sql: `CREATE DATABASE \`${name}\``, args: [], argTypes: [] })
      const { PrismaClient } = (await import(/* @vite-ignore */ `${output}/client.ts`)) as EmulatedClient
      const prisma = new PrismaClient({ adapter: mariadbAdapter(located.href) })
      noteFacts(prisma, await factsOfDatamodel(EMULATED))
      try {
        for (const sql of EMULATED_TABLES) await prisma.$executeRawUnsafe(sql)
        const cureOf = (error: unknown) => prismaAdapter(prisma).faultOf(error).cure
        const refused = await prisma.project.delete({ where: { id: 1 } }).catch((error: unknown) => error)
        expect([refused, cureOf(refused)]).toEqual([
          expect.objectContaining({ code: 'P2022' }),
          expect.stringMatching(
            /^If the database has this column, no migration is missing: with `relationMode = "prisma"`/,
          ),
        ])
        await prisma.$executeRawUnsafe('ALTER TABLE Project DROP COLUMN name')
        const missing = await prisma.project.findMany().catch((error: unknown) => error)
        expect([missing, cureOf(missing)]).toEqual([
          expect.objectContaining({ code: 'P2022' }),
          expect.stringContaining(CURES.tables),
        ])
      } finally {
        await prisma.$disconnect()
        await server.executeRaw({ sql: `DROP DATABASE \`${name}\``, args: [], argTypes: [] })
        await server.dispose()
      }
    },
    60_000,
  )

  const servers = inject('databases').filter(({ name }) => name !== 'sqlite')
  test.each(servers.length === 2 ? ['PostgreSQL', 'MariaDB'] : [])(
    'a driver for %s reports a server of a different kind',
    async (driver) => {
      const [postgresql, mariadb] = (['postgresql', 'mariadb'] as const).map(
        (name) => new URL(servers.find((each) => each.name === name)?.url ?? ''),
      ) as [URL, URL]
      const [port, other] = [mariadb.port || '3306', postgresql.port || '5432']
      Object.assign(postgresql, { port })
      Object.assign(mariadb, { port: other })
      const [name, adapter] =
        driver === 'PostgreSQL'
          ? ([
              'postgresql',
              new PrismaPg({ connectionString: postgresql.href, connectionTimeoutMillis: 3000 }),
            ] as const)
          : (['mariadb', mariadbAdapter(mariadb.href, 1000)] as const)
      const prisma = await createClient('blog', name, adapter)
      const error = await prisma.tag.findMany().catch((thrown: unknown) => thrown)
      await prisma.$disconnect()
      expect(prismaAdapter(prisma).faultOf(error).cure).toMatch(
        /^The server at DATABASE_URL is a different kind of database\./,
      )
      if (name === 'mariadb') return
      const db = kyselyOf({ name, url: postgresql.href })
      const refused = await sql`select 1`.execute(db).catch((thrown: unknown) => thrown)
      await db.destroy()
      expect(new KyselyAdapter(db, poolOf(db)).faultOf(refused).cure).toMatch(
        /^The server at DATABASE_URL is a different kind of database\./,
      )
    },
  )

  test('an error without a known fix is logged without advice', async () => {
    const prisma = await createClient(
      'blog',
      'sqlite',
      lacking('sqlite', await urlLacking('sqlite', 'tables')),
    )
    const adapter = prismaAdapter(prisma)
    const cureOf = (error: unknown) => adapter.faultOf(error).cure
    const loop = new Error('a bug')
    loop.cause = loop
    expect(
      [loop, undefined, { code: 'P2002', message: 'Unique constraint failed' }].map((error) => cureOf(error)),
    ).toEqual([undefined, undefined, undefined])
  })
})
