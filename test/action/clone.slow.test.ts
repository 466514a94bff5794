import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere, type Ended } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'

const SCHEMA = `resources:
  posts:
    public: true
    attributes:
      title: { type: string, maxLength: 200 }
`
const SHORTER = SCHEMA.replace('200', '100')
const CONTRACT = 'apps/my api/src/api/generated/contract.gen.json'

interface Clone {
  readonly top: string
  readonly project: string
  readonly ci: Ended
  git(...parameters: readonly string[]): string
  write(text: string): Promise<void>
}

/**
 * A repository with a project in a subfolder, after `init --ci github`. The program is installed as npm
 * installs it.
 */
async function clone(folder = 'apps/api'): Promise<Clone> {
  const top = await folderWith({ '.gitignore': 'node_modules\n', [`${folder}/schema.yaml`]: SCHEMA })
  const project = join(top, folder)
  await mkdir(join(project, 'node_modules'))
  await symlink(at('.'), join(project, 'node_modules/jsonapi-gen'))
  await jsonapiGenHere(['generate'], project)
  const git = (...parameters: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
      cwd: top,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  git('init', '-q', '-b', 'main')
  const ci = await jsonapiGenHere(['init', '--ci', 'github'], project)
  git('add', '--all')
  git('commit', '-qm', 'first')
  return { top, project, ci, git, write: (text) => writeFile(join(project, 'schema.yaml'), text) }
}

describe('`init --ci` in a cloned repository (28.6)', () => {
  test('the pre-commit hook stages only files that were generated from the staged schema', async () => {
    const { top, project, ci, git, write } = await clone()
    expect(ci).toEqual({
      code: 0,
      stdout: '',
      stderr: `wrote .github/workflows/api-apps-api.yml, which checks each pull request
wrote .git/hooks/pre-commit, which generates the API when a schema is staged
in this clone, git diff now describes contract changes in sentences
`,
    })
    const again = await jsonapiGenHere(['init', '--ci', 'github'], project)
    expect(again.stderr).toBe(
      '.github/workflows/api-apps-api.yml already checks this project and is unchanged\n',
    )
    await write(SHORTER)
    await writeFile(join(top, 'other.txt'), 'not staged')
    git('add', 'apps/api/schema.yaml')
    git('commit', '-qm', 'second')
    expect(git('show', '--name-only', '--format=', 'HEAD').trim().split('\n')).toEqual([
      'apps/api/schema.yaml',
      'apps/api/src/api/generated/contract.gen.json',
      'apps/api/src/api/generated/post.gen.ts',
    ])
    expect(git('status', '--short')).toBe('?? other.txt\n')
    const { code, stdout, stderr } = await jsonapiGenHere(['generate', '--staged'], project)
    expect([code, stdout, stderr]).toEqual([0, '', ''])
  }, 120_000)

  test('`git commit <file>` also commits the generated files, and a message says how to stage them', async () => {
    const { git, write, top } = await clone()
    await write(SHORTER)
    const { stderr } = spawnSync(
      'git',
      [
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.com',
        'commit',
        '-qm',
        'second',
        'apps/api/schema.yaml',
      ],
      { cwd: top, encoding: 'utf8' },
    )
    expect(git('show', '--name-only', '--format=', 'HEAD')).toContain('contract.gen.json')
    expect(stderr).toContain('Afterwards, run: git add "apps/api/src/api/generated"\n')
    git('add', 'apps/api/src/api/generated')
    expect(git('status', '--short')).toBe('')
  }, 60_000)

  test('an invalid or partly staged schema stops the commit', async () => {
    const { git, write, project } = await clone()
    await write(SHORTER)
    git('add', '--all')
    await write(SCHEMA.replace('200', '50'))
    const { code, stderr } = await jsonapiGenHere(['generate', '--staged'], project)
    expect([code, stderr]).toEqual([
      2,
      'apps/api/schema.yaml has changes that are not staged: stage them with git add, or stash them with git stash --keep-index\n',
    ])
    expect(() => git('commit', '-qm', 'second')).toThrow('has changes that are not staged')
    await write(SCHEMA.replace('string', 'strin'))
    git('add', '--all')
    expect(() => git('commit', '-qm', 'second')).toThrow('JG203')
  }, 120_000)

  test('two projects share the pre-commit hook, and an existing hook from a different source is left alone', async () => {
    const { top, git } = await clone()
    const other = join(top, 'apps/other')
    await mkdir(join(other, 'node_modules'), { recursive: true })
    await symlink(at('.'), join(other, 'node_modules/jsonapi-gen'))
    await writeFile(join(other, 'schema.yaml'), SCHEMA)
    const { stderr } = await jsonapiGenHere(['init', '--ci', 'github'], other)
    expect(stderr.split('\n')[1]).toBe('added this project to .git/hooks/pre-commit')
    git('add', 'apps/other/schema.yaml')
    git('commit', '-qm', 'second')
    expect(git('show', '--name-only', '--format=', 'HEAD')).toContain(
      'apps/other/src/api/generated/post.gen.ts',
    )
    const hook = join(top, '.git/hooks/pre-commit')
    const before = await readFile(hook, 'utf8')
    expect(before.split('\n').map((line) => line.slice(0, 16))).toEqual([
      '#!/bin/sh',
      "(cd 'apps/api' &",
      "(cd 'apps/other'",
      '',
    ])
    await jsonapiGenHere(['init', '--ci', 'github'], other)
    expect(await readFile(hook, 'utf8')).toBe(before)
    const own = '#!/bin/sh\nnpm test\n'
    await writeFile(hook, own)
    const told = await jsonapiGenHere(['init', '--ci', 'github'], other)
    expect(told.stderr).toContain("add to .git/hooks/pre-commit: (cd 'apps/other' && for p in")
    expect(await readFile(hook, 'utf8')).toBe(own)
  }, 240_000)

  test('a deleted or renamed schema does not stop the commit, and a message says which option to change', async () => {
    const { git, project } = await clone()
    git('mv', 'apps/api/schema.yaml', 'apps/api/api.yaml')
    const { code, stderr } = await jsonapiGenHere(['generate', '--staged'], project)
    expect([code, stderr]).toEqual([
      0,
      'schema.yaml does not exist. If it was renamed, change its name in the hook: --schema <file>\n',
    ])
    git('commit', '-qm', 'second')
    expect(git('status', '--short')).toBe('')
  }, 120_000)

  test('`git diff` prints the same sentences as `jsonapi-gen diff`, and `git log -p` prints one line per fact', async () => {
    const { git, write, project } = await clone()
    await write(SHORTER)
    await jsonapiGenHere(['generate'], project)
    const path = 'apps/api/src/api/generated/contract.gen.json'
    const sentences = `diff --git a/${path} b/${path}
Breaking
  posts.attributes.title: maxLength was 200 and is now 100.
    input-narrowed, c15479797da03562
`
    expect(git('diff', '--', path)).toBe(sentences)
    git('commit', '-qam', 'second')
    expect(git('log', '-p', '-1', '--ext-diff', '--format=', '--', path).trim()).toBe(sentences.trim())
    const facts = git('log', '-p', '-1', '--format=', '--', path)
    expect(facts.split('\n').filter((line) => /^[-+]\w/.test(line))).toEqual([
      '-posts.attributes.title.maxLength: 200',
      '+posts.attributes.title.maxLength: 100',
    ])
    const missing = await jsonapiGenHere(['git-driver', '--text', 'nosuch.json'], project)
    expect([missing.code, missing.stderr]).toEqual([2, 'nosuch.json cannot be read\n'])
    // A file that is not a contract of this version is shown as git would show it.
    await writeFile(join(project, 'src/api/generated/contract.gen.json'), '<<<<<<< a\n')
    expect(git('diff', '--', path)).toContain('+<<<<<<< a')
    git('checkout', '-q', '--', path)
    await write(SCHEMA)
    await jsonapiGenHere(['generate'], project)
    await rm(join(project, 'node_modules'), { recursive: true })
    expect(git('diff', '--', path)).toContain('+          "maxLength": 200,')
  }, 120_000)

  test('in a project whose name contains a space, `init` adds the hook and the diff driver, but no workflow', async () => {
    const { ci, git, write, top } = await clone('apps/my api')
    expect([ci.code, ci.stderr]).toEqual([
      0,
      'wrote .git/hooks/pre-commit, which generates the API when a schema is staged\nin this clone, git diff now describes contract changes in sentences\nwrite the workflow yourself, as https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs/ci.md shows: a path contains characters that need quotes\n',
    ])
    await write(SHORTER)
    git('commit', '-qam', 'second')
    expect(git('show', '--ext-diff', '--format=', '--', CONTRACT)).toContain(
      'maxLength was 200 and is now 100',
    )
    expect(await readFile(join(top, CONTRACT), 'utf8')).toContain('"maxLength": 100')
    expect(git('status', '--short')).toBe('')
  }, 60_000)
})
