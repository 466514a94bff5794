import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { type Files, folderWith, textsUnder } from '../generator/support/folder.js'
import { APPLICATION, DATABASE, DATAMODEL, ROOTS } from './support/monorepo.js'

/** A workspace in which the packages are linked, as its package manager links them. */
async function workspace(
  files: Files,
  linked: Readonly<Record<string, string>> = { '@acme/db': 'packages/db' },
) {
  const root = await folderWith(files)
  await mkdir(join(root, 'node_modules'))
  for (const [name, path] of Object.entries(linked)) {
    await mkdir(join(root, 'node_modules/@acme'), { recursive: true })
    await symlink(join(root, path), join(root, 'node_modules', name))
  }
  return { root, api: join(root, 'apps/api') }
}

const stepsIn = (stderr: string): readonly string[] =>
  [...stderr.matchAll(/^ {2}\d+\. (.*)$/gm)].map(([, step = '']) => step)

describe('init/monorepo (20.33): `init` uses the Prisma Client of another package', () => {
  test.each(Object.keys(ROOTS) as (keyof typeof ROOTS)[])(
    'in a workspace of %s, the schema refers to the Prisma schema and to the package that exports its client',
    async (manager) => {
      const { api } = await workspace({ ...ROOTS[manager], ...DATABASE, ...APPLICATION })
      const { code, stderr } = await jsonapiGenHere(['init'], api)
      const { 'schema.yaml': schema = '', 'src/prisma.ts': client } = await textsUnder(api)
      expect({
        code,
        prisma: schema.slice(schema.indexOf('prisma:'), schema.indexOf('\nresources:')),
        client,
      }).toEqual({
        code: 0,
        prisma: `prisma: # types, nullability, ids and keys come from here
  schema: ../../packages/db/prisma/schema.prisma
  client: '@acme/db' # the package that exports the Prisma Client
`,
        client: "export { db as prisma } from '@acme/db';\n",
      })
      expect(stderr).toContain('wrote src/prisma.ts, which exports the Prisma Client of @acme/db\n')
      expect(stepsIn(stderr).slice(-3)).toEqual([
        '(cd ../../packages/db && npx prisma@7 generate)',
        'build @acme/db: the file that it exports does not exist yet',
        'npm run jsonapi:generate',
      ])
    },
  )

  test('if a package exports only the generated code, the src/prisma.ts that `init` writes imports it', async () => {
    const { api } = await workspace({
      ...ROOTS.npm,
      ...DATABASE,
      ...APPLICATION,
      'packages/db/package.json': JSON.stringify({
        name: '@acme/db',
        exports: { './package.json': './package.json', './client': './src/generated/client.ts' },
      }),
      'packages/db/src/generated/client.ts': '',
    })
    const { code, stderr } = await jsonapiGenHere(['init'], api)
    const { 'schema.yaml': schema, 'src/prisma.ts': client } = await textsUnder(api)
    expect(code).toBe(0)
    expect(schema).toContain("  client: '@acme/db/client' #")
    expect(client).toContain("import { PrismaClient } from '@acme/db/client';\n")
    expect(stderr).toMatch(/npm install .*@prisma\/adapter-libsql@7\n/)
    expect(stepsIn(stderr)).not.toContain('build @acme/db: the file that it exports does not exist yet')
  })

  test('`init` does not mistake the subpath of a package without a scope for a path', async () => {
    const { root, api } = await workspace(
      {
        ...ROOTS.npm,
        ...DATABASE,
        ...APPLICATION,
        'packages/db/package.json': JSON.stringify({
          name: 'acme-db',
          exports: { './client': './src/generated/client.ts' },
        }),
      },
      {},
    )
    await symlink(join(root, 'packages/db'), join(root, 'node_modules/acme-db'))
    expect(await jsonapiGenHere(['init'], api)).toMatchObject({ code: 0 })
    expect(await jsonapiGenHere(['generate'], api)).toMatchObject({ code: 0 })
    const written = await textsUnder(api)
    expect(written['schema.yaml']).toContain('  client: acme-db/client #')
    expect(written['src/api/generated/note.gen.ts']).toContain("from 'acme-db/client';\n")
  })

  test('in Nx without packages, `init` uses the alias in tsconfig.json as the name of the library', async () => {
    const { 'packages/db/package.json': _manifest, ...library } = DATABASE
    const { api } = await workspace(
      {
        ...ROOTS.Nx,
        ...library,
        ...APPLICATION,
        'tsconfig.base.json':
          '{ "compilerOptions": { "baseUrl": ".", "paths": { "@acme/data": ["packages/db/src/index.ts"] } } }',
        'apps/api/tsconfig.json': '{ "extends": "../../tsconfig.base.json" }',
      },
      {},
    )
    expect(await jsonapiGenHere(['init'], api)).toMatchObject({ code: 0 })
    const { 'schema.yaml': schema, 'src/prisma.ts': client } = await textsUnder(api)
    expect(schema).toContain("  client: '@acme/data' #")
    expect(client).toBe("export { db as prisma } from '@acme/data';\n")
  })

  test('with several Prisma schemas, `init` writes nothing, and lists the commands to choose from', async () => {
    const { api } = await workspace({
      ...ROOTS.npm,
      ...DATABASE,
      ...APPLICATION,
      'packages/jobs/package.json': '{ "name": "@acme/jobs" }',
      'packages/jobs/prisma.config.ts': "export default { schema: 'db' }",
      'packages/jobs/db/a.prisma': DATAMODEL,
    })
    const before = await textsUnder(api)
    expect(await jsonapiGenHere(['init', '--server'], api)).toEqual({
      code: 2,
      stdout: '',
      stderr: `The workspace has 2 Prisma schemas, so nothing was written. Choose the one for this API:
  npx jsonapi-gen init --server --prisma ../../packages/db/prisma/schema.prisma
  npx jsonapi-gen init --server --prisma ../../packages/jobs/db
`,
    })
    expect(await textsUnder(api)).toEqual(before)
    const named = await jsonapiGenHere(
      ['init', '--prisma', '..\\..\\packages\\db\\prisma\\schema.prisma'],
      api,
    )
    expect(named).toMatchObject({ code: 0 })
    expect((await textsUnder(api))['schema.yaml']).toContain(
      '  schema: ../../packages/db/prisma/schema.prisma\n',
    )
  })

  test('`init --prisma` with a wrong path causes a diagnostic that names a similar path', async () => {
    const { api } = await workspace({ ...ROOTS.npm, ...DATABASE, ...APPLICATION })
    const { code, stderr } = await jsonapiGenHere(
      ['init', '--prisma', '../../packages/db/prisma/shema.prisma'],
      api,
    )
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 2,
      first:
        '../../packages/db/prisma/shema.prisma error JG501 There is no Prisma schema at ../../packages/db/prisma/shema.prisma. Did you mean "../../packages/db/prisma/schema.prisma"?',
    })
  })

  test.each([
    ['npm', 'npm install @acme/db'],
    ['pnpm', 'pnpm add @acme/db --workspace'],
    ['Yarn', 'yarn add @acme/db@workspace:*'],
  ] as const)(
    'if the package of the client is not linked, `init` says how to install it with %s',
    async (manager, command) => {
      const { api } = await workspace({ ...ROOTS[manager], ...DATABASE, ...APPLICATION }, {})
      const before = await textsUnder(api)
      expect(await jsonapiGenHere(['init'], api)).toEqual({
        code: 2,
        stdout: '',
        stderr: `@acme/db exports the Prisma Client, but this project cannot import it. Run ${command}, and run npx jsonapi-gen init again. Nothing was written.\n`,
      })
      expect(await textsUnder(api)).toEqual(before)
    },
  )

  test('if the package does not export the client, `init` prints the line to write', async () => {
    const { api } = await workspace({
      ...ROOTS.npm,
      ...DATABASE,
      ...APPLICATION,
      'packages/db/src/index.ts':
        "export { db } from './client.js';\nexport type { Note } from './generated/client.js';\n",
    })
    expect(await jsonapiGenHere(['init'], api)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '@acme/db contains the Prisma Client, but does not export it to other packages. Write export * from \'./generated/client.js\'; into ../../packages/db/src/index.ts, name that file (or the file that it is compiled to) in "exports" of ../../packages/db/package.json, and run npx jsonapi-gen init again. Nothing was written.\n',
    })
  })

  test('if the client is generated into the project itself, `init` imports it from there', async () => {
    const { api } = await workspace({
      ...ROOTS.npm,
      ...DATABASE,
      ...APPLICATION,
      'packages/db/prisma/schema.prisma': DATAMODEL.replace(
        '../src/generated',
        '../../../apps/api/src/generated',
      ),
    })
    expect(await jsonapiGenHere(['init'], api)).toMatchObject({ code: 0 })
    const { 'schema.yaml': schema, 'src/prisma.ts': client } = await textsUnder(api)
    expect(schema).not.toContain('client:')
    expect(client).toContain("import { PrismaClient } from './generated/client.js';\n")
  })

  test('a folder that the workspace does not list counts as a project of its own', async () => {
    const { root } = await workspace({ ...ROOTS.npm, ...DATABASE, 'examples/api/package.json': '{}' })
    expect(await jsonapiGenHere(['init'], join(root, 'examples/api'))).toMatchObject({ code: 0 })
    expect((await textsUnder(join(root, 'examples/api')))['schema.yaml']).not.toContain('prisma')
  })
})

