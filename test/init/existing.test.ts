import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { clientsIn } from '../../src/init/existing-client.js'
import { schemaOfConfig } from '../../src/init/prisma-config.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

model Note {
  id   Int    @id @default(autoincrement())
  text String
}
`

const CLIENT = "import { PrismaClient } from '../prisma/client.js'\n"

describe('`init` reads prisma.config.ts without running it', () => {
  test.each([
    [
      "import { defineConfig } from 'prisma/config'\nexport default defineConfig({ schema: 'db/main.prisma' })",
      'db/main.prisma',
    ],
    ["export default { schema: `./db`, migrations: { path: 'x' } } satisfies PrismaConfig", './db'],
    [
      "import path from 'node:path'\nexport default defineConfig({ schema: path.join('db', 'models') })",
      'db/models',
    ],
    ["export default defineConfig({ schema: join(import.meta.dirname, 'db', `models`) })", 'db/models'],
    ["const schema = 'db'\nconst config = { schema: schema }\nexport default defineConfig(config)", 'db'],
    ["module.exports = defineConfig({ 'schema': 'db' })", 'db'],
    ["module.exports = { schema: path.resolve(__dirname, 'db') }", 'db'],
    ["export default defineConfig({ schema: process.env['SCHEMA'] })", undefined],
    ["export default defineConfig({ schema: path.join(root(), 'db') })", undefined],
    ['const a = a\nexport default a', undefined],
    ['export default defineConfig({})', undefined],
    ['export default defineConfig(', undefined],
    ['', undefined],
  ])('`init` finds the path of the schema in %s', (text, expected) => {
    expect(schemaOfConfig(text)).toBe(expected)
  })

  test.each(['prisma.config.ts', '.config/prisma.mjs', 'prisma7.config.ts', '.config/prisma7.js'])(
    '`init` looks for the schema at the path that %s specifies',
    async (config) => {
      const path = config.includes('/') ? '../db/main.prisma' : 'db/main.prisma'
      const folder = await folderWith({
        [config]: `export default { schema: '${path}' }\nthrow new Error('It is run.')\n`,
        'db/main.prisma': DATAMODEL,
        'prisma/schema.prisma': DATAMODEL.replace('Note', 'Other'),
      })
      expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
      expect((await textsUnder(folder))['schema.yaml']).toContain(
        '  schema: db/main.prisma\n\nresources:\n  notes:\n',
      )
    },
  )
})

describe('`init` finds the module that creates the Prisma Client', () => {
  test.each([
    ['export const prisma = new PrismaClient({ adapter })', ['prisma']],
    ['export const db: PrismaClient = globalThis.db ?? new PrismaClient()', ['db']],
    ["const client = new PrismaClient()\nexport const db = client.$extends({ name: 'x' })", ['db']],
    [
      'const prisma = new PrismaClient()\nexport { prisma as db, prisma }\nexport default prisma',
      ['db', 'prisma', 'default'],
    ],
    [
      'const make = () => new PrismaClient()\nexport const prisma = (globals.prisma || make()) as Client',
      ['prisma'],
    ],
    ['function make() {\n  return new PrismaClient()\n}\nexport default make()', ['default']],
    [
      'let prisma: PrismaClient\nif (production) prisma = new PrismaClient()\nexport default prisma',
      ['default'],
    ],
    ['export default new PrismaClient().$extends(replicas)', ['default']],
    ['export function make() {\n  return new PrismaClient()\n}', []],
    ['export const make = () => new PrismaClient()', []],
    ['const prisma = new PrismaClient()\nexport const posts = new Posts(prisma)', []],
    ['const prisma = new PrismaClient()\nawait prisma.$disconnect()', []],
    ["// export const prisma = new PrismaClient()\nexport const prisma = 'no'", []],
    ["export { prisma } from './prisma.js' // new PrismaClient()", []],
    ['export const prisma = new PrismaClient(', ['prisma']],
  ])('`init` finds the exported clients in %s', (text, expected) => {
    expect(clientsIn(text)).toEqual(expected)
  })

  test.each([
    [
      'src/lib/db.ts',
      'export const db = new PrismaClient()',
      "export { db as prisma } from './lib/db.js';\n",
    ],
    [
      'lib/prisma.mts',
      'export default new PrismaClient()',
      "export { default as prisma } from '../lib/prisma.mjs';\n",
    ],
    [
      'src/server/prisma/index.ts',
      'export const prisma = new PrismaClient()',
      "export { prisma } from './server/prisma/index.js';\n",
    ],
  ])(
    'src/prisma.ts re-exports the client of %s without creating a second one',
    async (path, text, expected) => {
      const folder = await folderWith({
        'package.json': '{}',
        'prisma/schema.prisma': DATAMODEL,
        'prisma/seed.ts': `${CLIENT}const prisma = new PrismaClient()\nawait prisma.note.deleteMany()\n`,
        'node_modules/x/prisma.ts': `${CLIENT}export const prisma = new PrismaClient()\n`,
        'src/prisma/a.test.ts': `${CLIENT}export const prisma = new PrismaClient()\n`,
        [path]: `${CLIENT}${text}\n`,
      })
      const { code, stderr } = await jsonapiGenHere(['init'], folder)
      expect({ code, module: (await textsUnder(folder))['src/prisma.ts'] }).toEqual({
        code: 0,
        module: expected,
      })
      expect(stderr).toContain(`wrote src/prisma.ts, which exports the Prisma Client of ${path}\n`)
      expect(stderr).not.toContain('adapter-libsql')
    },
  )

  test('a src/prisma.ts that exports the client under a different name is kept, and `init` says which name is required', async () => {
    const folder = await folderWith({
      'prisma/schema.prisma': DATAMODEL,
      'src/prisma.ts': `${CLIENT}export const db = new PrismaClient()\n`,
      'src/db.ts': `${CLIENT}export const prisma = new PrismaClient()\n`,
    })
    const before = await textsUnder(join(folder, 'src'))
    const said = 'export your Prisma Client as `prisma` from src/prisma.ts'
    expect((await jsonapiGenHere(['init'], folder)).stderr).toContain(said)
    expect(await textsUnder(join(folder, 'src'))).toEqual(before)
    await rm(join(folder, 'schema.yaml'))
    await writeFile(join(folder, 'src/prisma.ts'), "export { prisma } from './db.js'\n")
    expect((await jsonapiGenHere(['init'], folder)).stderr).not.toContain(said)
  })
})

describe('`init` with an existing schema', () => {
  const files = {
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { 'jsonapi:generate': 'mine', 'jsonapi:check': 'mine' },
      dependencies: { express: '*', '@jsonapi-gen/runtime': '*' },
    }),
    'schema.yaml':
      'prisma: { schema: prisma/schema.prisma }\nresources: { notes: { public: true, unindexed: true, attributes: all } }\n',
    'prisma/schema.prisma': `generator client {\n  provider = "prisma-client"\n  output = "../src/prisma"\n}\n\n${DATAMODEL}`,
    'src/prisma/client.ts': '',
    '.gitattributes': 'src/api/generated/** linguist-generated\n',
    'AGENTS.md': 'The API is of jsonapi-gen.\n',
  }

  test('`init` writes the missing files, reports them, and does not change any other byte', async () => {
    const folder = await folderWith(files)
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `schema.yaml already exists and is unchanged
package.json already has the scripts
wrote src/prisma.ts, which creates the Prisma Client for sqlite
wrote src/server.ts, a server on express

