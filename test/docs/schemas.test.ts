import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { type Block, blocksOf } from './blocks.js'
import { merged, textOfTree, type Tree, treeOf } from './schema-trees.js'

/** The text of a claim's only block. */
const textOf = ([block]: readonly Block[]): string => block?.text ?? ''

const shown = (blocks: readonly Block[]): Tree => treeOf(textOf(blocks))

const NAMED = { attributes: { name: 'string' } }
const HEADER = `generator client {
  provider = "prisma-client"
  output   = "src/prisma"
}

datasource db {
  provider = "sqlite"
}
`

/** A description, the schema, which the page shows in part, and the other files that the schema needs. */
type Case = readonly [what: string, schema: Tree, files: Readonly<Record<string, string>>]

const CASES: readonly Case[] = [
  [
    'docs/adapters.md: a computed field',
    {
      prisma: { schema: 'schema.prisma' },
      resources: { authors: shown(blocksOf('docs/adapters.md', 'yaml')) },
    },
    { 'schema.prisma': `${HEADER}\nmodel Author {\n  id Int @id\n  name String\n}\n` },
  ],
  [
    'docs/policies.md: the policies of a resource',
    merged({ resources: { customers: NAMED } }, shown(blocksOf('docs/policies.md', 'yaml', 'Policies'))),
    {},
  ],
  [
    'docs/policies.md: both sides of a relationship',
    merged(
      { resources: { appointments: NAMED, doctors: NAMED } },
      shown(blocksOf('docs/policies.md', 'yaml', 'Both sides of a relationship')),
    ),
    {},
  ],
  [
    'docs/policies.md: dependent records of a destroy',
    merged(
      { resources: { insurers: NAMED, patients: NAMED } },
      shown(blocksOf('docs/policies.md', 'yaml', 'Cascading destroys')),
    ),
    {},
  ],
  [
    'docs/policies.md: a join model',
    merged(
      { resources: { users: NAMED, memberships: NAMED, teams: NAMED } },
      shown(blocksOf('docs/policies.md', 'yaml', 'Through a join model')),
    ),
    {},
  ],
  [
    'docs/caching.md: Cache-Control',
    merged({ resources: { countries: NAMED } }, shown(blocksOf('docs/caching.md', 'yaml'))),
    {},
  ],
  [
    'docs/client.md: the path of the client',
    merged({ resources: { countries: NAMED } }, shown(blocksOf('docs/client.md', 'yaml'))),
    {},
  ],
  [
    'docs/openapi.md: the OpenAPI document',
    merged({ resources: { countries: NAMED } }, shown(blocksOf('docs/openapi.md', 'yaml'))),
    {},
  ],
  [
    'docs/schema-format.md: defaults for every resource',
    merged(
      { resources: { countries: NAMED } },
      shown(blocksOf('docs/schema-format.md', 'yaml', 'Defaults for every resource')),
    ),
    {},
  ],
  [
    'docs/schema-format.md: deprecation',
    merged({ resources: { people: NAMED } }, shown(blocksOf('docs/schema-format.md', 'yaml', 'Deprecation'))),
    {},
  ],
  [
    'docs/schema-format.md: custom filters',
    merged(
      { resources: { posts: NAMED } },
      shown(blocksOf('docs/schema-format.md', 'yaml', 'Custom filters')),
    ),
    {},
  ],
  [
    'docs/schema-format.md: names that differ from the data model',
    merged(
      { prisma: { schema: 'schema.prisma' }, resources: { plans: NAMED } },
      shown(blocksOf('docs/schema-format.md', 'yaml', 'Renamed columns')),
    ),
    {
      'schema.prisma': `${HEADER}
model Plan {
  id       Int       @id
  name     String
  accounts Account[]
}

model Account {
  key     String  @id @default(uuid())
  type    String
  total   Decimal
  ownerId Int
  planId  Int
  tariff  Plan    @relation(fields: [planId], references: [id])
}
`,
    },
  ],
  [
    'docs/schema-format.md: types of JSON',
    shown(blocksOf('docs/schema-format.md', 'yaml', 'Types for JSON')),
    {
      'src/types.ts':
        'export interface Settings { readonly colour: string }\nexport const settingsSchema = {}\n',
    },
  ],
]

