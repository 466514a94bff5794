import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe.each(ENGINES)('prove/engines: `prove` on $engine', ({ api, client, close, live, count }) => {
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

  test('if nothing is hidden, the report says that nothing was compared, and tables are created from the facts', async () => {
    const { code, stdout, stderr } = await prove(example.folder, '--rounds', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Nothing was hidden from guest, so their responses were not compared.\n')
  })

  test('`prove` finds an extra field that counts records hidden by a scope', async () => {
    const post = 'export class PostResource extends PostResourceBase {'
    await edit(
      `${api}/post.resource.ts`,
      post,
      `${post}\n  static {\n    this.scopes({ read: 'scopeLive' })\n    this.defaultFilter('id', { gte: 0 }, { type: 'integer' })\n  }\n\n  scopeLive(scope) {\n    return ${live}\n  }\n`,
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
    // The default filter hides nothing.
    expect(finding?.summary).toMatch(/ as guest depends on Post \d+, which scopeLive hides: AuthorResource\./)
  }, 700_000)
})
