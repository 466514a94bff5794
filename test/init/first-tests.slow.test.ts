import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { type Ended, ended, jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'
import { prove } from '../prove/support/run.js'

const DATAMODEL = `generator client {
  provider            = "prisma-client"
  output              = "../src/prisma"
  importFileExtension = "js"
}

datasource db {
  provider = "sqlite"
}

model Note {
  id     Int     @id @default(autoincrement())
  text   String
  tenant Int
  seats  Seat[]
}

model Seat {
  room   Int
  place  String
  noteId Int
  note   Note   @relation(fields: [noteId], references: [id])

  @@id([room, place])
}

model Draft {
  id   Int    @id @default(autoincrement())
  text String
}
`

const MIGRATION = `-- CreateTable
CREATE TABLE "Note" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "text" TEXT NOT NULL, "tenant" INTEGER NOT NULL);

CREATE TABLE "Seat" (
    "room" INTEGER NOT NULL,
    "place" TEXT NOT NULL,
    "noteId" INTEGER NOT NULL,
    PRIMARY KEY ("room", "place"),
    CONSTRAINT "Seat_noteId_fkey" FOREIGN KEY ("noteId") REFERENCES "Note" ("id")
);
`
const LATER = `CREATE TABLE "Draft" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "text" TEXT NOT NULL);\n`

/** A required filter, a composite key, resources without show or without index, and a policy. */
const SCHEMA = `prisma: { schema: prisma/schema.prisma }
generate: { framework: fetch }
resources:
  notes:
    attributes: all
    filters: { tenant: { required: true } }
    actions: [index, show, create]
    sideloads: { seats: }
  seats:
    attributes: all
    actions: [index, show]
  drafts:
    attributes: [text]
    actions: [index]
  shown:
    model: Draft
    attributes: [text]
    actions: [show, create]
  members:
    model: Draft
    attributes: [text]
    actions: { index: isMember, show: true, create: false, update: false, destroy: false }
`

const MANIFEST = JSON.stringify({
  type: 'module',
  devDependencies: { '@jsonapi-gen/prove': '*', vitest: '*' },
})

describe('`init` and `generate --tests` (20.25): the tests run in a project with a Prisma schema', () => {
  let folder = ''
  let said = ''
  let run: Ended
  let proof: string
  let proved: Ended
  let typed: { readonly compiled: Ended; readonly run: Ended }

  beforeAll(async () => {
    await mkdir(at('.tmp'), { recursive: true })
    folder = await mkdtemp(at('.tmp/first-tests-'))
    await symlink(at('node_modules'), join(folder, 'node_modules'))
    const files = {
      'package.json': MANIFEST,
      'prisma/schema.prisma': DATAMODEL,
      'prisma/migrations/20260101000000_first/migration.sql': MIGRATION,
      'prisma/migrations/20260102000000_second/migration.sql': LATER,
      'prisma/migrations/migration_lock.toml': 'provider = "sqlite"\n',
      'schema.yaml': SCHEMA,
      'src/api/application.controller.ts': `import { ResourceController } from '@jsonapi-gen/runtime'

export abstract class ApplicationController extends ResourceController {
  isMember(): boolean {
    return false
  }
}
`,
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    said = (await jsonapiGenHere(['init'], folder)).stderr
    const env: NodeJS.ProcessEnv = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
    delete env['DATABASE_URL']
    const client = await ended([at('node_modules/prisma/build/index.js'), 'generate'], folder, env)
    if (client.code !== 0) throw new Error(client.stderr)
    const generated = await jsonapiGenHere(['generate', '--tests'], folder)
    if (generated.code !== 0) throw new Error(generated.stderr)
    await writeFile(
      join(folder, 'src/prefix.test.ts'),
      `import { expect, test } from 'vitest'
import { api } from './api/routes/index.js'
test('the API has its prefix', () => expect(api.prefix).toBe('/api/v1'))
`,
    )
    const index = join(folder, 'src/api/routes/index.ts')
    const text = await readFile(index, 'utf8')
    await writeFile(index, text.replace('createApi({', "createApi({ prefix: '/api/v1',"))
    run = await ended(
      [at('node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', '--no-cache'],
      folder,
      env,
    )
    proof = await readFile(join(folder, 'prove.ts'), 'utf8')
    proved = await prove(folder, '--rounds', '1')
    typed = await withTypedLocals(folder, env)
  }, 240_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('`init` writes the module for the test database, and reports it (20.25)', () => {
    expect(said.split('\n').filter((line) => line.startsWith('wrote '))).toEqual([
      'wrote .gitattributes, with a line for src/api/generated',
      'wrote AGENTS.md, which tells coding agents how to change the API',
      'wrote src/prisma.ts, which creates the Prisma Client for sqlite',
      'wrote src/testing/database.ts, an empty SQLite database for each test file',
      'wrote vitest.config.ts, which uses it',
    ])
  })

  test('every first test passes, and requests only resources that the API serves (20.25)', () => {
    const { testResults } = JSON.parse(run.stdout || '{"testResults":[]}') as {
      readonly testResults: readonly {
        readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
      }[]
    }
    const results = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status }) => `${status}: ${title}`),
    )
    expect(results.toSorted()).toEqual([
      'passed: GET /drafts rejects unknown parameters',
      'passed: GET /drafts returns a page of drafts',
      'passed: GET /members/{id} returns 404 for an unknown id',
      'passed: GET /notes returns 400 without its required filters',
      'passed: GET /notes/{id} returns 404 for an unknown id',
      'passed: GET /seats rejects unknown parameters',
      'passed: GET /seats returns a page of seats',
      'passed: GET /seats/{id} returns 404 for an unknown id',
      'passed: GET /shown is not served',
      'passed: GET /shown/{id} returns 404 for an unknown id',
      'passed: the API has its prefix',
      'passed: the API offers what its contract describes',
      'todo: GET /members for users who may read it',
    ])
  })

  test('`generate --tests` writes a prove.ts for a visitor, and the file names the guards and the migrations', () => {
    expect(proof.slice(proof.indexOf('export'))).toBe(`export default defineProof<Locals>({
  viewers: {
    guest: locals,
    // Add the locals of users for whom these guards return true: isMember.
  },
  tables: 'prisma/migrations',
  open: () => ({ api, registry, controllers, client: prisma, close: () => prisma.$disconnect() }),
});
`)
  })

  test('`jsonapi-gen prove` runs the generated prove.ts unchanged', () => {
    expect({ code: proved.code, stderr: proved.stderr }).toEqual({ code: 0, stderr: '' })
    expect(proved.stdout).toMatch(/^No findings\.\nCovered: 1 viewer \(guest\) /)
    expect(proved.stdout).toContain('Nothing was hidden from guest, so their responses were not compared.\n')
  })

  test('with typed locals, only one line must be changed for all first tests (20.25)', () => {
    expect(typed.compiled).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(
      { code: typed.run.code, passed: /Tests .*12 passed/.test(typed.run.stdout) },
      typed.run.stdout,
    ).toEqual({
      code: 0,
      passed: true,
    })
  })
})

