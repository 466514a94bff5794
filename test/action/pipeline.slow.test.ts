import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { at } from '../../scripts/lib/paths.js'
import { blocksOf } from '../docs/blocks.js'
import { DATAMODEL, SCHEMA } from './support/posts.js'
import { PROJECT, remote, type Remote } from './support/repository.js'

/** A merge request that shortens a title, in a clone like the one that GitLab makes with `GIT_DEPTH: 0`. */
async function mergeRequest(): Promise<{ readonly repository: Remote; readonly clone: string }> {
  const file = `${PROJECT}/schema.yaml`
  const repository = await remote(
    { [`${PROJECT}/data.prisma`]: DATAMODEL, [file]: SCHEMA },
    { [file]: SCHEMA.replace('200', '100') },
  )
  const clone = await repository.checkout()
  execFileSync('git', ['fetch', '-q', '--unshallow', 'origin', '+refs/heads/*:refs/remotes/origin/*'], {
    cwd: clone,
    stdio: 'ignore',
  })
  const bin = join(clone, PROJECT, 'node_modules/.bin')
  await mkdir(bin)
  await symlink(at('bin/jsonapi-gen.js'), join(bin, 'jsonapi-gen'))
  return { repository, clone }
}

describe('the commands in docs/ci.md (28.5)', () => {
  test('the script for GitLab writes a Code Quality report and a review, and fails if clients break', async () => {
    const { repository, clone } = await mergeRequest()
    const [block] = [...blocksOf('docs/ci.md', 'yaml')].filter(({ heading }) => heading === 'GitLab')
    const { api } = parse(block?.text ?? '') as { readonly api: { readonly script: readonly string[] } }
    const [install, check = '', ...others] = api.script
    expect([install, others]).toEqual(['npm ci', []])
    const env = {
      ...process.env,
      CI_PROJECT_DIR: clone,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: repository.git('rev-parse', 'main'),
    }
    let status: unknown
    try {
      execFileSync('sh', ['-c', check], { cwd: join(clone, PROJECT), env, stdio: 'ignore' })
    } catch (error) {
      status = Object(error).status
    }
    expect(status).toBe(3)
    expect(JSON.parse(await readFile(join(clone, 'gl-code-quality-report.json'), 'utf8'))).toEqual([
      {
        description: 'posts.attributes.title: maxLength was 200 and is now 100.',
        check_name: 'input-narrowed',
        fingerprint: 'c15479797da03562',
        severity: 'major',
        location: { path: `${PROJECT}/schema.yaml`, lines: { begin: 7 } },
      },
    ])
    const review = await readFile(join(clone, 'review.markdown'), 'utf8')
    expect(review.split('\n')[0]).toBe(`## API of \`${PROJECT}/schema.yaml\`: ❌ breaks clients`)
  }, 120_000)

  test('every inline command on the page runs as written', async () => {
    const { clone } = await mergeRequest()
    const project = join(clone, PROJECT)
    const page = await readFile(at('docs/ci.md'), 'utf8')
    const commands = [...page.matchAll(/`npx jsonapi-gen ([^`]+)`/g)].map(([, line = '']) => line)
    const codes = []
    for (const line of commands) codes.push([line, (await jsonapiGenHere(line.split(' '), project)).code])
    expect(codes).toEqual([
      ['ci origin/main', 3],
      ['init --ci github', 0],
    ])
    // The second sentence of the message mentions the other service, which is `gitlab`.
    expect((await jsonapiGenHere(['init', '--ci', 'gitlab'], project)).code).toBe(0)
    expect((await jsonapiGenHere(['generate', '--staged'], project)).code).toBe(0)
  }, 120_000)
})
