import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sqlOf } from '../../examples/blog/src/database.js'
import { clientDirectory, datamodel } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { PROVIDERS } from '../support/clients.js'
import { factsOfDatamodel } from '../support/facts.js'
import type { DatabaseName } from '../support/probe.js'
import { oneIn } from '../support/sample.js'
import { queryServer } from '../support/stores.js'
import { copyOf } from './support/example.js'
import { findingsOf, prove } from './support/run.js'

type Server = Exclude<DatabaseName, 'sqlite'>

/** The modules that open the database in DATABASE_URL. */
const PRISMA: Record<Server, string> = {
  postgresql: `import { PrismaPg } from '@prisma/adapter-pg'
const adapter = new PrismaPg({ connectionString: process.env['DATABASE_URL'], max: 3 })
`,
  mariadb: `import { PrismaMariaDb } from '@prisma/adapter-mariadb'
const { hostname, port, username, password, pathname } = new URL(process.env['DATABASE_URL'])
const adapter = new PrismaMariaDb({
  host: hostname,
  port: Number(port || 3306),
  user: decodeURIComponent(username),
  password: decodeURIComponent(password),
  database: pathname.slice(1),
  connectionLimit: 3,
})
`,
}
const KYSELY: Record<Server, string> = {
  postgresql: `import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
export const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 3 })
export const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
`,
  mariadb: `import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
export const pool = createPool({ uri: process.env['DATABASE_URL'].replace(/^mariadb:/, 'mysql:'), connectionLimit: 3, timezone: 'Z' })
export const db = new Kysely({ dialect: new MysqlDialect({ pool }) })
`,
}

/** The blog hides drafts from everybody. */
const POST = 'export class PostResource extends PostResourceBase {'
const SCOPE = "  static {\n    this.scopes({ read: (scope) => scope.where({ status: 'published' }) })\n  }\n"

/** An extra field of authors that counts their drafts. */
const AUTHOR = 'export class AuthorResource extends AuthorResourceBase {}'
const COUNT = {
  prisma: 'this.adapter.client.post.count({ where: { authorId: id } })',
  kysely:
    "this.adapter.client.selectFrom('Post').select('id').where('authorId', '=', id).execute().then((rows) => rows.length)",
}

/** Each engine on each server. A sample of a half contains both engines and both servers. */
const SERVERS = inject('databases').flatMap(({ name, url }) => {
  if (name === 'sqlite') return []
  const engines = name === 'mariadb' ? (['kysely', 'prisma'] as const) : (['prisma', 'kysely'] as const)
  return engines.map((engine) => ({ name, url, engine }))
})

