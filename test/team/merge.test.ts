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
  `generate: { output: api }\n\nresources:\n${types.map((type) => `  ${type}:\n    attributes: { name: string }\n    filters: { name: {} }\n\n`).join('')}`

test.each([
  ['beside each other', 'cards', 'lists'],
  ['far from each other', 'accounts', 'votes'],
])(
  'two branches that each add a resource, %s, merge, or generate resolves what is left of it',
  async (_where, mine, theirs) => {
    const common = TYPES.filter((type) => type !== mine && type !== theirs)
    const folder = await folderWith({ 'schema.yaml': schemaOf(common) })
    const commit = async (types: readonly string[]): Promise<void> => {
      await writeFile(join(folder, 'schema.yaml'), schemaOf(types))
      expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
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
    // The schema is the one file that a person decides on.
    const left = await readFile(join(folder, 'schema.yaml'), 'utf8')
    if (left.includes('<<<<<<<')) {
      const { code, stderr } = await jsonapiGenHere(['generate'], folder)
      expect({ code, codes: stderr.match(/JG\d+/g) }).toEqual({ code: 2, codes: ['JG113'] })
      await writeFile(join(folder, 'schema.yaml'), schemaOf(TYPES))
    } else {
      expect(left).toBe(schemaOf(TYPES))
    }
    const { stdout } = await jsonapiGenHere(['generate', '--check'], folder)
    expect(
      stdout.split('\n').filter((line) => line !== '' && !/: (?:in conflict|stale);/.test(line)),
    ).toEqual([])
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0, stdout: '' })
    expect(await jsonapiGenHere(['generate', '--check', '--strict'], folder)).toMatchObject({
      code: 0,
      stdout: '',
    })
    const alone = await folderWith({ 'schema.yaml': schemaOf(TYPES) })
    expect(await jsonapiGenHere(['generate'], alone)).toMatchObject({ code: 0 })
    expect(await textsUnder(join(folder, 'api'))).toEqual(await textsUnder(join(alone, 'api')))
  },
)
