import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonapiGenHere, ended } from '../generator/support/cli.js'
import { at } from '../../scripts/lib/paths.js'
import { folderWith } from '../generator/support/folder.js'
import { copyOf } from '../prove/support/example.js'
import { SAAS_LEAKS } from '../prove/support/leaks.js'
import { github } from './support/github.js'
import { DATAMODEL, SCHEMA } from './support/posts.js'

const FINDING = {
  id: 'GET /posts?filter[read]',
  summary:
    'GET /posts?filter[read]=true as guest depends on Post 5, which tenant hides: PostResource.filterRead, src/api/post.resource.ts:9',
  differences: ['Post 5: title is "a\n::error::x" in the first database and "@team" in the second'],
  places: ['PostResource.filterRead, src/api/post.resource.ts:9', 'src/b.ts:1'],
}

const OUTCOME = { findings: [], seed: 1, requests: 480, viewers: ['guest', 'ann'] }

/** A project whose package `@jsonapi-gen/prove` is a stand-in that returns this result. */
async function project(result: object) {
  const folder = await folderWith({
    'schema.yaml': SCHEMA,
    'data.prisma': DATAMODEL,
    'prove.ts': 'export default {}\n',
    'node_modules/@jsonapi-gen/prove/package.json':
      '{ "type": "module", "exports": { "./command": "./command.js" } }',
    'node_modules/@jsonapi-gen/prove/command.js': `import { writeFileSync } from 'node:fs'
export async function runProve(options) {
  writeFileSync('asked.json', JSON.stringify(options))
  return ${JSON.stringify(result)}
}
`.replace("'asked.json'", '`${options.cwd}/asked.json`'),
  })
  expect((await jsonapiGenHere(['generate'], folder)).code).toBe(0)
  const ci = async (...parameters: readonly string[]) => {
    const ran = await jsonapiGenHere(['ci', ...parameters, '--markdown', 'review.md'], folder)
    return { ...ran, review: await readFile(join(folder, 'review.md'), 'utf8') }
  }
  const asked = async (): Promise<unknown> => JSON.parse(await readFile(join(folder, 'asked.json'), 'utf8'))
  return { folder, ci, asked }
}

const reportOf = (findings: readonly object[], more: object = {}): object => ({
  kind: 'report',
  findings: findings.length,
  text: JSON.stringify({ outcome: OUTCOME, findings, accepted: [], gone: [], ...more }),
})

