import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { jsonapiGenHere } from '../support/cli.js'
import { type Files, folderWith, textsUnder } from '../support/folder.js'

// Each test runs the command line several times.
vi.setConfig({ testTimeout: 60_000 })

const schemaOf = (type: string): string =>
  `resources:\n  ${type}: { adapter: null, public: true, attributes: { name: string }, filters: { id: { custom: true } } }\n`

const WORKSPACE: Files = {
  'package.json': '{ "workspaces": ["apps/*", "packages/*"] }',
  'apps/shop/package.json': '{}',
  'apps/shop/schema.yaml': schemaOf('orders'),
  'apps/admin/package.json': JSON.stringify({
    scripts: {
      'jsonapi:generate': 'jsonapi-gen generate --schema api.yaml',
      other: 'other-tool --schema other.yaml',
      gone: "jsonapi-gen generate --schema 'gone.yaml'",
    },
  }),
  'apps/admin/api.yaml': schemaOf('users'),
  'apps/admin/other.yaml': 'a: 1\n',
  'packages/db/package.json': '{}',
  'packages/db/prisma/schema.prisma': `generator jsonapi {
  provider = "jsonapi-gen prisma"
  output   = "../src/api"
}

datasource db {
  provider = "sqlite"
}

/// @jsonapi.resource(public: true)
model Note {
  id Int @id
}
`,
  'packages/other/package.json': '{}',
  'packages/other/schema.yaml': 'type: object\n',
  'examples/x/schema.yaml': schemaOf('examples'),
}
const FOLDERS = 'apps/admin/src/api, apps/shop/src/api and packages/db/src/api'

describe('`generate --all` (20.33) is a single run over the schemas of a workspace', () => {
  test('`generate --all` prints a single summary and `--check` result, and has a single exit code, in any folder of the workspace', async () => {
    const root = await folderWith(WORKSPACE)
    const { code, stderr } = await jsonapiGenHere(['generate', '--all', '--quiet'], root)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const paths = Object.keys(await textsUnder(root)).filter((path) => path.endsWith('index.gen.ts'))
    expect(paths).toEqual([
      'apps/admin/src/api/generated/index.gen.ts',
      'apps/shop/src/api/generated/index.gen.ts',
      'packages/db/src/api/generated/index.gen.ts',
    ])
    expect(await jsonapiGenHere(['generate', '--all', '--check'], root)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining(`${FOLDERS} are up to date\n`) as unknown,
    })
    const shop = join(root, 'apps/shop')
    expect(await jsonapiGenHere(['generate', '--all', '--check', '--quiet'], shop)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    await appendFile(join(root, 'apps/admin/src/api/generated/index.gen.ts'), '// mine\n')
    const edited = await jsonapiGenHere(['generate', '--all', '--check', '--format', 'json'], shop)
    const { files } = JSON.parse(edited.stdout)
    expect({ code: edited.code, files }).toEqual({
      code: 3,
      files: [
        {
          path: '../admin/src/api/generated/index.gen.ts',
          kind: 'stale',
          help: expect.stringMatching(/^npx jsonapi-gen generate --all /) as unknown,
        },
      ],
    })
  })

  test('with `generate --all`, an error in one schema prevents all writes', async () => {
    const root = await folderWith({
      ...WORKSPACE,
      'apps/shop/schema.yaml': schemaOf('orders').replace('string', 'strng'),
    })
    const before = await textsUnder(root)
    const { code, stderr } = await jsonapiGenHere(['generate', '--all'], root)
    expect({ code, said: stderr.match(/\S+ error JG\d+|\d errors?/g) }).toEqual({
      code: 2,
      said: ['apps/shop/schema.yaml:2:62 error JG203', '1 error'],
    })
    expect(await textsUnder(root)).toEqual(before)
  })

  test('outside a workspace, `generate --all` generates from the schemas of the project', async () => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('notes') })
    expect(await jsonapiGenHere(['generate', '--all', '--quiet'], folder)).toMatchObject({ code: 0 })
    expect(Object.keys(await textsUnder(folder))).toContain('src/api/generated/index.gen.ts')
  })

  test.each<[string, Files, string]>([
    ['a workspace', { 'package.json': '{ "workspaces": ["a"] }' }, 'the workspace <root>'],
    ['a folder', {}, 'this folder, which is not in a workspace'],
  ])('in %s without a schema, `generate --all` prints the command to run', async (_title, files, place) => {
    const root = await folderWith(files)
    expect(await jsonapiGenHere(['generate', '--all'], root)).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no schema in ${place.replace('<root>', root)}: run npx jsonapi-gen init in the folder of each API\n`,
    })
  })

  test.each(['--schema', '--output'])('`generate --all` cannot be combined with %s', async (option) => {
    const { code, stderr } = await jsonapiGenHere(['generate', '--all', option, 'x'], await folderWith({}))
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 2,
      first: `error: option '--all' cannot be used with option '${option} <${option === '--schema' ? 'file' : 'folder'}>'`,
    })
  })
})