/** Follows docs/policies.md and docs/testing.md, then compiles the project and runs its tests. */
async function withTypedLocals(
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ compiled: Ended; run: Ended }> {
  const replace = async (path: string, old: string, text: string): Promise<void> => {
    const before = await readFile(join(folder, path), 'utf8')
    if (!before.includes(old)) throw new Error(`${path} has no ${old}`)
    await writeFile(join(folder, path), before.replace(old, text))
  }
  await replace(
    'src/api/application.controller.ts',
    'export abstract class ApplicationController extends ResourceController {',
    `export interface Locals {
  readonly user: { readonly role: string } | undefined
}

export class ApplicationController extends ResourceController<Locals> {`,
  )
  await replace('src/api/routes/index.ts', 'api.fetch(request);', 'api.fetch(request, { user: undefined });')
  await replace('src/api/testing.ts', 'locals: Locals = undefined', 'locals: Locals = { user: undefined }')
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src/api', 'prove.ts'] }),
  )
  const compiled = await ended([at('node_modules/typescript-7/bin/tsc')], folder, env)
  return {
    compiled,
    run: await ended([at('node_modules/vitest/vitest.mjs'), 'run', '--no-cache'], folder, env),
  }
}

describe('`init` lists what the first tests need (20.25)', () => {
  const SETTING =
    'set DATABASE_URL to a test database with all tables before you run the tests from generate --tests'

  test.each<[string, Readonly<Record<string, string>>, readonly string[], string | undefined]>([
    [
      'the line for an existing vitest configuration',
      { 'vitest.config.ts': 'export default {}\n' },
      ['src/testing/database.ts'],
      "add 'src/testing/database.ts' to setupFiles in vitest.config.ts; otherwise, the first tests use your own database",
    ],
    [
      'the URL of a test database on a server',
      { 'prisma/schema.prisma': DATAMODEL.replace('sqlite', 'postgresql') },
      [],
      SETTING,
    ],
    [
      'the change to a client that reads another variable',
      {
        'src/db.ts':
          "export const db = new PrismaClient({ adapter: new PrismaLibSql({ url: 'file:dev.db' }) })\n",
      },
      [],
      `${SETTING}, and change src/db.ts to open that database`,
    ],
    [
      'no step for an existing client that reads DATABASE_URL',
      {
        'src/db.ts':
          "const url = process.env['DATABASE_URL']\nexport const db = new PrismaClient({ adapter: at(url) })\n",
      },
      ['src/testing/database.ts', 'vitest.config.ts'],
      undefined,
    ],
    ['no step for an existing test database', { 'src/testing/database.ts': '// mine\n' }, [], undefined],
    [
      'the line for Jest',
      { 'package.json': '{ "devDependencies": { "jest": "*" } }' },
      ['src/testing/database.ts'],
      "configure Jest as in https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs/jest.md, with setupFilesAfterEnv: ['<rootDir>/src/testing/database.ts']; otherwise, tests use your own database",
    ],
    [
      'no database of a server for Jest',
      {
        'package.json': '{ "devDependencies": { "jest": "*" } }',
        'prisma/schema.prisma': DATAMODEL.replace('sqlite', 'postgresql'),
      },
      [],
      undefined,
    ],
    ['no step without vitest', { 'package.json': '{ "type": "module" }' }, [], undefined],
  ])('`init` lists what the first tests lack: %s (20.25)', async (_, files, wrote, step) => {
    const all = { 'package.json': MANIFEST, 'prisma/schema.prisma': DATAMODEL, ...files }
    const folder = await folderWith(all)
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    const after = await textsUnder(folder)
    const steps = [...stderr.matchAll(/^ {2}\d+\. (.*)$/gm)].map(([, text = '']) => text)
    expect({
      code,
      wrote: ['src/testing/database.ts', 'vitest.config.ts'].filter(
        (path) => path in after && !(path in all),
      ),
      step: steps.find((each) => each.includes('tests')),
    }).toEqual({ code: 0, wrote, step })
  })
})
