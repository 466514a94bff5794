import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

// Each test runs the command line several times.
vi.setConfig({ testTimeout: 60_000 })

const datamodel = (provider: string, client = 'output = "../src/prisma"'): string => `generator client {
  provider = "prisma-client"
  ${client}
}

datasource db {
  provider = "${provider}"
}

model Note {
  id   Int    @id @default(autoincrement())
  text String
}
`

const EXPRESS = 'npm install --save-dev @types/express'
const NAMED =
  'add "types": ["node"] to the compilerOptions of tsconfig.json: TypeScript 6 and later need it for Node.js'

const NAMED_TOO =
  'set "types": ["vitest", "node"] in the compilerOptions of tsconfig.json: without "node", the compiler does not find the types for Node.js'

const stepsIn = (stderr: string): readonly string[] =>
  [...stderr.matchAll(/^ {2}\d+\. (.*)$/gm)].map(([, step = '']) => step)

describe('`init` reports problems that would prevent the first run', () => {
  test('MongoDB causes a diagnostic, because Prisma 7 has no adapter for it, and no files are written (20.22)', async () => {
    const folder = await folderWith({ 'package.json': '{}', 'prisma/schema.prisma': datamodel('mongodb') })
    const before = await textsUnder(folder)
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 2,
      first:
        'prisma/schema.prisma:7:14 error JG515 Prisma 7 has no driver adapter for MongoDB, so the API cannot be served',
    })
    expect(await textsUnder(folder)).toEqual(before)
  })

  test.each([
    ['postgresql', '@prisma/adapter-pg', 'statement_timeout: 10_000,\n    lock_timeout: 3_000'],
    ['mysql', '@prisma/adapter-mariadb', 'max_statement_time: 10'],
    ['sqlite', '@prisma/adapter-libsql', 'literalLike('],
    ['sqlserver', '@prisma/adapter-mssql', 'new PrismaMssql('],
  ])('if src/prisma.ts is missing, `init` writes the file for %s', async (provider, adapter, needed) => {
    const folder = await folderWith({
      'package.json': '{ "type": "module" }',
      'prisma/schema.prisma': datamodel(provider),
    })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    const { 'src/prisma.ts': text = '' } = await textsUnder(folder)
    expect({
      code,
      needed: text.includes(needed),
      client: text.includes("from './prisma/client.js'"),
    }).toEqual({
      code: 0,
      needed: true,
      client: true,
    })
    expect(stepsIn(stderr)).toContain(
      `npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @prisma/client@7 ${adapter}@7`,
    )
  })

  test.each([
    ['{}', [], ['npm install --save-dev @types/node @types/express', NAMED]],
    ['{}', ['typescript@6.0.3', '@types/node@24.0.0', '@types/express@5.0.0'], [NAMED]],
    ['{}', ['typescript@5.9.3', '@types/node@24.0.0', '@types/express@5.0.0'], []],
    [
      '{ "compilerOptions": { "types": ["vitest"] } }',
      ['typescript@5.9.3', '@types/node@24.0.0'],
      [EXPRESS, NAMED_TOO],
    ],
    ['{ "compilerOptions": { "types": ["node"] } }', ['typescript@7.0.2', '@types/node@24.0.0'], [EXPRESS]],
    ['{ "extends": "./base.json" }', ['typescript@7.0.2', '@types/node@24.0.0'], [EXPRESS]],
    [undefined, [], []],
  ])(
    '`init` reports types that the compiler does not find: tsconfig.json %s with %j (20.18)',
    async (tsconfig, installed, steps) => {
      const folder = await folderWith({
        'package.json': '{ "type": "module", "dependencies": { "express": "^5.0.0" } }',
        'base.json': '{ "compilerOptions": { "types": ["node"] } }',
        ...(tsconfig !== undefined && { 'tsconfig.json': tsconfig }),
        'prisma/schema.prisma': datamodel('sqlite'),
        ...Object.fromEntries(
          installed.map((each) => {
            const at = each.lastIndexOf('@')
            const [name, version] = [each.slice(0, at), each.slice(at + 1)]
            return [`node_modules/${name}/package.json`, JSON.stringify({ name, version })]
          }),
        ),
      })
      const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
      const said = stepsIn(stderr).filter((step) => step.includes('types'))
      expect({ code, said }).toEqual({ code: 0, said: steps })
    },
  )

  test('if no block generates a Prisma Client, `init` says what to export', async () => {
    const text = datamodel('sqlite').replace(/^generator[^}]*\}\n/, '')
    const folder = await folderWith({ 'prisma/schema.prisma': text })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect({ code, step: stepsIn(stderr)[1] }).toEqual({
      code: 0,
      step: 'export your Prisma Client as `prisma` from src/prisma.ts',
    })
    expect(Object.keys(await textsUnder(folder))).toEqual([
      '.gitattributes',
      'AGENTS.md',
      'prisma/schema.prisma',
      'schema.yaml',
    ])
  })

  test.each([
    [
      'express',
      'express()',
      'npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @prisma/client@7 @prisma/adapter-libsql@7',
    ],
    [
      'fastify',
      'await app.register(routes)',
      'npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @prisma/client@7 @prisma/adapter-libsql@7',
    ],
    [
      'hono',
      'getRequestListener(app.fetch)',
      'npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @prisma/client@7 @prisma/adapter-libsql@7 @hono/node-server',
    ],
  ])(
    'if there is no server, `init` offers one for %s, and writes it on request',
    async (framework, needed, install) => {
      const folder = await folderWith({
        'package.json': JSON.stringify({ type: 'module', dependencies: { [framework]: '*' } }),
        'prisma/schema.prisma': datamodel('sqlite'),
      })
      const offered = await jsonapiGenHere(['init'], folder)
      expect(stepsIn(offered.stderr)).toContain(
        `npx jsonapi-gen init --server writes src/server.ts, a server on ${framework}; or use the routes in your own server`,
      )
      await rm(join(folder, 'schema.yaml'))
      await rm(join(folder, 'src/prisma.ts'))
      const { stderr } = await jsonapiGenHere(['init', '--server'], folder)
      expect(await readFile(join(folder, 'src/server.ts'), 'utf8')).toContain(needed)
      expect(stepsIn(stderr)).toContain(install)
      const again = await jsonapiGenHere(['init', '--server'], folder)
      expect(again.stderr.match(/.*src\/server\.ts.*/g)).toEqual(['src/server.ts already serves the routes'])
    },
  )

  const AGAIN =
    'install express, fastify or hono with npm, set framework in schema.yaml to its name, and run npx jsonapi-gen init --server again; Bun and Deno serve routes/index.js of the generated API directly, and tests and scripts call its api.fetch(request)'

  test.each([
    ['{}', 'no server was written: package.json does not depend on express, fastify or hono', AGAIN],
    [undefined, 'no server was written: no package.json lists a framework', AGAIN],
  ])('`--server` without a framework states the reason and the fix: %s', async (manifest, why, step) => {
    const folder = await folderWith({
      ...(manifest !== undefined && { 'package.json': manifest }),
      'prisma/schema.prisma': datamodel('sqlite'),
    })
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect({ code, said: stderr.match(/^no server.*/gm), steps: stepsIn(stderr).includes(AGAIN) }).toEqual({
      code: 0,
      said: [why],
      steps: step === AGAIN,
    })
    expect((await jsonapiGenHere(['init'], folder)).stderr).not.toContain('no server')

    // A user who follows the instructions gets a server.
    const schema = await readFile(join(folder, 'schema.yaml'), 'utf8')
    await writeFile(join(folder, 'schema.yaml'), schema.replace('framework: fetch', 'framework: fastify'))
    await writeFile(join(folder, 'package.json'), '{ "dependencies": { "fastify": "*" } }')
    const again = await jsonapiGenHere(['init', '--server'], folder)
    expect(again.stderr).toContain('wrote src/server.ts, a server on fastify\n')
  })

  test('`--server` uses the framework that an existing schema specifies', async () => {
    const folder = await folderWith({
      'package.json': '{ "dependencies": { "express": "*" } }',
      'schema.yaml':
        'generate: { framework: hono }\nresources: { notes: { attributes: { text: string } } }\n',
    })
    const { stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect(stderr).toContain('wrote src/server.ts, a server on hono\n')
    await rm(join(folder, 'src'), { recursive: true })
    await writeFile(
      join(folder, 'schema.yaml'),
      'generate: { framework: fetch }\nresources: { notes: { attributes: { text: string } } }\n',
    )
    const fetching = await jsonapiGenHere(['init', '--server'], folder)
    expect(fetching.stderr.match(/^no server.*/gm)).toEqual([
      'no server was written: schema.yaml sets framework: fetch, and the host serves routes/index.js of the generated API directly',
    ])
  })

  test.each([
    ['{}', '{ // strict\n "compilerOptions": { "module": "NodeNext", "verbatimModuleSyntax": true } }', true],
    ['{}', '{ "compilerOptions": { "module": "CommonJS", "verbatimModuleSyntax": true } }', true],
    ['{ "type": "module" }', '{ "extends": "./base.json" }', false],
    ['{}', '{ "extends": "./base.json" }', true],
    ['{}', '{ "compilerOptions": { "module": "NodeNext" } }', false],
    ['{}', '{ "compilerOptions": { "module": "ESNext", "verbatimModuleSyntax": true } }', false],
    ['{}', 'not json', false],
  ])(
    'CommonJS with verbatimModuleSyntax is reported: package.json %s and tsconfig.json %s',
    async (manifest, tsconfig, stops) => {
      const folder = await folderWith({
        'package.json': manifest,
        'tsconfig.json': tsconfig,
        'base.json': '{ "compilerOptions": { "module": "NodeNext", "verbatimModuleSyntax": true } }',
        'src/index.ts': '',
      })
      const { code, stderr } = await jsonapiGenHere(['init'], folder)
      expect({ code, said: stderr.includes('"verbatimModuleSyntax": false to tsconfig.json') }).toEqual({
        code: 0,
        said: stops,
      })
    },
  )

  const NODE_NEXT = 'add "module": "NodeNext" to the compilerOptions of tsconfig.json'
  test.each([
    ['{}', '{ "module": "Node16" }', '6.0.0', `${NODE_NEXT}: with Node16, CommonJS`],
    ['{ "type": "module" }', '{ "module": "Node16" }', '5.9.0', undefined],
    [
      '{}',
      '{ "module": "CommonJS", /* old */ "moduleResolution": "node10" }',
      '6.0.0',
      `${NODE_NEXT}, and remove "moduleResolution"`,
    ],
    ['{}', '{ "module": "CommonJS" }', '5.9.0', `${NODE_NEXT}: without it, TypeScript 5`],
    ['{}', '{ "module": "CommonJS" }', '6.0.0', undefined],
    ['{}', '{ "module": "NodeNext" }', '5.9.0', undefined],
    ['{}', '{ "module": "Preserve" }', '5.9.0', undefined],
    ['{}', '{ "module": "ESNext", "moduleResolution": "bundler" }', '5.9.0', undefined],
  ])(
    'with package.json %s and %s on TypeScript %s, `init` names the settings to change (20.18)',
    async (manifest, compilerOptions, version, said) => {
      const folder = await folderWith({
        'package.json': manifest,
        'tsconfig.json': `{ "compilerOptions": ${compilerOptions} } // mine`,
        'src/index.ts': '',
        'node_modules/typescript/package.json': JSON.stringify({ version }),
      })
      const steps = stepsIn((await jsonapiGenHere(['init'], folder)).stderr)
      const found = steps.filter((each) => each.includes('NodeNext'))
      expect(found.map((each) => each.slice(0, said?.length))).toEqual(said === undefined ? [] : [said])
    },
  )

  test('`init` finds a folder of Prisma schema files', async () => {
    const [head = '', model = ''] = datamodel('sqlite').split('\nmodel')
    const folder = await folderWith({ 'prisma/schema.prisma': head, 'prisma/note.prisma': `model${model}` })
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    const { 'schema.yaml': schema = '' } = await textsUnder(folder)
    expect(schema).toContain('prisma: # types, nullability, ids and keys come from here\n  schema: prisma\n')
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
  })
})

