import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { type Files, folderWith, textsUnder } from '../generator/support/folder.js'
import { DATAMODEL, ROOTS } from '../init/support/monorepo.js'
import { type Block, blocksOf } from './blocks.js'

const filesOf = (blocks: readonly Block[]): Files =>
  Object.fromEntries(blocks.map(({ path = '', text }) => [path, text]))

describe('docs/monorepos.md', () => {
  const database = {
    ...filesOf(blocksOf('docs/monorepos.md', 'ts', 'The package of the database')),
    ...filesOf(blocksOf('docs/monorepos.md', 'json', 'The package of the database')),
    'packages/db/prisma/schema.prisma': DATAMODEL,
  }

  test('`init` writes the files in docs/monorepos.md, and both packages are in the documented folders', async () => {
    const root = await folderWith({
      ...ROOTS.npm,
      ...database,
      'apps/api/package.json': '{ "name": "@acme/api", "type": "module" }',
    })
    await mkdir(join(root, 'node_modules/@acme'), { recursive: true })
    await symlink(join(root, 'packages/db'), join(root, 'node_modules/@acme/db'))
    expect(await jsonapiGenHere(['init', '--server'], join(root, 'apps/api'))).toMatchObject({ code: 0 })
    const written = await textsUnder(root)
    const [schema] = Object.values(filesOf(blocksOf('docs/monorepos.md', 'yaml', 'The package of the API')))
    expect(written['apps/api/schema.yaml']).toContain(`\n${schema}\n`)
    expect(written).toMatchObject(filesOf(blocksOf('docs/monorepos.md', 'ts', 'The package of the API')))
    const [{ text } = { text: '' }] = blocksOf('docs/monorepos.md', 'text')
    const named = text.split('\n').flatMap((line) => {
      const [folder, ...paths] = line.split(/\s+|, /)
      return paths.map((path) => `${folder}/${path}`)
    })
    const expected = Object.keys({ ...written, 'apps/api/src/api': '' })
    expect(named.filter((path) => !expected.includes(path))).toEqual([])
    expect(named.length).toBe(6)
  })
})

/** The paths of a task in a cache's own notation. */
interface Task {
  readonly dependsOn: readonly string[]
  readonly inputs: readonly (string | object)[]
  readonly outputs: readonly string[]
}

describe('docs/monorepos.md: the inputs and outputs of a cache', () => {
  const SCHEMA = `prisma: { schema: ../../packages/db/prisma/schema.prisma, client: '@acme/db' }
generate: { client: src/web }
resources: { notes: { public: true, unindexed: true, attributes: all } }
`
  /** The files of a workspace before and after a run. */
  async function filesOfRun(): Promise<{
    readonly before: readonly string[]
    readonly after: readonly string[]
  }> {
    const root = await folderWith({
      'packages/db/prisma/schema.prisma': DATAMODEL,
      'apps/api/schema.yaml': SCHEMA,
      'apps/api/templates/application.resource.ts.hbs': await ownTemplate(),
    })
    const before = Object.keys(await textsUnder(root))
    const parameters = ['generate', '--templates', 'templates', '--quiet']
    expect(await jsonapiGenHere(parameters, join(root, 'apps/api'))).toMatchObject({ code: 0 })
    return { before, after: Object.keys(await textsUnder(root)) }
  }

  const turbo = (): Readonly<Record<string, Task>> =>
    JSON.parse(blocksOf('docs/monorepos.md', 'json', 'Inputs and outputs of a cache')[0]?.text ?? '').tasks
  const nx = (): Readonly<Record<string, Task>> =>
    JSON.parse(blocksOf('docs/monorepos.md', 'json', 'Inputs and outputs of a cache')[1]?.text ?? '')
      .targetDefaults

  test.each([
    ['Turborepo', turbo],
    ['Nx', nx],
  ])(
    'with %s, every file that a task reads is an input, and every generated file is an output',
    async (_name, read) => {
      const { before, after } = await filesOfRun()
      const { 'jsonapi:generate': generate, 'jsonapi:check': check } = read()
      const matched = (patterns: Task['inputs'], paths: readonly string[]): readonly string[] =>
        paths.filter((path) => isMatched(path, patterns))
      const generated = after.filter((path) => path.includes('.gen.'))
      const own = after.filter((path) => !path.includes('.gen.'))
      expect(generated.length).toBeGreaterThan(4)
      expect(matched(generate?.inputs ?? [], before)).toEqual(before)
      expect(matched(generate?.inputs ?? [], after)).toEqual(own)
      expect(matched(generate?.outputs ?? [], after)).toEqual(generated)
      expect(matched(check?.inputs ?? [], after)).toEqual(after)
      expect(check?.outputs).toEqual([])
    },
  )
})

test('docs/monorepos.md: the turbo.json defines each task on which a task depends, without which Turborepo fails', () => {
  const [{ text } = { text: '' }] = blocksOf('docs/monorepos.md', 'json', 'Inputs and outputs of a cache')
  const tasks: Readonly<Record<string, Task>> = JSON.parse(text).tasks
  const needed = Object.values(tasks).flatMap(({ dependsOn }) =>
    dependsOn.map((name) => name.replace('^', '')),
  )
  expect([...new Set(needed)].filter((name) => !(name in tasks))).toEqual([])
})

const ownTemplate = (): Promise<string> =>
  readFile(new URL('../../templates/application.resource.ts.hbs', import.meta.url), 'utf8')

/** Whether a path matches patterns; a pattern with an exclamation mark excludes it. */
function isMatched(path: string, patterns: Task['inputs']): boolean {
  const texts = patterns.filter((each) => typeof each === 'string')
  const matches = (pattern: string): boolean => {
    const placed = pattern
      .replace(/^(?:\$TURBO_ROOT\$|\{workspaceRoot\})\//, '')
      .replace(/^\{projectRoot\}\//, 'apps/api/')
    const whole = placed === pattern ? `apps/api/${pattern}` : placed
    const source = whole.replaceAll('.', '\\.').replaceAll(/\*\*\/\*|\*\*/g, '.+')
    return new RegExp(`^${source}(?:/.*)?$`).test(path)
  }
  return (
    texts.some((each) => !each.startsWith('!') && matches(each)) &&
    !texts.some((each) => each.startsWith('!') && matches(each.slice(1)))
  )
}
