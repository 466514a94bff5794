import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FRAMEWORKS, importEnd } from '../../src/schema/types.js'
import { jsonapiGenHere } from './support/cli.js'
import { type Files, folderWith, textsUnder } from './support/folder.js'

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

generator client {
  provider = "prisma-client"
  output   = "src/prisma"
}

model Order {
  id    Int    @id @default(autoincrement())
  facts Json
  lines Line[]
}

model Line {
  id      Int   @id @default(autoincrement())
  orderId Int
  order   Order @relation(fields: [orderId], references: [id])
}
`

/** A schema that causes every kind of import. */
const schemaOf = (generate: string): string => `generate: { ${generate}, client: src/web, openapi: true }
prisma: { schema: schema.prisma }
defaults: { scopes: { read: visible } }
resources:
  orders:
    attributes: { facts: { type: json, from: ./src/facts, as: Facts } }
    filters: { id: , facts: { operators: [eq] } }
    sideloads: { lines: { writable: false } }
  lines:
    adapter: kysely
    actions: [index, show]
    sideloads: { order: { writable: false } }
`

const PROJECT: Files = {
  'package.json': JSON.stringify({ devDependencies: { '@jsonapi-gen/prove': '*' } }),
  'schema.prisma': DATAMODEL,
  'src/facts.ts': 'export interface Facts { readonly weight: number }\n',
}

async function generated(generate: string, more: Files = {}): Promise<Readonly<Record<string, string>>> {
  const folder = await folderWith({ ...PROJECT, ...more, 'schema.yaml': schemaOf(generate) })
  const { code, stderr } = await jsonapiGenHere(['generate', '--tests'], folder)
  expect(code, stderr).toBe(0)
  expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({ code: 0 })
  await rm(join(folder, 'schema.yaml'))
  const texts = Object.entries(await textsUnder(folder))
  return Object.fromEntries(texts.map(([path, text]) => [path, text.replace(/^\/\/ digest: .*$/m, '')]))
}

describe('generator/imports (20.35): `imports` determines the extension used in imports of project files', () => {
  test.each([
    ...FRAMEWORKS.map((framework) => ({ framework, imports: 'none' as const })),
    { framework: 'fetch', imports: 'ts' as const },
  ])('with framework $framework and imports $imports, only the extensions change', async (given) => {
    const { framework, imports } = given
    const usual = await generated(`framework: ${framework}`)
    const own = Object.values(usual).flatMap((text) => text.match(/'\.{1,2}\/[^']*'/g) ?? [])
    expect(own.filter((path) => !/\.js(?:on)?'$/.test(path))).toEqual([])
    expect(own.length).toBeGreaterThan(30)
    const expected = Object.entries(usual).map(([path, text]) => [
      path,
      text.replaceAll(/('\.{1,2}\/[^']*)\.js'/g, `$1${importEnd(imports)}'`),
    ])
    expect(await generated(`framework: ${framework}, imports: ${imports}`)).toEqual(
      Object.fromEntries(expected),
    )
  })

  test('the import of a compiled Prisma Client keeps `.js`, because TypeScript does not resolve `.ts` to it', async () => {
    const compiled = { 'src/prisma/client.js': '', 'src/prisma/client.d.ts': 'export {}\n' }
    const texts = await generated('imports: ts', compiled)
    expect(importsIn(texts['src/api/generated/order.gen.ts'])).toEqual([
      '../../prisma/client.js',
      '../application.controller.ts',
      '../application.resource.ts',
      './line.gen.ts',
      './prisma-facts.gen.ts',
      './index.gen.ts',
      '../../facts.ts',
    ])
  })

  test('a Prisma schema with annotations sets `imports` in the generator block', async () => {
    const folder = await folderWith({
      'prisma/schema.prisma': `generator api {
  provider = "jsonapi-gen prisma"
  imports  = "none"
}

datasource db {
  provider = "sqlite"
}

/// @jsonapi.resource
model Order {
  id Int @id
}
`,
    })
    const { code, stderr } = await jsonapiGenHere(['generate', '--schema', 'prisma/schema.prisma'], folder)
    expect(code, stderr).toBe(0)
    const text = await readFile(join(folder, 'src/api/routes/orders.routes.ts'), 'utf8')
    expect(importsIn(text)).toEqual(['../application.controller', '../order.resource'])
  })
})

const importsIn = (text: string | undefined): readonly string[] =>
  [...(text ?? '').matchAll(/ from '(\..*)'/g)].map(([, path = '']) => path)