describe('`generate` reports everything that does not match its output', () => {
  const schema =
    'prisma: { schema: prisma/schema.prisma }\nresources: { notes: { public: true, unindexed: true, attributes: all } }\n'

  test('a missing Prisma Client is reported once, with the command, but not if `generate` writes no files (JG804)', async () => {
    const folder = await folderWith({ 'schema.yaml': schema, 'prisma/schema.prisma': datamodel('sqlite') })
    const { code, stderr } = await jsonapiGenHere(['generate', '--strict'], folder)
    expect({ code, said: stderr.match(/.*JG804.*/g) }).toEqual({
      code: 0,
      said: [
        'src/prisma/client note JG804 The Prisma Client has not been generated yet; npx prisma@7 generate',
      ],
    })
    expect((await jsonapiGenHere(['generate', '--check'], folder)).stderr).toBe('src/api is up to date\n')
    await mkdir(join(folder, 'src/prisma'))
    await writeFile(join(folder, 'src/prisma/client.ts'), '')
    expect((await jsonapiGenHere(['generate'], folder)).stderr).not.toContain('JG804')
  })

  test('a Prisma Client is required only if at least one resource uses Prisma (JG804)', async () => {
    const others = { kysely: false, null: false, prisma: true }
    for (const [adapter, isNeeded] of Object.entries(others)) {
      const notes = `notes: { adapter: kysely, public: true, unindexed: true, attributes: all }`
      const tags = `tags: { adapter: ${adapter}, public: true, unindexed: true, attributes: { name: string }, filters: { id: ${adapter === 'null' ? '{ custom: true }' : ''} } }`
      const folder = await folderWith({
        'schema.yaml': `prisma: { schema: prisma/schema.prisma }\nresources:\n  ${notes}\n  ${tags}\n`,
        'prisma/schema.prisma': `${datamodel('sqlite')}\nmodel Tag {\n  id Int @id\n  name String\n}\n`,
      })
      const { code, stderr } = await jsonapiGenHere(['generate'], folder)
      expect([adapter, code, stderr.includes('JG804')]).toEqual([adapter, 0, isNeeded])
    }
  })

  test("a runtime whose version differs from the generator's causes a warning that names the version to install (JG707)", async () => {
    const folder = await folderWith({
      'schema.yaml':
        'resources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n',
      'node_modules/@jsonapi-gen/runtime/package.json':
        '{ "name": "@jsonapi-gen/runtime", "version": "0.9.3" }',
    })
    const { version } = JSON.parse(await readFile(at('package.json'), 'utf8'))
    const { code, stderr } = await jsonapiGenHere(['generate', '--check'], folder)
    expect({ code, said: stderr.split('\n').slice(0, 3) }).toEqual({
      code: 3,
      said: [
        `node_modules/@jsonapi-gen/runtime/package.json warning JG707 @jsonapi-gen/runtime has version 0.9.3, but jsonapi-gen has version ${version}: use the same version`,
        '',
        `  npm install @jsonapi-gen/runtime@${version}`,
      ],
    })
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 2 })
    await rm(join(folder, 'node_modules'), { recursive: true })
    await mkdir(join(folder, 'node_modules/@jsonapi-gen'), { recursive: true })
    await symlink(at('runtime'), join(folder, 'node_modules/@jsonapi-gen/runtime'))
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
  })

  test('without the package that builds the OpenAPI document, `generate` prints the command that installs it (JG724)', async () => {
    const { version } = JSON.parse(await readFile(at('package.json'), 'utf8'))
    const resources =
      'resources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n'
    const folder = await folderWith({
      'schema.yaml': `generate: { openapi: true }\n${resources}`,
      'node_modules/@jsonapi-gen/runtime/package.json': JSON.stringify({ version }),
    })
    const { code, stderr } = await jsonapiGenHere(['generate'], folder)
    expect({ code, said: stderr.split('\n').slice(0, 3) }).toEqual({
      code: 0,
      said: [
        'node_modules/@jsonapi-gen/runtime/package.json warning JG724 Generated code imports @jsonapi-gen/openapi, which is not installed',
        '',
        `  npm install @jsonapi-gen/openapi@${version}`,
      ],
    })
    await symlink(at('openapi'), join(folder, 'node_modules/@jsonapi-gen/openapi'))
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
  })

  test('an unsupported major version of Prisma causes a warning with a command in `init`, `generate` and `validate` (JG718)', async () => {
    const manifest = (name: string, version: string) => ({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
    })
    const folder = await folderWith({
      'schema.yaml':
        'resources: { notes: { adapter: null, public: true, attributes: { text: string }, filters: { id: { custom: true } } } }\n',
      ...manifest('prisma', '8.0.0-rc.19'),
      ...manifest('@prisma/client', '7.10.0'),
      ...manifest('@prisma/adapter-pg', '8.0.0'),
      ...manifest('@prisma/debug', '8.0.0'),
    })
    const expected = [
      'node_modules/prisma/package.json warning JG718 prisma has version 8.0.0-rc.19, but jsonapi-gen needs Prisma 7',
      '',
      '  npm install prisma@7 @prisma/client@7 @prisma/adapter-pg@7',
    ]
    for (const command of [['init'], ['generate'], ['validate']]) {
      const { code, stderr } = await jsonapiGenHere(command, folder)
      const lines = stderr.split('\n')
      const from = lines.findIndex((line) => line.includes('JG718'))
      expect({ command, code, said: lines.slice(from, from + 3) }).toEqual({
        command,
        code: 0,
        said: expected,
      })
    }
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 2 })
    expect(await jsonapiGenHere(['validate', '--strict'], folder)).toMatchObject({ code: 2 })
    const { stdout } = await jsonapiGenHere(['validate', '--format', 'json'], folder)
    expect(stdout).toContain('"code": "JG718"')
    // On Kysely alone, the version of Prisma does not matter.
    const tables =
      'prisma: { schema: data.prisma }\nresources: { notes: { public: true, attributes: [text] } }\n'
    await writeFile(
      join(folder, 'data.prisma'),
      'datasource db {\n  provider = "sqlite"\n}\n\nmodel Note {\n  id   Int    @id\n  text String\n}\n',
    )
    await writeFile(join(folder, 'tables.yaml'), `generate: { adapter: kysely, output: tables }\n${tables}`)
    for (const command of ['generate', 'validate']) {
      const { code, stderr } = await jsonapiGenHere([command, '--schema', 'tables.yaml'], folder)
      expect({ command, code, isWarned: stderr.includes('JG718') }).toEqual({
        command,
        code: 0,
        isWarned: false,
      })
    }
    // The warning comes first, because the version may cause the errors in the schema.
    await writeFile(join(folder, 'faulty.yaml'), 'resources: { notes: { attributes: { text: strin } } }\n')
    const faulty = await jsonapiGenHere(['validate', '--schema', 'faulty.yaml'], folder)
    expect(faulty.stderr.match(/(?:error|warning) JG\d+/g)).toEqual(['warning JG718', 'error JG203'])
    for (const [path, text] of Object.entries({
      ...manifest('prisma', '7.10.1'),
      ...manifest('@prisma/adapter-pg', '7.0.0'),
    })) {
      await writeFile(join(folder, path), text)
    }
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
    expect(await jsonapiGenHere(['validate', '--strict'], folder)).toMatchObject({ code: 0 })
  })
})

