import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { isSoak } from '../support/sample.js'
import { ended, jsonapiGenHere } from './support/cli.js'

/** The blog's sources with a changed schema, in the repository, where their imports resolve. */
async function blogProject(change: (schema: string) => string): Promise<string> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/compile-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(at('examples/blog/src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) =>
      !path.startsWith(at('examples/blog/src/prisma/')) && path !== at('examples/blog/src/prisma'),
  })
  await symlink(at('examples/blog/src/prisma'), join(folder, 'src/prisma'))
  const schema = await readFile(at('schema.example.yaml'), 'utf8')
  await writeFile(join(folder, 'schema.yaml'), change(schema).replaceAll('examples/blog/', ''))
  await cp(at('examples/blog/prisma'), join(folder, 'prisma'), { recursive: true })
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      // Prisma's client does not compile with isolatedDeclarations.
      compilerOptions: { noEmit: true, preserveSymlinks: true, isolatedDeclarations: false },
      include: ['src/api'],
    }),
  )
  return folder
}

test('a new custom filter in the schema causes a compile error only in its own class', async () => {
  const folder = await blogProject((schema) =>
    schema.replace('      popular: {', '      recent: { type: boolean, custom: true }\n      popular: {'),
  )
  expect((await jsonapiGenHere(['generate', '--quiet'], folder)).code).toBe(0)
  const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
  expect(stdout).toBe(
    "src/api/post.resource.ts(6,14): error TS2515: Non-abstract class 'PostResource' does not implement inherited abstract member filterRecent from class 'PostResourceBase'.\n",
  )
}, 60_000)

test('a new action of a resource on the Null adapter causes a compile error only in its own class', async () => {
  const folder = await blogProject((schema) => schema.replace('[index, show]', '[index, show, update]'))
  expect((await jsonapiGenHere(['generate', '--quiet'], folder)).code).toBe(0)
  const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
  expect(stdout).toBe(
    "src/api/currency.resource.ts(14,14): error TS2515: Non-abstract class 'CurrencyResource' does not implement inherited abstract member update from class 'CurrencyResourceBase<Currencies>'.\n",
  )
}, 60_000)

/**
 * The generated files of a fixture, in the repository, with a common base class and a context that have no
 * members of their own.
 */
async function generatedProject(fixture: string): Promise<string> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/compile-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(at(`test/fixtures/generator/valid/${fixture}/expected/generated`), join(folder, 'api/generated'), {
    recursive: true,
    // These two files import the hand-written classes, which a fixture does not contain.
    filter: (path) => !path.endsWith('index.gen.ts') && !path.endsWith('routes.gen.ts'),
  })
  const files = {
    'api/application.resource.ts':
      "import { Resource, type Shape } from '@jsonapi-gen/runtime'\n" +
      'export abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> {}\n',
    'api/application.controller.ts':
      "import { Controller } from '@jsonapi-gen/runtime'\nexport class ApplicationController extends Controller {}\n",
    'tsconfig.json': JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { noEmit: true },
      include: ['api'],
    }),
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  return folder
}

describe('every feature of the schema format compiles with the strict flags', () => {
  // The compile matrix already uses all versions, so this test uses them only in a soak.
  test.each([
    ['7', 'typescript-7'],
    ...(isSoak
      ? [
          ['6', 'typescript'],
          ['5.9', 'typescript-5.9'],
        ]
      : []),
  ])(
    'every feature compiles on TypeScript %s',
    async (_version, compiler) => {
      const folder = await generatedProject('everything')
      const { code, stdout } = await ended([at(`node_modules/${compiler}/bin/tsc`), '-p', '.'], folder)
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    },
    60_000,
  )
})

test('columns, filters, stats, sort keys, relations and values compile even if they are named like Object methods (15.10)', async () => {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/compile-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const datamodel = await readFile(at('test/support/names.prisma'), 'utf8')
  const model = datamodel.slice(datamodel.indexOf('/// Columns, relations and values'))
  await write('prisma/schema.prisma', `datasource db {\n  provider = "sqlite"\n}\n\n${model}`)
  await write(
    'schema.yaml',
    `generate: { output: src/api, framework: fetch, adapter: kysely, client: src/web }
prisma: { schema: prisma/schema.prisma }
resources:
  heirs:
    public: true
    attributes: [toString, valueOf, constructor, hasOwnProperty, isPrototypeOf, kind]
    filters:
      toString: { operators: [eq, prefix] }
      valueOf:
      constructor:
      kind:
      toLocaleString.constructor:
      propertyIsEnumerable.valueOf:
    defaultFilters: { valueOf: 1 }
    stats: { toString: [count], valueOf: [sum], constructor: [count], isPrototypeOf: [count] }
    defaultSort: [toString, -constructor]
    sideloads: { toLocaleString: , propertyIsEnumerable: }
`,
  )
  await write(
    'src/db.ts',
    `import type { KyselyAdapterOptions } from '@jsonapi-gen/kysely'
import { Kysely } from 'kysely'
import type { Database } from './api/generated/store.gen.js'
export declare const db: Kysely<Database>
export declare const database: NonNullable<KyselyAdapterOptions['database']>
`,
  )
  await write(
    'tsconfig.json',
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { noEmit: true, isolatedDeclarations: false },
      include: ['src'],
    }),
  )
  expect((await jsonapiGenHere(['generate', '--quiet'], folder)).code).toBe(0)
  await write(
    'src/use.ts',
    `import type { HeirQuery, HeirScope } from './api/generated/heir.gen.js'
export const asked: HeirQuery = { filter: { constructor: 'x', kind: 'toString' }, stats: { toString: 'count' } }
export const narrowed = (scope: HeirScope): HeirScope =>
  scope.where({ kind: 'toString' }).where({ toString: 'x', valueOf: 1 })
// @ts-expect-error -- a number is no text
export const wrong = (scope: HeirScope): HeirScope => scope.where({ toString: 1 })
`,
  )
  expect((await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)).stdout).toBe('')
}, 60_000)