Next:
  1. review schema.yaml: the API serves only what this file lists
  2. npm install @prisma/client@7 @prisma/adapter-libsql@7
  3. npm run jsonapi:generate
`,
    })
    const { 'src/prisma.ts': module, 'src/server.ts': server, ...rest } = await textsUnder(folder)
    expect([module?.includes('new PrismaLibSql('), server?.includes('closeGracefully(')]).toEqual([
      true,
      true,
    ])
    expect(rest).toEqual(files)
  })

  test.each([
    [
      'Prisma',
      `generate: { framework: hono }\n${files['schema.yaml']}`,
      'npm install @prisma/client@7 @prisma/adapter-libsql@7 @hono/node-server',
      ['npx prisma@7 generate'],
    ],
    [
      'Kysely',
      `generate: { framework: hono, adapter: kysely }\n${files['schema.yaml']}`,
      'npm install @jsonapi-gen/kysely kysely libsql @hono/node-server',
      [],
    ],
  ])(
    'on %s, `init` lists the remaining steps until they are done',
    async (_engine, schema, install, then) => {
      const { 'src/prisma/client.ts': _client, ...others } = files
      const folder = await folderWith({
        ...others,
        'schema.yaml': schema,
        'package.json': files['package.json'].replace('express', 'hono'),
      })
      const steps = (stderr: string): readonly string[] => stderr.split('Next:\n')[1]?.split('\n') ?? []
      const first = steps((await jsonapiGenHere(['init', '--server'], folder)).stderr)
      expect(first).toEqual(
        [
          'review schema.yaml: the API serves only what this file lists',
          install,
          ...then,
          'npm run jsonapi:generate',
        ]
          .map((step, at) => `  ${at + 1}. ${step}`)
          .concat(''),
      )
      expect(steps((await jsonapiGenHere(['init', '--server'], folder)).stderr)).toEqual(first)
    },
  )

  test('`init` does not change a complete project', async () => {
    const folder = await folderWith({
      ...files,
      'src/prisma.ts': "export { prisma } from './prisma/client.js'\n",
      'src/index.ts': "import { routes } from './api/routes/index.js'\nexpress().use(routes).listen(3000)\n",
    })
    const before = await textsUnder(folder)
    expect(await jsonapiGenHere(['init', '--server'], folder)).toMatchObject({ code: 0 })
    expect(await textsUnder(folder)).toEqual(before)
  })

  const SERVE = ': app.use(routes), with { routes } from routes/index.js of the generated API\n'

  test.each([
    ['src/index.ts', 'export const x = 1 // listen()\n', true, ''],
    [
      'src/index.ts',
      'const app = express()\napp.listen(3000)\n',
      false,
      `serve the API in src/index.ts${SERVE}`,
    ],
    ['app.js', "require('http').createServer(app).listen(3000)\n", false, `serve the API in app.js${SERVE}`],
    ['src/main.ts', 'Bun.serve({ fetch })\n', false, `serve the API in src/main.ts${SERVE}`],
    ['src/server.ts', 'export const app = express()\n', false, `serve the API in src/server.ts${SERVE}`],
  ])('with %s and %j, `init` writes a server: %s (20.18)', async (path, text, isWritten, step) => {
    const folder = await folderWith({ ...files, [path]: text })
    const { stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect({
      isWritten: stderr.includes('wrote src/server.ts'),
      isRefused: stderr.includes(`${path} already contains a server, so none was written\n`),
      step: /serve the API in .*\n/.exec(stderr)?.[0] ?? '',
      kept: (await textsUnder(folder))[path],
    }).toEqual({ isWritten, isRefused: !isWritten, step, kept: text })
  })
})

describe('`init` if generated code cannot import @prisma/client', () => {
  const blockTo = (output: string): string =>
    `generator client {\n  provider = "prisma-client"\n  output = "${output}"\n}\n\n${DATAMODEL}`
  const listing = (...packages: readonly string[]): string =>
    JSON.stringify({ dependencies: Object.fromEntries(packages.map((name) => [name, '*'])) })
  const OURS = ['@jsonapi-gen/runtime', '@jsonapi-gen/openapi', '@jsonapi-gen/explorer']
  const PRISMA = { 'node_modules/@prisma/client/package.json': '{ "version": "7.9.0" }' }

  test.each([
    ['package.json does not list it', listing(...OURS), {}, ['npm install @prisma/client@7']],
    ['it is listed, but not installed', listing(...OURS, '@prisma/client'), {}, ['npm install']],
    [
      'several packages are missing',
      listing('@prisma/client', ...OURS.slice(1)),
      {},
      [`npm install ${OURS[0]}`],
    ],
    ['a folder above the project has it', listing(...OURS), PRISMA, []],
  ])(
    'if %s, the steps contain what to type, although the client is already opened',
    async (_, manifest, above, steps) => {
      const root = await folderWith({
        ...above,
        'app/package.json': manifest,
        'app/prisma/schema.prisma': blockTo('../lib/db'),
        'app/lib/db/client.ts': '',
        'app/src/db.ts': `${CLIENT}export const prisma = new PrismaClient()\n`,
      })
      const { stderr } = await jsonapiGenHere(['init'], join(root, 'app'))
      expect(stderr.match(/(?<=\d\. )npm install(?! --save-dev).*$/gm) ?? []).toEqual(steps)
    },
  )

  test.each([
    [
      { 'db/package.json': '{}' },
      'Run (cd ../db && npm install @prisma/client@7), or set output in the Prisma schema to a folder of this project',
    ],
    [{}, 'Set output in the Prisma schema to a folder of this project'],
  ])('nothing is written for a client outside the project: with %j', async (beside, cure) => {
    const files = {
      ...beside,
      'app/package.json': listing(...OURS, '@prisma/client'),
      'app/node_modules/@prisma/client/package.json': '{ "version": "7.9.0" }',
      'app/prisma/schema.prisma': blockTo('../../db/generated'),
    }
    const root = await folderWith(files)
    expect(await jsonapiGenHere(['init', '--server'], join(root, 'app'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `The Prisma Client is generated into ../db/generated, whose code cannot import @prisma/client. ${cure}, run npx prisma@7 generate, and run npx jsonapi-gen init again. Nothing was written.\n`,
    })
    expect(await textsUnder(root)).toEqual(files)
    await writeFile(join(root, 'app/prisma/schema.prisma'), blockTo('../generated'))
    expect(await jsonapiGenHere(['init', '--server'], join(root, 'app'))).toMatchObject({ code: 0 })
  })
})