describe('`ci` runs `prove` if the project has a prove.ts (28.5)', () => {
  test('findings of `prove` are in the review, in the annotations and in the logs, and the exit code is 3', async () => {
    const { ci, asked, folder } = await project(reportOf([FINDING]))
    const { code, stdout, review } = await ci('--format', 'github', '--sarif', 'log.sarif')
    expect([code, await asked()]).toEqual([3, { cwd: folder, format: 'json', seconds: 60 }])
    expect(stdout).toBe(
      `::error file=src/api/post.resource.ts,line=9,title=Depends on hidden records::${FINDING.summary}%0APost 5: title is "a\\n::error::x" in the first database and "@team" in the second\n`,
    )
    expect(review).toBe(`## API of \`schema.yaml\`: ❌ responses depend on hidden records

- validate: valid, 1 resource
- generate: up to date
- diff: not run, because no base was given
- prove: 1 finding in 480 requests as guest and ann

## Hidden records

- GET /posts?filter\\[read\\]=true as guest depends on Post 5, which tenant hides: PostResource.filterRead, src/api/post.resource.ts:9. Id: \`GET /posts?filter[read]\`
  - Post 5: title is "a ::error::x" in the first database and "@\u200Bteam" in the second

If everybody agrees that a finding is acceptable, add its id to \`prove.accepted.json\`: \`[{ "finding": "<id>", "reason": "…" }]\`.
`)
    const log = JSON.parse(await readFile(join(folder, 'log.sarif'), 'utf8')) as {
      runs: { results: { ruleId: string; locations: unknown }[] }[]
    }
    expect(log.runs[0]?.results.map(({ ruleId, locations }) => [ruleId, locations])).toEqual([
      [
        'prove',
        [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/api/post.resource.ts' },
              region: { startLine: 9 },
            },
          },
        ],
      ],
    ])
    const gitlab = await ci('--format', 'gitlab')
    expect(JSON.parse(gitlab.stdout)).toMatchObject([{ check_name: 'prove', severity: 'major' }])
    const json = await ci('--format', 'json')
    expect(JSON.parse(json.stdout)).toMatchObject({ proof: { findings: [{ id: FINDING.id }] } })
    const { stdout: text } = await ci()
    expect(text).toBe(
      `${FINDING.summary}\n  Post 5: title is "a\\n::error::x" in the first database and "@team" in the second\n`,
    )
  })

  test('without findings of `prove`, the review says what was covered', async () => {
    const { ci, asked } = await project(reportOf([], { accepted: [{}] }))
    const { code, review, stderr } = await ci('--prove-seconds', '5', '--prove-database', 'mysql://root@db/')
    expect([code, review.split('\n').find((line) => line.startsWith('- prove'))]).toEqual([
      0,
      '- prove: no findings in 480 requests as guest and ann, 1 accepted',
    ])
    expect(stderr).toContain('prove: no findings in 480 requests as guest and ann, 1 accepted\n')
    expect(await asked()).toMatchObject({ seconds: 5, database: 'mysql://root@db/' })
  })

  test.each([
    [
      'a mistake in prove.ts',
      { kind: 'fault', text: 'prove.ts has no viewers.\nAdd one.' },
      'prove.ts has no viewers. Add one.',
    ],
    [
      'a report in a different format',
      { kind: 'report', findings: 0, text: 'No findings.' },
      'its report is not in the format of this version: install the same version of jsonapi-gen and @jsonapi-gen/prove',
    ],
  ])('%s is reported as an error, and the other results are still reported', async (_, result, said) => {
    const { ci } = await project(result)
    const { code, review, stdout, stderr } = await ci('--format', 'github')
    expect([code, review.split('\n')[0]]).toEqual([2, '## API of `schema.yaml`: ❌ prove could not run'])
    expect(review).toContain(`- prove: not possible: \`${said}\`\n`)
    expect(stdout).toContain('::error file=prove.ts,title=prove::')
    expect(stderr).toContain('0 errors, 0 generated files are not up to date\n')
  })

  test('an invalid schema or a time limit of 0 seconds skips `prove`, and an error in prove.ts takes precedence over outdated files', async () => {
    const { ci, folder } = await project({ kind: 'fault', text: 'no' })
    expect((await ci('--prove-seconds', '0')).code).toBe(0)
    await writeFile(join(folder, 'schema.yaml'), SCHEMA.replace('200', '100'))
    expect((await ci()).code).toBe(2)
    await writeFile(join(folder, 'schema.yaml'), SCHEMA.replace('string', 'strin'))
    expect((await ci()).review).toContain('- prove: not run, because the schema has errors\n')
  })

  test('the action runs `prove` on the saas example, and adds the findings to its comment', async () => {
    const example = await copyOf(
      'saas',
      SAAS_LEAKS.filter(({ name }) => name === 'a scope that forgets the tenant'),
    )
    try {
      const { folder } = example
      execFileSync('git', ['init', '-q'], { cwd: folder })
      await mkdir(join(folder, 'node_modules'))
      await symlink(at('.'), join(folder, 'node_modules/jsonapi-gen'))
      const api = await github()
      const event = join(folder, 'event.json')
      await writeFile(
        event,
        JSON.stringify({ pull_request: { number: 7, head: { sha: 'a' }, base: { ref: 'main', sha: 'b' } } }),
      )
      const env = Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DATABASE_URL$)/.test(name)),
      )
      const { code, stdout } = await ended([at('action/main.js')], folder, {
        ...env,
        GITHUB_WORKSPACE: folder,
        GITHUB_EVENT_PATH: event,
        GITHUB_API_URL: api.url,
        GITHUB_REPOSITORY: 'o/r',
        INPUT_BASE: 'src/api/generated/contract.gen.json',
        INPUT_SCHEMA: 'prisma/schema.prisma',
        'INPUT_PROVE-SECONDS': '15',
        INPUT_TOKEN: 'secret',
      })
      expect(code).toBe(3)
      expect(stdout).toMatch(
        /^::error file=.*src\/api\/project\.resource\.ts,line=\d+,title=Depends on hidden records::GET /m,
      )
      expect(api.comments.map(({ body }) => body.split('\n')[1])).toEqual([
        expect.stringContaining('❌ responses depend on hidden records'),
      ])
    } finally {
      await example.remove()
    }
  }, 120_000)
})
