import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Code } from 'jsonapi-gen'
import { at } from '../../../scripts/lib/paths.js'
import { OFFLINE } from '../../../scripts/lib/prisma-client.js'
import { ended, jsonapiGenHere } from '../support/cli.js'

const { version: VERSION } = JSON.parse(await readFile(at('package.json'), 'utf8'))

/** A diagnostic about the environment of a schema, and its fix. */
export interface RunCure {
  readonly files: Readonly<Record<string, string>>
  /** Causes the fault in the folder. */
  readonly spoil?: (folder: string) => Promise<unknown>
  readonly cure: (folder: string) => Promise<unknown>
  /** The options for `generate`. */
  readonly options?: readonly string[]
  /** The diagnostics that remain after the fix. */
  readonly left?: readonly Code[]
}

const SCHEMA =
  'generate: { output: api }\nresources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n'
const RUNTIME = 'node_modules/@jsonapi-gen/runtime/package.json'
const PRISMA = 'node_modules/prisma/package.json'
const generate = (folder: string): Promise<unknown> => jsonapiGenHere(['generate'], folder)
const remove = (path: string) => (folder: string) => rm(join(folder, path), { recursive: true })

/** Replaces text in a file. */
const replace = (path: string, before: string, after: string) => async (folder: string) => {
  const text = await readFile(join(folder, path), 'utf8')
  if (!text.includes(before)) throw new Error(`${path} has no ${before}`)
  await writeFile(join(folder, path), text.replace(before, after))
}

const OF_PRISMA: Readonly<Record<string, string>> = {
  'schema.yaml': `${SCHEMA.replace('adapter: null, ', '').replace(', filters: { id: { custom: true } }', '')}prisma: { schema: schema.prisma }\n`,
  'schema.prisma': `generator client {
  provider = "prisma-client"
  output   = "src/prisma"
}

datasource db {
  provider = "sqlite"
}

model Note {
  id   Int    @id @default(autoincrement())
  text String

  @@index([text])
}
`,
}
const prismaGenerate = (folder: string): Promise<unknown> =>
  ended([at('node_modules/prisma/build/index.js'), 'generate', '--schema', 'schema.prisma'], folder, {
    ...process.env,
    ...OFFLINE,
  })

/** The fixes that concern more than a schema, followed literally. */
export const RUN_CURES: Partial<Readonly<Record<Code, RunCure>>> = {
  // No datamodel exists yet for the schema to name.
  JG101: { files: {}, cure: (folder) => jsonapiGenHere(['init'], folder), left: ['JG719'] },
  JG602: {
    files: { 'schema.yaml': SCHEMA, 'elsewhere/kept.txt': '' },
    async spoil(folder) {
      await mkdir(join(folder, 'api'))
      await symlink(join(folder, 'elsewhere'), join(folder, 'api/generated'))
    },
    async cure(folder) {
      await rm(join(folder, 'api/generated'))
      await mkdir(join(folder, 'api/generated'))
    },
  },
  JG603: {
    files: { 'schema.yaml': SCHEMA, 'api/routes': 'in the way' },
    cure: remove('api/routes'),
  },
  JG604: {
    files: { 'schema.yaml': SCHEMA, 'mine/resource.ts.hbs': '// {{resorce}}\n' },
    options: ['--templates', 'mine'],
    cure: replace('mine/resource.ts.hbs', 'resorce', 'resource'),
  },
  JG606: {
    files: { 'schema.yaml': SCHEMA, 'mine/resorce.ts.hbs': '// {{resource}}\n' },
    options: ['--templates', 'mine'],
    async cure(folder) {
      await writeFile(join(folder, 'mine/resource.ts.hbs'), '// {{resource}}\n')
      await rm(join(folder, 'mine/resorce.ts.hbs'))
    },
  },
  JG607: {
    files: { 'schema.yaml': SCHEMA, 'tags.yaml': SCHEMA.replace('notes', 'tags') },
    options: ['--schema', 'schema.yaml', '--schema', 'tags.yaml'],
    cure: replace('tags.yaml', 'output: api', 'output: tags'),
  },
  JG608: {
    files: { 'schema.yaml': SCHEMA, 'old.json': '{}' },
    options: ['--check', '--against', 'old.json'],
    async cure(folder) {
      await generate(folder)
      await copyFile(join(folder, 'api/generated/contract.gen.json'), join(folder, 'old.json'))
    },
  },
  JG702: {
    files: { 'schema.yaml': SCHEMA },
    async spoil(folder) {
      await generate(folder)
      await replace(
        'schema.yaml',
        'attributes:',
        'actions: [index, show, create, update], attributes:',
      )(folder)
      await replace('api/routes/notes.routes.ts', 'static {', 'async destroy() {}\n  static {')(folder)
    },
    cure: replace('schema.yaml', 'create, update]', 'create, update, destroy]'),
  },
  JG707: {
    files: { 'schema.yaml': SCHEMA, [RUNTIME]: '{ "name": "@jsonapi-gen/runtime", "version": "0.0.9" }' },
    async cure(folder) {
      const { version } = JSON.parse(await readFile(at('package.json'), 'utf8'))
      await replace(RUNTIME, '0.0.9', version)(folder)
    },
  },
  JG724: {
    files: {
      'schema.yaml': SCHEMA.replace('{ output: api }', '{ output: api, openapi: true }'),
      [RUNTIME]: `{ "name": "@jsonapi-gen/runtime", "version": "${VERSION}" }`,
    },
    async cure(folder) {
      const name = 'node_modules/@jsonapi-gen/openapi'
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'package.json'), `{ "version": "${VERSION}" }`)
    },
  },
  JG708: {
    files: { 'schema.yaml': SCHEMA },
    async spoil(folder) {
      await generate(folder)
      await replace(
        'api/note.resource.ts',
        'export ',
        '<<<<<<< HEAD\n=======\n>>>>>>> theirs\nexport ',
      )(folder)
    },
    cure: replace('api/note.resource.ts', '<<<<<<< HEAD\n=======\n>>>>>>> theirs\n', ''),
  },
  JG718: {
    files: { 'schema.yaml': SCHEMA, [PRISMA]: '{ "name": "prisma", "version": "8.0.0" }' },
    cure: replace(PRISMA, '8.0.0', '7.10.0'),
  },
  JG719: {
    files: {
      'schema.yaml': SCHEMA.replace('adapter: null, ', '').replace(', filters: { id: { custom: true } }', ''),
      'prisma/schema.prisma':
        'datasource db {\n  provider = "sqlite"\n}\n\nmodel Note {\n  id   Int    @id @default(autoincrement())\n  text String\n\n  @@index([text])\n}\n',
    },
    cure: replace('schema.yaml', 'resources:', 'prisma: { schema: prisma/schema.prisma }\nresources:'),
  },
  JG804: { files: OF_PRISMA, cure: prismaGenerate },
  JG809: {
    files: OF_PRISMA,
    async spoil(folder) {
      await prismaGenerate(folder)
      await replace(
        'schema.prisma',
        '  text String\n',
        '  text String\n  more String?\n\n  @@index([more])\n',
      )(folder)
    },
    cure: prismaGenerate,
  },
}
