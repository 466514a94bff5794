import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { baseOf } from '../../action/base.js'
import { folderWith } from '../generator/support/folder.js'

describe("the action's base (28.5)", () => {
  test('a merge queue and a newly pushed branch are compared with the branch that they will be merged into', async () => {
    const folder = await folderWith({ 'a.txt': 'a' })
    const git = (...parameters: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim()
    git('init', '-q', '-b', 'main')
    git('add', '--all')
    git('commit', '-qm', 'first')
    const sha = git('rev-parse', 'HEAD')
    git('update-ref', 'refs/remotes/origin/main', sha)
    const base = (event: object) => baseOf(folder, { named: '', event, env: process.env })
    expect(base({ merge_group: { base_sha: sha } })).toEqual({ ok: true, base: sha })
    const push = { before: '0'.repeat(40), repository: { default_branch: 'main' } }
    expect(base({ ...push, ref: 'refs/heads/topic' })).toEqual({ ok: true, base: 'origin/main' })
    expect(base({ ...push, ref: 'refs/heads/main' })).toMatchObject({ ok: true, base: undefined })
  })
})
