import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended, jsonapiGenHere } from './support/cli.js'

const PRISMA = `import { PrismaClient } from '../../../test/.generated/sqlite/tenants/client.js';

export declare const prisma: PrismaClient;
`

const METHOD = `
  scopeTenant<Scope extends DefaultScope>(scope: Scope, context: ApplicationController | undefined): Scope {
    return scope.where({ tenantId: context ? 1 : -1, OR: [{ tenantId: { gt: 0 } }, { NOT: { tenantId: 7 } }] });
  }
}
`

const schema = (labels: string): string => `generate: { output: src/api, framework: fetch }
prisma: { schema: ../../test/support/tenants.prisma, client: ../../test/.generated/sqlite/tenants/client }
defaults: { scopes: { read: tenant, create: tenant } }
resources:
  projects: { attributes: [name, budget] }
  members: { attributes: [name], scopes: { update: visible, destroy: tenant } }
${labels}`

// The generated code is compiled with the types of a real Prisma Client.
test("the compiler requires the API's default scopes, and names a resource that lacks their column (14.14)", async () => {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/default-scopes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/prisma.ts'), PRISMA)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { noEmit: true, isolatedDeclarations: false, declaration: false },
      include: ['src'],
    }),
  )
  const generate = async (labels: string): Promise<void> => {
    await writeFile(join(folder, 'schema.yaml'), schema(labels))
    expect((await jsonapiGenHere(['generate', '--quiet'], folder)).code).toBe(0)
  }
  const faults = async (): Promise<readonly string[]> => {
    const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
    return stdout.split(/\n(?=\S)/).filter((fault) => fault.includes(': error '))
  }
  const edit = async (path: string, before: string | RegExp, after: string): Promise<void> => {
    const text = await readFile(join(folder, path), 'utf8')
    const edited = text.replace(before, after)
    expect(edited).not.toBe(text)
    await writeFile(join(folder, path), edited)
  }

  await generate('')
  await edit(
    'src/api/member.resource.ts',
    /MemberResourceBase \{\}|MemberResourceBase \{[\s\S]*$/,
    'MemberResourceBase {\n  scopeVisible(scope: MemberShape["scope"]): MemberShape["scope"] {\n    return this.scopeTenant(scope, undefined).where({ grade: 1 });\n  }\n}\n',
  )
  await edit(
    'src/api/member.resource.ts',
    /^/,
    "import type { MemberShape } from './generated/member.gen.js';\n",
  )
  const missing = await faults()
  expect(missing[0]).toContain('src/api/application.resource.ts')
  expect(missing[0]).toContain(
    "'scopeTenant' is missing in type 'ApplicationResource<S>' but required in type 'DefaultScopes'",
  )
  const filesOf = (found: readonly string[]): readonly string[] =>
    found.map((fault) => fault.slice(0, fault.indexOf('(')))
  // The last file contains a hand-written use of the scope.
  const others = ['src/api/generated/index.gen.ts', 'src/api/member.resource.ts']
  expect(filesOf(missing)).toEqual(['src/api/application.resource.ts', ...others])
  await edit('src/api/application.resource.ts', 'implements DefaultScopes', '')
  await edit('src/api/application.resource.ts', /import type \{ DefaultScopes.*\n/, '')
  const unnamed = await faults()
  expect(filesOf(unnamed)).toEqual(others)
  // Without `implements`, the index file reports which class lacks which method of which interface.
  expect(unnamed[0]).toContain(
    "Property 'scopeTenant' is missing in type 'ApplicationResource<Shape>' but required in type 'DefaultScopes'.",
  )
  await edit(
    'src/api/application.resource.ts',
    /extends Resource<S>/,
    'extends Resource<S> implements DefaultScopes',
  )
  await edit(
    'src/api/application.resource.ts',
    /^/,
    "import type { DefaultScopes } from './generated/index.gen.js';\n",
  )

  await edit('src/api/application.resource.ts', /\}\n$/, METHOD)
  await edit(
    'src/api/application.resource.ts',
    'import type { DefaultScopes }',
    "import type { ApplicationController } from './application.controller.js';\nimport type { DefaultScope, DefaultScopes }",
  )
  expect(await faults()).toEqual([])

  await generate('  labels: { attributes: [name] }\n')
  const lacking = await faults()
  expect(lacking).not.toEqual([])
  expect(lacking.filter((fault) => !fault.includes('NoColumnOf<"labels">'))).toEqual([])

  await generate('  labels: { attributes: [name], scopes: { inherit: false }, public: true }\n')
  expect(await faults()).toEqual([])
}, 120_000)