describe.each(oneIn(2, SERVERS))('prove/servers: $engine on $name', ({ name, url, engine }) => {
  let example: Awaited<ReturnType<typeof copyOf>>
  const api = engine === 'prisma' ? 'src/api' : 'src/kysely/api'
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const path = join(example.folder, file)
    const text = await readFile(path, 'utf8')
    expect(text).toContain(from)
    await writeFile(
      path,
      text.replace(from, () => to),
    )
  }
  const client = engine === 'prisma' ? 'prisma' : 'db'
  const proof = (opened: string): string => `import { registry } from './${api}/generated/index.gen.js'
import { controllers } from './${api}/generated/routes.gen.js'
import { api } from './${api}/routes/index.js'
import { ${client} } from './${engine === 'prisma' ? 'src/prisma.js' : 'src/kysely/db.js'}'

export default {
  viewers: { guest: {} },
  tables: 'tables.sql',
  open: () => ({ api, registry, controllers, client: ${opened}, close: () => ${client}.${engine === 'prisma' ? '$disconnect' : 'destroy'}() }),
}
`

  beforeAll(async () => {
    example = await copyOf('blog')
    const write = (file: string, text: string): Promise<void> => writeFile(join(example.folder, file), text)
    const provider = PROVIDERS[name]
    const text = await datamodel('blog', provider)
    const tables =
      name === 'postgresql'
        ? await sqlOf(text, new PrismaPg({ connectionString: url }))
        : await readFile(at('test/support/blog.mariadb.sql'), 'utf8')
    await write('tables.sql', tables)
    await write('vitest.config.ts', 'export default {}\n')
    const facts = JSON.stringify(await factsOfDatamodel(text))
    await write(`${api}/generated/facts.gen.ts`, `export const store = ${facts}\n`)
    if (engine === 'prisma') {
      const module = pathToFileURL(join(clientDirectory('blog', provider), 'client.ts')).href
      await write(
        'src/prisma.ts',
        `import { PrismaClient } from '${module}'\n${PRISMA[name]}export const prisma = new PrismaClient({ adapter })\n`,
      )
    } else {
      await write('src/kysely/db.ts', KYSELY[name])
      await edit(`${api}/application.resource.ts`, '{ database, db }', '{ pool, db }')
      await edit(`${api}/application.resource.ts`, '(db, { database })', '(db, { pool })')
    }
    await edit(`${api}/post.resource.ts`, POST, `${POST}\n${SCOPE}`)
    await write('prove.ts', proof(client))
  })
  afterAll(() => example.remove())

  test('`prove` creates and drops the databases that it compares, and no response depends on drafts', async () => {
    const { code, stdout, stderr } = await prove(example.folder, '--database', url, '--rounds', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^No findings\.\nCovered: 1 viewer \(guest\) × \d resources/)
    expect(stdout).not.toContain('Nothing was hidden')
    const [listed, named] =
      name === 'postgresql' ? ['pg_database', 'datname'] : ['information_schema.schemata', 'schema_name']
    const left = await queryServer[name](url, [
      `SELECT ${named} AS name FROM ${listed} WHERE ${named} LIKE 'jsonapi_gen_prove%'`,
    ])
    expect(left).toEqual([])
  }, 300_000)

  test('`prove` finds an extra field that counts drafts', async () => {
    await edit(
      `${api}/author.resource.ts`,
      AUTHOR,
      `${AUTHOR.slice(0, -1)}\n  static {\n    this.extraField('posts', { type: 'integer', value: 'extraFieldPosts' })\n  }\n\n  extraFieldPosts({ id }) {\n    return ${COUNT[engine]}\n  }\n}`,
    )
    const options = ['--database', url, '--seconds', '250', '--bail', '--format', 'json']
    const found = await prove(example.folder, ...options)
    const [finding] = findingsOf(found)
    expect(found.code).toBe(3)
    expect(finding?.request).toMatch(/^GET .*extra_fields\[authors\]=posts/)
  }, 300_000)

  test('`prove` rejects a database that it did not create, and writes nothing to it', async () => {
    const module = engine === 'prisma' ? 'src/prisma.ts' : 'src/kysely/db.ts'
    const text = await readFile(join(example.folder, module), 'utf8')
    const other = text.replace("process.env['DATABASE_URL']", JSON.stringify(url))
    await writeFile(join(example.folder, module), other)
    // Other tests create tables too, but with different names.
    const tables = `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema IN ('public', 'mysql') AND lower(table_name) IN ('author', 'comment', 'post', 'tag')`
    const before = await queryServer[name](url, [tables])
    const { code, stderr } = await prove(example.folder, '--database', url, '--rounds', '1')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^The API's client uses .* instead of .* Nothing was written\.$/m)
    expect(await queryServer[name](url, [tables])).toEqual(before)
    await writeFile(join(example.folder, module), text)
  }, 300_000)

  test('without the URL of a server, the message says how to pass the URL', async () => {
    const { code, stderr } = await prove(example.folder, '--rounds', '1')
    const scheme = PROVIDERS[name]
    expect(code).toBe(2)
    expect(stderr).toContain(
      `The datamodel is for ${scheme}. Pass a server where databases may be created: npx jsonapi-gen prove --database ${scheme}:`,
    )
  }, 300_000)
})
