import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

vi.setConfig({ testTimeout: 120_000 })

const run = promisify(execFile)

const git = (folder: string, ...parameters: readonly string[]): Promise<number> =>
  run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...parameters], { cwd: folder }).then(
    () => 0,
    (error: { readonly code?: number }) => error.code ?? 1,
  )

const TYPES = ['accounts', 'boards', 'cards', 'lists', 'notes', 'tags', 'users', 'votes']

const schemaOf = (types: readonly string[]): string =>
  `generate: { output: api }\n\nresources:\n${types.map((type) => `  ${type}:\n    public: true\n    attributes: { name: string }\n    filters: { name: {} }\n\n`).join('')}`

test.each([
  ['next to each other', 'cards', 'lists'],
  ['far from each other', 'accounts', 'votes'],
])(
  'two branches that each add a resource, %s, can be merged, and `generate` resolves any conflict in generated code',
  async (_where, mine, theirs) => {
    const common = TYPES.filter((type) => type !== mine && type !== theirs)
    const folder = await folderWith({ 'schema.yaml': schemaOf(common) })
    const commit = async (types: readonly string[]): Promise<void> => {
      await writeFile(join(folder, 'schema.yaml'), schemaOf(types))
      expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
      expect(await git(folder, 'add', '-A')).toBe(0)
      expect(await git(folder, 'commit', '-qm', types.join())).toBe(0)
    }
    expect(await git(folder, 'init', '-q', '-b', 'main')).toBe(0)
    await commit(common)
    await git(folder, 'checkout', '-qb', 'theirs')
    await commit(TYPES.filter((type) => type !== mine))
    await git(folder, 'checkout', '-q', 'main')
    await commit(TYPES.filter((type) => type !== theirs))
    await git(folder, 'merge', '-q', 'theirs')
    // Only the conflict in the schema requires a manual decision.
    const left = await readFile(join(folder, 'schema.yaml'), 'utf8')
    if (left.includes('<<<<<<<')) {
      const { code, stderr } = await jsonapiGenHere(['generate'], folder)
      expect({ code, codes: stderr.match(/(?<=(?:error|warning|note) )JG\d+/g) }).toEqual({
        code: 2,
        codes: ['JG113'],
      })
      await writeFile(join(folder, 'schema.yaml'), schemaOf(TYPES))
    } else {
      expect(left).toBe(schemaOf(TYPES))
    }
    const { stdout } = await jsonapiGenHere(['generate', '--check'], folder)
    expect(
      stdout.split('\n').filter((line) => line !== '' && !/: (?:merge conflict|stale);/.test(line)),
    ).toEqual([])
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0, stdout: '' })
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({
      code: 0,
      stdout: '',
    })
    const alone = await folderWith({ 'schema.yaml': schemaOf(TYPES) })
    expect(await jsonapiGenHere(['generate'], alone)).toMatchObject({ code: 0 })
    expect(await textsUnder(join(folder, 'api'))).toEqual(await textsUnder(join(alone, 'api')))
  },
)

const FEATURED = (changed: Readonly<Record<string, string>>): string =>
  `generate: { output: api, openapi: true, client: web }\n\nresources:\n${TYPES.map(
    (type) =>
      `  ${type}:\n    public: true\n    attributes:\n      name: string\n      code: string\n      size: ${changed[type] ?? 'integer'}\n\n    filters:\n      name:\n      size:\n\n    stats: { size: [sum] }\n\n`,
  ).join('')}`

test('two branches that change different resources merge without a conflict (20.13)', async () => {
  const folder = await folderWith({})
  const commit = async (changed: Readonly<Record<string, string>>): Promise<void> => {
    await writeFile(join(folder, 'schema.yaml'), FEATURED(changed))
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
    expect(await git(folder, 'add', '-A')).toBe(0)
    expect(await git(folder, 'commit', '-qm', `Change ${Object.keys(changed).join()}`)).toBe(0)
  }
  expect(await git(folder, 'init', '-q', '-b', 'main')).toBe(0)
  await commit({})
  await git(folder, 'checkout', '-qb', 'theirs')
  await commit({ lists: 'bigint', users: 'decimal' })
  await git(folder, 'checkout', '-q', 'main')
  await commit({ cards: 'float', tags: 'decimal' })
  expect(await git(folder, 'merge', '-q', 'theirs')).toBe(0)
  const changed = { lists: 'bigint', users: 'decimal', cards: 'float', tags: 'decimal' }
  expect(await readFile(join(folder, 'schema.yaml'), 'utf8')).toBe(FEATURED(changed))
  expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({ code: 0, stdout: '' })
  expect(await jsonapiGenHere(['diff', 'HEAD', '--format', 'json'], folder)).toMatchObject({ code: 0 })
  expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
  const alone = await folderWith({ 'schema.yaml': FEATURED(changed) })
  expect(await jsonapiGenHere(['generate'], alone)).toMatchObject({ code: 0 })
  expect(await textsUnder(join(folder, 'api'))).toEqual(await textsUnder(join(alone, 'api')))
  expect(await textsUnder(join(folder, 'web'))).toEqual(await textsUnder(join(alone, 'web')))
})