describe('init/monorepo (20.33): a client package that cannot be imported (JG804)', () => {
  const SCHEMA = `prisma: { schema: ../../packages/db/prisma/schema.prisma, client: '@acme/db/client' }
resources: { notes: { public: true, unindexed: true, attributes: all } }
`
  const run = async (files: Files, linked?: Readonly<Record<string, string>>) => {
    const { api } = await workspace(
      { ...ROOTS.pnpm, ...DATABASE, ...APPLICATION, 'apps/api/schema.yaml': SCHEMA, ...files },
      linked,
    )
    const { code, stderr } = await jsonapiGenHere(['generate'], api)
    return {
      code,
      notes: stderr.split('\n').filter((line) => line.includes('JG804') || line.includes('help')),
    }
  }

  test('`generate` says how to install a client package that cannot be imported', async () => {
    expect(await run({}, {})).toEqual({
      code: 0,
      notes: [
        'package.json note JG804 The package of the Prisma Client, @acme/db, cannot be imported from this project; pnpm add @acme/db --workspace',
      ],
    })
  })

  test.each<[string, Files, Readonly<Record<string, string>>]>([
    ['a linked package', {}, { '@acme/db': 'packages/db' }],
    [
      'an alias in tsconfig.json',
      {
        'apps/api/tsconfig.json':
          '{ "compilerOptions": { "paths": { "@acme/db/*": ["../../packages/db/src/*"] } } }',
      },
      {},
    ],
  ])('`generate` prints no note about a client package if there is %s', async (_title, files, linked) => {
    expect(await run(files, linked)).toEqual({ code: 0, notes: [] })
  })
})
