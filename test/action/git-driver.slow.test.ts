import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'

const schemaOf = (length: number): string => `resources:
  posts:
    public: true
    attributes:
      title: { type: string, maxLength: ${length} }
`
const contractOf = (folder: string): string => `${folder}/src/api/generated/contract.gen.json`

/** A repository with a generated project in each of the given folders. */
async function repository(...folders: readonly string[]) {
  const top = await folderWith({
    '.gitignore': 'node_modules\n',
    ...Object.fromEntries(folders.map((each) => [`${each}/schema.yaml`, schemaOf(200)])),
  })
  const git = (...parameters: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
      cwd: top,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const run = async (folder: string, ...parameters: readonly string[]): Promise<void> => {
    const { code, stderr } = await jsonapiGenHere(parameters, join(top, folder))
    if (code !== 0) throw new Error(stderr)
  }
  const write = async (folder: string, length: number): Promise<void> => {
    await writeFile(join(top, folder, 'schema.yaml'), schemaOf(length))
    await run(folder, 'generate')
  }
  git('init', '-q', '-b', 'main')
  for (const each of folders) await run(each, 'generate')
  git('add', '--all')
  git('commit', '-qm', 'first')
  /** The exit code of a git command that may fail. */
  const codeOf = (...parameters: readonly string[]): number | null =>
    spawnSync('git', parameters, { cwd: top }).status
  return { top, git, codeOf, run, write }
}

/** Installs the program as npm does. */
async function install(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await symlink(at('.'), join(folder, 'node_modules/jsonapi-gen'))
}

describe('`git diff` on contracts (28.6)', () => {
  test('during a merge conflict, `git diff` shows the facts that differ, and `git diff HEAD` shows the changes on each side', async () => {
    const { top, git, codeOf, run, write } = await repository('apps/api')
    await install(join(top, 'apps/api'))
    const path = contractOf('apps/api')
    for (const [branch, length] of [
      ['theirs', 100],
      ['ours', 300],
    ] as const) {
      git('checkout', '-q', '-b', branch, 'main')
      await write('apps/api', length)
      git('commit', '-qam', branch)
    }
    await run('apps/api', 'init', '--ci', 'github')
    git('config', 'merge.conflictStyle', 'diff3')
    expect(codeOf('merge', '-q', 'theirs')).toBe(1)
    const combined = git('diff', '--', path)
    expect(
      combined
        .slice(combined.indexOf('@@@'))
        .split('\n')
        .slice(1)
        .filter((line) => !line.startsWith('  ')),
    ).toEqual([
      '++<<<<<<< HEAD',
      ' +posts.attributes.title.maxLength: 300',
      '++=======',
      '+ posts.attributes.title.maxLength: 100',
      '++>>>>>>> theirs',
      '',
    ])
    const sentences = `diff --git a/${path} b/${path}
The contract has a merge conflict. Resolve the conflict in the schema, and run npx jsonapi-gen generate.

HEAD:
Nothing has changed for API clients.

theirs:
Breaking
  posts.attributes.title: maxLength was 300 and is now 100.
    input-narrowed, c763fc0b6bf4e2c2
`
    expect(git('diff', 'HEAD', '--', path)).toBe(sentences)
    expect(git('diff', '--cached', '--', path)).toBe(`* Unmerged path ${path}\n`)
    // Without the program, git shows lines.
    await rm(join(top, 'apps/api/node_modules'), { recursive: true })
    expect(git('diff', '--cached', '--', path)).toBe(`* Unmerged path ${path}\n`)
    expect(git('diff', 'HEAD', '--', path)).toContain(
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ `,
    )
    expect(git('diff', '--', path)).toContain('+           "maxLength": 100,')
    // Git itself determines whether there are changes.
    expect(codeOf('diff', '--quiet', 'HEAD', '--', path)).toBe(1)
    await install(join(top, 'apps/api'))
    await write('apps/api', 100)
    git('add', '--all')
    expect(git('diff', 'HEAD', '--', path)).toContain('maxLength was 300 and is now 100')
    expect(codeOf('diff', '--exit-code', 'HEAD', '--', path)).toBe(1)
    expect(codeOf('diff', '--exit-code', 'theirs', '--', path)).toBe(0)
  }, 120_000)

  test('a contract that cannot be read, or that was renamed, is shown with its path in the repository', async () => {
    const { top, git, run } = await repository('.')
    await install(top)
    await run('.', 'init', '--ci', 'github')
    const path = 'src/api/generated/contract.gen.json'
    const text = await readFile(join(top, path), 'utf8')
    await writeFile(join(top, path), text.replace('"maxLength": 200', '"maxLength": 201'))
    expect(git('diff', '--', path).split('\n').slice(0, 3)).toEqual([
      `diff --git a/${path} b/${path}`,
      `--- a/${path}`,
      `+++ b/${path}`,
    ])
    git('checkout', '-q', '--', path)
    await writeFile(join(top, 'schema.yaml'), `generate: { output: src/v2 }\n${schemaOf(100)}`)
    await run('.', 'generate')
    git('rm', '-rq', '--cached', 'src/api')
    git('add', 'src/v2')
    await run('.', 'init', '--ci', 'github')
    expect(git('diff', '--cached', '-M', '--', path, 'src/v2/generated/contract.gen.json')).toBe(
      `diff --git a/${path} b/src/v2/generated/contract.gen.json
Breaking
  posts.attributes.title: maxLength was 200 and is now 100.
    input-narrowed, c15479797da03562
`,
    )
  }, 120_000)

  test('a value in a contract can neither control the terminal nor begin a line', async () => {
    const { top } = await repository('.')
    const contract = await readFile(join(top, contractOf('.')), 'utf8')
    const hostile = contract.replace('"maxLength": 200', String.raw`"pattern": "a\u001b[2Jb\n+c"`)
    await writeFile(join(top, 'c.json'), `<<<<<<< a\n${hostile}=======\n${contract}>>>>>>> b\n`)
    const { stdout } = await jsonapiGenHere(['git-driver', '--text', join(top, 'c.json')], top)
    const lines = stdout.split('\n')
    const start = lines.indexOf('<<<<<<< a')
    expect(lines.slice(start, start + 5)).toEqual([
      '<<<<<<< a',
      String.raw`posts.attributes.title.pattern: a\u001b[2Jb\n+c`,
      '=======',
      'posts.attributes.title.maxLength: 200',
      '>>>>>>> b',
    ])
    const text = '<<<<<<< a\n{ "contract": 1 }\n=======\n{ "contract": 1 }\n>>>>>>> b\n'
    await writeFile(join(top, 'c.json'), text)
    expect((await jsonapiGenHere(['git-driver', '--text', join(top, 'c.json')], top)).stdout).toBe(text)
  }, 60_000)

  test('the check, the hook and the diff driver also work in a clone with Windows line endings', async () => {
    const { top, git, run, write } = await repository('apps/b c')
    const project = join(top, 'apps/b c')
    git('config', 'core.autocrlf', 'true')
    git('rm', '-rq', '--cached', '.')
    git('reset', '-q', '--hard')
    expect(await readFile(join(project, 'schema.yaml'), 'utf8')).toContain('\r\n')
    expect(await readFile(join(top, contractOf('apps/b c')), 'utf8')).toContain('\r\n')
    await install(project)
    await run('apps/b c', 'init', '--ci', 'github')
    expect((await jsonapiGenHere(['generate', '--check'], project)).code).toBe(0)
    expect(git('diff')).toBe('')
    await writeFile(join(project, 'schema.yaml'), schemaOf(100).replaceAll('\n', '\r\n'))
    git('commit', '-qam', 'second')
    expect(git('status', '--short')).toBe('')
    expect(git('diff', 'HEAD~1', '--', contractOf('apps/b c'))).toContain('maxLength was 200 and is now 100')
    const text = (await readFile(join(top, contractOf('apps/b c')), 'utf8')).replaceAll(/\r?\n/g, '\r\n')
    await writeFile(join(top, contractOf('apps/b c')), text.replace('"maxLength": 100', '"maxLength": 90'))
    expect(git('diff', '--no-ext-diff', '--', contractOf('apps/b c'))).toContain('90')
    await write('apps/b c', 90)
    expect(git('diff', '--', contractOf('apps/b c'))).toContain('maxLength was 100 and is now 90')
  }, 120_000)

  test('a project that is set up later, or is not installed yet, does not affect the diffs of other projects', async () => {
    const { top, git, run, write } = await repository('apps/api', 'apps/b c')
    await install(join(top, 'apps/api'))
    await run('apps/api', 'init', '--ci', 'github')
    await run('apps/b c', 'init', '--ci', 'github')
    for (const each of ['apps/api', 'apps/b c']) await write(each, 100)
    const shown = (): readonly boolean[] =>
      ['apps/api', 'apps/b c'].map((each) =>
        git('diff', '--', contractOf(each)).includes('maxLength was 200 and is now 100'),
      )
    // The second project uses the program that has set it up, until its own is installed.
    expect(shown()).toEqual([true, true])
    await install(join(top, 'apps/b c'))
    const old = join(top, 'apps/api/node_modules/jsonapi-gen')
    await rm(old)
    await mkdir(join(old, 'bin'), { recursive: true })
    await writeFile(join(old, 'bin/jsonapi-gen.js'), 'process.exitCode = 2')
    expect(shown()).toEqual([false, true])
    expect(git('diff', '--', contractOf('apps/api'))).toContain('-          "maxLength": 200,')
    expect(git('diff', '--no-ext-diff', '--', contractOf('apps/api'))).toContain(
      '-          "maxLength": 200,',
    )
  }, 120_000)
})
