import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import { builtinRules } from 'eslint/use-at-your-own-risk'
import tseslint from 'typescript-eslint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ORMS } from '../../create/src/choices.js'
import { writtenProject } from '../docs/new-project.js'
import { ended, jsonapiGenHere, type Ended } from '../generator/support/cli.js'
import { strictFindings } from './support/lint.js'
import { FRAMEWORKS } from './support/project.js'

let folder: string

/**
 * Generates the code of schema.example.yaml for every framework, in a folder without our own configurations.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-lint-'))
  const schema = await readFile(at('schema.example.yaml'), 'utf8')
  await cp(at('examples/blog/prisma'), join(folder, 'examples/blog/prisma'), { recursive: true })
  for (const framework of FRAMEWORKS) {
    await writeFile(
      join(folder, 'schema.yaml'),
      schema.replace('framework: express', `framework: ${framework}`),
    )
    const { code, stderr } = await jsonapiGenHere(
      ['generate', '--output', join(folder, framework), '--tests', '--quiet'],
      folder,
    )
    if (code !== 0) throw new Error(stderr)
  }
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('generated code passes oxlint with its default settings', async () => {
  const { code, stdout } = await ended([at('node_modules/oxlint/bin/oxlint'), '--deny-warnings', '.'], folder)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('Found 0 warnings and 0 errors'),
  })
})

test('Biome neither lints, formats nor sorts generated code because of its header, and does not report the comment', async () => {
  // JSON cannot contain the comment. A formatter may change the contract's layout, because --check ignores
  // it.
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.gen.ts'))
  expect(await biome('check', ...files)).toEqual({ code: 0, stdout: NOTHING_FOUND, stderr: '' })
})

test('generated code without its header also passes Biome, including warnings', async () => {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.gen.ts')) continue
    const text = await readFile(join(folder, name), 'utf8')
    const bare = text.replace(/^.* biome-ignore-all .*\n/, '')
    expect(bare).not.toBe(text)
    await writeFile(join(folder, name), bare)
  }
  // In a static block, `this` refers to the class.
  const result = await biome('lint', '--skip=complexity/noThisInStatic', '.')
  expect(result).toEqual({ code: 0, stdout: NOTHING_FOUND, stderr: '' })
})

test('generated code without its header passes the recommended rules of ESLint and typescript-eslint', async () => {
  const recommended = [...builtinRules].filter(([, { meta }]) => meta?.docs?.recommended === true)
  expect(recommended.length).toBeGreaterThan(50)
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      { rules: Object.fromEntries(recommended.map(([name]) => [name, 'error'] as const)) },
      ...tseslint.configs.recommended,
      { linterOptions: { reportUnusedDisableDirectives: 'error' } },
    ],
  })
  const results = await eslint.lintFiles(['.'])
  expect(results.length).toBeGreaterThan(100)
  expect(results.flatMap(({ messages }) => messages)).toEqual([])
})

describe.each(ORMS)('a new project on %s', (orm) => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'jsonapi-gen-lint-'))
    await writtenProject(orm, root)
    await symlink(at('node_modules'), join(root, 'node_modules'))
    if (orm === 'prisma') {
      const { code, stderr } = await ended([at('node_modules/prisma/build/index.js'), 'generate'], root)
      if (code !== 0) throw new Error(stderr)
    }
  }, 60_000)
  afterAll(() => rm(root, { recursive: true, force: true }))

  test('a new project passes the strict and stylistic rules of typescript-eslint with types, so `eslint --fix` changes nothing', async () => {
    expect(await strictFindings(root, ['src/**/*.ts'])).toEqual([])
  })

  test('a new project passes Biome with its default settings', async () => {
    const program = at('node_modules/@biomejs/biome/bin/biome')
    const parts = ['src', 'dev.js', 'vitest.config.ts', ...(orm === 'prisma' ? ['prisma.config.ts'] : [])]
    const parameters = ['lint', '--error-on-warnings', '--colors=off', ...parts]
    expect(await ended([program, ...parameters], root)).toEqual({
      code: 0,
      stdout: NOTHING_FOUND,
      stderr: '',
    })
  })

  test('a new project compiles even if the compiler emits declarations', async () => {
    const compiler = at('node_modules/typescript-7/bin/tsc')
    const declared = ['-p', '.', '--declaration', '--outDir', '.out']
    expect(await ended([compiler, ...declared], root)).toMatchObject({ code: 0, stdout: '' })
  })
})

test.each(['blog', 'saas'])('the generated code of %s passes the same linters', async (name) => {
  const files = ['src/api/generated/*.ts', 'src/web/*.gen.ts', 'src/kysely/api/generated/*.ts']
  const present = name === 'blog' ? files : files.slice(0, 2)
  expect(await strictFindings(at(`examples/${name}`), present)).toEqual([])
})

const NOTHING_FOUND: unknown = expect.stringMatching(/^Checked \d+ files in \S+\. No fixes applied\.\n$/)

function biome(command: string, ...parameters: readonly string[]): Promise<Ended> {
  const program = at('node_modules/@biomejs/biome/bin/biome')
  return ended([program, command, '--error-on-warnings', '--colors=off', ...parameters], folder)
}
