import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTablesOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { replaceIn, stepsOf } from '../create/support/tutorial.js'
import { type Started, startProject } from '../create/support/project.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'
import { blocksOf } from './blocks.js'
import { newProject, write } from './guide-project.js'
import { merged, textOfTree, treeOf } from './schema-trees.js'

const GUARD = blocksOf('docs/tutorial-guards.md', 'ts', 'Who may do what').filter(
  ({ path, only }) =>
    path === 'src/api/application.controller.ts' ||
    (path === 'src/api/routes/index.ts' && only === 'Express'),
)
const textsOf = (blocks: readonly { readonly text: string }[]): readonly string[] =>
  blocks.map(({ text }) => text)
const [MODELS = ''] = textsOf(blocksOf('docs/kysely.md', 'prisma', 'The tables'))
const [SCHEMA = ''] = textsOf(blocksOf('docs/kysely.md', 'yaml', 'The tables'))
const [ONE = ''] = textsOf(blocksOf('docs/kysely.md', 'yaml', 'One resource at a time'))
const [ADAPTER = ''] = textsOf(blocksOf('docs/kysely.md', 'ts', 'One resource at a time'))

let folder: string

/** A new project on Kysely with these models and resources, in the repository, where its imports resolve. */
async function project(models: string, schema: string): Promise<string> {
  await mkdir(at('.tmp'), { recursive: true })
  const made = await mkdtemp(at('.tmp/kysely-page-'))
  await symlink(at('node_modules'), join(made, 'node_modules'))
  const files = await newProject('sqlite', 'kysely')
  const own = treeOf((files.get('schema.yaml') ?? '').split('\nresources:')[0] ?? '')
  const all = {
    ...Object.fromEntries(files),
    'prisma/schema.prisma': models,
    'schema.yaml': textOfTree(merged(own, treeOf(schema))),
  }
  for (const [path, text] of Object.entries(all)) await write(made, path, text)
  for (const parameters of [['init', '--server'], ['generate']]) {
    const { code, stderr } = await jsonapiGenHere(parameters, made)
    if (code !== 0) throw new Error(stderr)
  }
  return made
}

const compiled = async (of: string): Promise<string> =>
  (await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], of)).stdout

describe('docs/kysely.md', () => {
  let server: Started
  let said: string
  beforeAll(async () => {
    folder = await project(MODELS, SCHEMA)
    for (const step of stepsOf([...GUARD, ...blocksOf('docs/kysely.md', 'ts', 'Scopes')])) {
      if (step.kind === 'file') await write(folder, step.path, step.text)
      else if (step.kind === 'replace') await replaceIn(folder, step)
    }
    said = await compiled(folder)
    const url = `file:${join(folder, 'notes.db')}`
    await createTablesOf(MODELS, new PrismaLibSql({ url }))
    server = await startProject(folder, { DATABASE_URL: url, STAFF_TOKEN: 'secret' })
  }, 120_000)
  afterAll(async () => {
    await server?.terminate()
    await rm(folder, { recursive: true, force: true })
  })

  test('the resource in docs/kysely.md is served, with values in a scope, a filter that uses the query builder, and a guard', async () => {
    expect(said).toBe('')
    const headers = { authorization: 'Bearer secret', 'content-type': 'application/vnd.api+json' }
    const body = JSON.stringify({ data: { type: 'notes', attributes: { text: 'Buy tea' } } })
    expect((await fetch(`${server.url}/notes`, { method: 'POST', headers, body })).status).toBe(201)
    const found = async (query: string) => {
      const answer = await fetch(`${server.url}/notes?${query}`)
      const { data } = (await answer.json()) as { data: { attributes: { text: string } }[] }
      return data.map(({ attributes }) => attributes.text)
    }
    expect(await found('')).toEqual(['Buy tea'])
    const database = await new PrismaLibSql({ url: `file:${join(folder, 'notes.db')}` }).connect()
    await database.executeScript("INSERT INTO Pad VALUES (1, 'Home'); UPDATE Note SET padId = 1")
    await database.dispose()
    expect([await found('filter[pad]=Home'), await found('filter[pad]=Work')]).toEqual([['Buy tea'], []])
  })

  test('the compiler requires a resource on another adapter to specify that adapter, and then all code compiles', async () => {
    const models = `datasource db {
  provider = "sqlite"
}

model Post {
  id       Int       @id @default(autoincrement())
  title    String
  comments Comment[]
}

model Comment {
  id     Int    @id @default(autoincrement())
  body   String
  postId Int
  post   Post   @relation(fields: [postId], references: [id])
}
`
    const mixed = await project(models, ONE.replaceAll('    attributes', '    public: true\n    attributes'))
    try {
      // A project that was created with Prisma has this base class.
      const schema = await readFile(join(mixed, 'schema.yaml'), 'utf8')
      await writeFile(join(mixed, 'schema.yaml'), schema.replace('  adapter: kysely\n', ''))
      const base = 'src/api/application.resource.ts'
      const text = await readFile(join(mixed, base), 'utf8')
      const prisma = text
        .replace("import { KyselyAdapter } from '@jsonapi-gen/kysely';\n", '')
        .replace(
          "'@jsonapi-gen/runtime';",
          "'@jsonapi-gen/runtime';\nimport { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';",
        )
        .replace("import { db, database } from '../db.js';\n", "import { prisma } from '../prisma.js';\n")
        .replace("import type { Database } from './generated/store.gen.js';\n", '')
        .replace(
          /export const adapter.*$/m,
          'export const adapter: PrismaAdapter<typeof prisma> = new PrismaAdapter(prisma);',
        )
      await write(mixed, base, prisma)
      await write(
        mixed,
        'src/prisma.ts',
        "import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';\nexport declare const prisma: ConstructorParameters<typeof PrismaAdapter>[0];\n",
      )
      expect(await jsonapiGenHere(['generate'], mixed)).toMatchObject({ code: 0 })
      expect(await compiled(mixed)).toContain("has no exported member 'kyselyAdapter'")
      const imports =
        "import { KyselyAdapter } from '@jsonapi-gen/kysely';\nimport { database, db } from '../db.js';\nimport type { Database } from './generated/store.gen.js';\n"
      await write(mixed, base, `${imports}${prisma}\n${ADAPTER}`)
      expect(await compiled(mixed)).toBe('')
    } finally {
      await rm(mixed, { recursive: true, force: true })
    }
  }, 120_000)
})