describe('docs/schemas: every schema on a page is valid', () => {
  test.each<Case>(CASES)('each schema on a page is valid: %s', async (_, schema, files) => {
    const folder = await folderWith({ ...files, 'schema.yaml': textOfTree(schema) })
    const { code, stderr } = await jsonapiGenHere(['validate'], folder)
    expect({ code, errors: stderr.match(/ error JG.*/g) }).toEqual({ code: 0, errors: null })
  })

  test.each([
    ['docs/hooks.md', blocksOf('docs/hooks.md', '*', 'An email that is never lost')],
    ['docs/validation.md', blocksOf('docs/validation.md', '*', 'Room bookings')],
    ['docs/who-sees-what.md', blocksOf('docs/who-sees-what.md', '*', 'The schema')],
    ['docs/variants.md', blocksOf('docs/variants.md', '*', 'Soft delete in the Prisma Client')],
    ['docs/custom-resources.md', blocksOf('docs/custom-resources.md', '*')],
  ])('a strict run reports nothing about each schema on a page: %s', async (_, blocks) => {
    const of = (language: string) => blocks.filter((block) => block.language === language)
    const models = of('prisma').map(({ text }) => text)
    const schema = of('yaml').map(({ text }) => treeOf(text))
    const prisma = models.length > 0 && { prisma: { schema: 'schema.prisma' }, defaults: { unindexed: true } }
    const folder = await folderWith({
      'schema.prisma': [HEADER, ...models].join('\n'),
      'schema.yaml': textOfTree(schema.reduce(merged, { ...prisma })),
    })
    expect(await jsonapiGenHere(['validate', '--strict', '--quiet'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  test('docs/client.md: the client is written to the documented path, relative to the schema', async () => {
    const schema = merged({ resources: { countries: NAMED } }, shown(blocksOf('docs/client.md', 'yaml')))
    const folder = await folderWith({ 'server/schema.yaml': textOfTree(schema) })
    expect((await jsonapiGenHere(['generate'], join(folder, 'server'))).code).toBe(0)
    expect(existsSync(join(folder, 'web/src/api/schema.gen.ts'))).toBe(true)
  })

  test('docs/schema-format.md: the generator block works in a Prisma schema', async () => {
    const block = textOf(blocksOf('docs/schema-format.md', 'prisma'))
    const model = '/// @jsonapi.resource\nmodel Note {\n  id Int @id\n  text String\n}\n'
    const folder = await folderWith({
      'prisma/schema.prisma': `${HEADER.replace('src/prisma', '../src/prisma')}\n${block}\n${model}`,
    })
    expect(await jsonapiGenHere(['generate', '--schema', 'prisma/schema.prisma'], folder)).toMatchObject({
      code: 0,
    })
    expect(existsSync(join(folder, 'src/api/generated/note.gen.ts'))).toBe(true)
  })

  test('docs/contract.md: waived changes do not count as breaking changes', async () => {
    const SCHEMA =
      'generate: { output: api }\nresources:\n  posts:\n    attributes:\n      title: { type: string, maxLength: 200 }\n'
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    await jsonapiGenHere(['generate'], folder)
    await writeFile(join(folder, 'schema.yaml'), SCHEMA.replace('200', '100'))
    // The date on the page will eventually be in the past.
    const year = String(new Date().getFullYear() + 1)
    const waivers = textOf(blocksOf('docs/contract.md', 'yaml')).replace(/(?<=until: )\d+/, year)
    await writeFile(join(folder, 'waivers.yaml'), waivers)
    const compare = (...more: readonly string[]) =>
      jsonapiGenHere(['diff', 'api/generated/contract.gen.json', '--fail-on', 'breaking', ...more], folder)
    const codes = [(await compare()).code, (await compare('--waivers', 'waivers.yaml')).code]
    await rm(join(folder, 'waivers.yaml'))
    expect([...codes, (await compare()).code]).toEqual([0, 0, 3])
  })
})