describe('the first messages that a newcomer sees contain the next command (20.26)', () => {
  const HELP =
    'jsonapi-gen --help lists the commands, and jsonapi-gen help <command> lists the options of a command\n'

  test.each([
    [['watch'], `error: unknown command 'watch'\n${HELP}`],
    [['genrate'], `error: unknown command 'genrate'\n(Did you mean generate?)\n${HELP}`],
    [['generate', '--shcema', 'x'], `error: unknown option '--shcema'\n(Did you mean --schema?)\n${HELP}`],
    [['diff'], `error: missing required argument 'base'\n${HELP}`],
    [
      ['generate', 'extra'],
      `error: too many arguments for 'generate'. Expected 0 arguments but got 1.\n${HELP}`,
    ],
  ])('`init` reports an invalid command line: %j (20.26)', async (parameters, stderr) => {
    const folder = await folderWith({})
    expect(await jsonapiGenHere(parameters, folder)).toEqual({ code: 2, stdout: '', stderr })
  })

  test('`init` reports an old version of Node (20.26)', async () => {
    const old =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } })'
    const parameters = ['--import', `data:text/javascript,${old}`, at('bin/jsonapi-gen.js'), 'init']
    const folder = await folderWith({})
    expect(await ended(parameters, folder)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'This requires Node 20.19 or newer, but runs on 18.20.4. Install a newer version from https://nodejs.org, and run the command again. Nothing was written.\n',
    })
    expect(await textsUnder(folder)).toEqual({})
  })

  test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    ['an empty schema', { 'schema.yaml': '' }, ['generate'], 'such as resources: { posts:'],
    ['a schema that is a string', { 'schema.yaml': 'hello' }, ['generate'], 'such as resources: { posts:'],
    ['no resources', { 'schema.yaml': 'resources: {}' }, ['generate'], 'such as resources: { posts:'],
    [
      'a folder at the path of a schema',
      {},
      ['generate', '--schema', '.'],
      'pass a file, such as schema.yaml',
    ],
    [
      'a contract that was never committed',
      { 'schema.yaml': schemaOf('string') },
      ['diff', 'main'],
      'npx jsonapi-gen generate writes this file',
    ],
    [
      'a file at the path of the output',
      { 'schema.yaml': schemaOf('string'), 'src/api': '' },
      ['generate'],
      'move it elsewhere, or generate into a different folder',
    ],
  ])('the first message about %s contains the next command (20.26)', async (_, files, parameters, help) => {
    const { code, stderr } = await jsonapiGenHere(parameters, await folderWith(files))
    expect({ code, said: stderr.includes(help) }).toEqual({
      code: 2,
      said: true,
    })
  })
})

function schemaOf(type: string): string {
  return `resources: { posts: { attributes: { title: ${type} } } }\n`
}
