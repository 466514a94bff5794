import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PrismaPg } from '@prisma/adapter-pg'
import { sqlOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { copyOf } from './support/example.js'
import { findingsOf, prove } from './support/run.js'

/** The blog hides drafts from everybody, and an extra field of authors counts them. */
const ENGINES = [
  {
    engine: 'Prisma',
    api: 'src/api',
    client: "import { prisma as client } from './src/prisma.js'",
    close: 'client.$disconnect()',
    live: "scope.where({ status: 'published' })",
    count: 'this.adapter.client.post.count({ where: { authorId: id } })',
  },
  {
    engine: 'Kysely',
    api: 'src/kysely/api',
    client: "import { db as client } from './src/kysely/db.js'",
    close: 'client.destroy()',
    live: "scope.where({ status: 'published' })",
    count:
      "this.adapter.client.selectFrom('Post').select('id').where('authorId', '=', id).execute().then((rows) => rows.length)",
  },
]

describe.each(ENGINES)('prove/engines: on $engine', ({ api, client, close, live, count }) => {
  let example: Awaited<ReturnType<typeof copyOf>>
  beforeAll(async () => {
    example = await copyOf('blog')
    await writeFile(join(example.folder, 'vitest.config.ts'), 'export default {}\n')
    await writeFile(
      join(example.folder, 'prove.ts'),
      `import { defineProof } from '@jsonapi-gen/prove'
import { registry } from './${api}/generated/index.gen.js'
import { controllers } from './${api}/generated/routes.gen.js'
import { api } from './${api}/routes/index.js'
${client}

export default defineProof<unknown>({
  viewers: { guest: {} },
  open: () => ({ api, registry, controllers, client, close: () => ${close} }),
})
`,
    )
  })
  afterAll(() => example.remove())

  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const path = join(example.folder, file)
    const text = await readFile(path, 'utf8')
    expect(text).toContain(from)
    await writeFile(
      path,
      text.replace(from, () => to),
    )
  }

  test('if nothing is hidden, the report says that nothing was compared; tables are created from the facts', async () => {
    const { code, stdout, stderr } = await prove(example.folder, '--rounds', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Nothing was hidden from guest, so nothing was compared for them.\n')
  })

  test('an extra field that counts what a scope hides is found', async () => {
    const post = 'export class PostResource extends PostResourceBase {'
    await edit(
      `${api}/post.resource.ts`,
      post,
      `${post}\n  static {\n    this.scopes({ read: 'scopeLive' })\n  }\n\n  scopeLive(scope) {\n    return ${live}\n  }\n`,
    )
    await edit(
      `${api}/author.resource.ts`,
      'export class AuthorResource extends AuthorResourceBase {}',
      `export class AuthorResource extends AuthorResourceBase {\n  static {\n    this.extraField('posts', { type: 'integer', value: 'extraFieldPosts' })\n  }\n\n  extraFieldPosts({ id }) {\n    return ${count}\n  }\n}`,
    )
    const found = await prove(example.folder, '--seconds', '600', '--bail', '--format', 'json')
    const [finding] = findingsOf(found)
    expect(found.code).toBe(3)
    expect(finding?.request).toMatch(/^GET .*extra_fields\[authors\]=posts/)
    expect(finding?.places[0]).toMatch(/^AuthorResource\.extraFieldPosts, .*author\.resource\.ts:8$/)
    expect(finding?.summary).toContain('which scopeLive')
  }, 700_000)
})

/** Kysely on a server, whose URL is in DATABASE_URL. */
const DB = `import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

export const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 3 })
export const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
`

const SERVERS = inject('databases').filter(({ name }) => name === 'postgresql')

describe.each(SERVERS)('prove/engines: on a server of $name', ({ url }) => {
  let example: Awaited<ReturnType<typeof copyOf>>
  beforeAll(async () => {
    example = await copyOf('blog')
    const write = (file: string, text: string): Promise<void> => writeFile(join(example.folder, file), text)
    const edit = async (file: string, from: string, to: string): Promise<void> =>
      write(
        file,
        (await readFile(join(example.folder, file), 'utf8')).replace(from, () => to),
      )
    const api = 'src/kysely/api'
    const datamodel = await readFile(at('examples/blog/prisma/schema.prisma'), 'utf8')
    const onServer = datamodel.replace('provider = "sqlite"', 'provider = "postgresql"')
    await write('tables.sql', await sqlOf(onServer, new PrismaPg({ connectionString: url })))
    await write('vitest.config.ts', 'export default {}\n')
    await write('src/kysely/db.ts', DB)
    await edit(`${api}/generated/facts.gen.ts`, "provider: 'sqlite'", "provider: 'postgresql'")
    await edit(`${api}/application.resource.ts`, '{ database, db }', '{ pool, db }')
    await edit(`${api}/application.resource.ts`, '(db, { database })', '(db, { pool })')
    const post = 'export class PostResource extends PostResourceBase {'
    const scope =
      "  static {\n    this.scopes({ read: (scope) => scope.where({ status: 'published' }) })\n  }\n"
    await edit(`${api}/post.resource.ts`, post, `${post}\n${scope}`)
    await write(
      'prove.ts',
      `import { registry } from './${api}/generated/index.gen.js'
import { controllers } from './${api}/generated/routes.gen.js'
import { api } from './${api}/routes/index.js'
import { db } from './src/kysely/db.js'

export default {
  viewers: { guest: {} },
  tables: 'tables.sql',
  open: () => ({ api, registry, controllers, client: db, close: () => db.destroy() }),
}
`,
    )
  })
  afterAll(() => example.remove())

  test('worlds are databases that the command creates and drops, and drafts change no response', async () => {
    const { code, stdout, stderr } = await prove(example.folder, '--database', url, '--rounds', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^No finding\.\nCovered: 1 viewer \(guest\) × \d resources/)
    expect(stdout).not.toContain('Nothing was hidden')
  }, 300_000)

  test('without a server, the message says how to specify one', async () => {
    const { code, stderr } = await prove(example.folder, '--rounds', '1')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /The datamodel is for postgresql\. Pass a server where databases may be created: npx jsonapi-gen prove --database postgresql:/,
    )
  }, 300_000)
})
