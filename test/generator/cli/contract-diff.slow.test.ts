import { execFileSync } from 'node:child_process'
import { appendFile, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withJsonHeader } from '../../../src/emit/header.js'
import { jsonapiGenHere } from '../support/cli.js'
import { copyOf, folderWith, writeFiles } from '../support/folder.js'

const SCHEMA = `generate: { output: src/api }
prisma: { schema: data.prisma }
resources:
  notes:
    attributes:
      title: { type: string, maxLength: 200 }
      state: { enum: [a, b], writable: false }
    filters:
      title: { operators: [eq, prefix] }
    public: true
    unindexed: true
`

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

enum State {
  a
  b
  c
}

model Note {
  id    Int    @id @default(autoincrement())
  title String
  state State  @default(a)
}
`

/** The schema after a breaking change, a risky one and an addition. */
const CHANGED = SCHEMA.replace('maxLength: 200', 'maxLength: 100')
  .replace('[a, b]', '[a, b, c]')
  .replace('[eq, prefix]', '[eq, prefix, suffix]')

const CONTRACT = 'src/api/generated/contract.gen.json'

/** The repository that tests copy, because creating it takes a run of the generator and four of git. */
let created: string
beforeAll(async () => {
  created = await mkdtemp(join(tmpdir(), 'jsonapi-gen-diff-'))
  await writeFiles(created, { 'schema.yaml': SCHEMA, 'data.prisma': DATAMODEL })
  await jsonapiGenHere(['generate'], created)
  const git = (...parameters: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
      cwd: created,
      stdio: 'pipe',
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'First')
  git('tag', 'v1')
})
afterAll(() => rm(created, { recursive: true, force: true }))

/** A repository with a contract at the tag `v1`, and the current schema. */
async function repository(now: string = CHANGED): Promise<string> {
  const folder = await copyOf(created)
  await writeFile(join(folder, 'schema.yaml'), now)
  return folder
}

const BREAKING = 'notes.attributes.title: maxLength was 200 and is now 100.'
const FINGERPRINT = 'c04e1ecdbe82f9fa'
/** A waiver that matches no change, and its diagnostic. */
const OTHER = 'c000000000000000: { reason: x, until: 2999-01-01 }\n'
const UNUSED = /^waivers\.yaml:\d:1 warning JG722 The waiver c000000000000000 matches no change$/m

describe("`diff` (28.1): changes that affect an API's clients", () => {
  test('`diff` against a tag lists breaking changes first, each with its rule and line', async () => {
    expect(await jsonapiGenHere(['diff', 'v1'], await repository())).toEqual({
      code: 0,
      stdout: `Breaking
  ${BREAKING}
    input-narrowed, schema.yaml:6, ${FINGERPRINT}

Risky
  notes.attributes.state: It now also has the value "c".
    enum-grew, schema.yaml:7, c6ac272d3b389976

Additions
  notes.filters.title: It now also accepts the operator "suffix".
    filter-operator-added, schema.yaml:9
`,
      stderr: '1 breaking, 1 risky, 1 addition\n',
    })
  })

  test('if nothing has changed, `diff` reports that no changes were found', async () => {
    const folder = await repository(SCHEMA)
    expect(await jsonapiGenHere(['diff', 'v1', '--fail-on', 'risky'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: '0 breaking, 0 risky, 0 additions\n',
    })
  })

  test('`diff --fail-on` exits with 3, even if files are compared', async () => {
    const folder = await repository()
    await copyFile(join(folder, CONTRACT), join(folder, 'old.json'))
    await jsonapiGenHere(['generate'], folder)
    const codes = ['v1', 'old.json', `old.json ${CONTRACT}`, `${CONTRACT} ${CONTRACT}`].map(async (sides) => {
      const { code } = await jsonapiGenHere(['diff', ...sides.split(' '), '--fail-on', 'breaking'], folder)
      return code
    })
    expect(await Promise.all(codes)).toEqual([3, 3, 3, 0])
  })

  test('`diff` prints Markdown, JSON and annotations', async () => {
    const folder = await repository(SCHEMA.replace('maxLength: 200', 'maxLength: 100'))
    const said = async (format: string): Promise<string> =>
      (await jsonapiGenHere(['diff', 'v1', '--format', format], folder)).stdout
    expect(await said('markdown')).toBe(`**1 breaking, 0 risky, 0 additions** in \`notes\`

## Breaking

- \`notes.attributes.title\`: maxLength was 200 and is now 100. \`input-narrowed\`, schema.yaml:6, \`${FINGERPRINT}\`
`)
    expect(await said('github')).toBe(
      `::error file=schema.yaml,line=6,title=Breaking%3A input-narrowed::${BREAKING}%0AFingerprint: ${FINGERPRINT}\n`,
    )
    expect(JSON.parse(await said('json'))).toEqual({
      findings: [
        {
          rule: 'input-narrowed',
          level: 'breaking',
          place: 'notes.attributes.title',
          message: 'maxLength was 200 and is now 100',
          fingerprint: FINGERPRINT,
          file: 'schema.yaml',
          line: 6,
        },
      ],
      counts: { breaking: 1, risky: 0, announced: 0, addition: 0, waived: 0 },
      diagnostics: [],
    })
  })

  test('`generate --check --against` checks both the code and the contract in one run', async () => {
    const folder = await repository()
    await jsonapiGenHere(['generate'], folder)
    const { code, stdout, stderr } = await jsonapiGenHere(['generate', '--check', '--against', 'v1'], folder)
    expect([code, stdout.split('\n')[1], stderr]).toEqual([
      3,
      `  ${BREAKING}`,
      'src/api is up to date\n1 breaking, 1 risky, 1 addition against v1\n',
    ])
    const json = await jsonapiGenHere(['generate', '--against', 'v1', '--format', 'json'], folder)
    expect(JSON.parse(json.stdout)).toMatchObject({ files: [], contract: { counts: { breaking: 1 } } })
    await writeFile(join(folder, 'schema.yaml'), SCHEMA.replace('maxLength: 200', 'maxLength: 300'))
    const file = join(folder, 'src/api/generated/note.gen.ts')
    const before = await readFile(file, 'utf8')
    // The option --against implies --check.
    const alone = await jsonapiGenHere(['generate', '--against', 'v1'], folder)
    expect(alone).toEqual(await jsonapiGenHere(['generate', '--check', '--against', 'v1'], folder))
    expect([alone.code, await readFile(file, 'utf8')]).toEqual([3, before])
    const watched = await jsonapiGenHere(['generate', '--watch', '--against', 'v1'], folder)
    expect([watched.code, watched.stdout]).toEqual([2, ''])
    await writeFile(join(folder, 'schema.yaml'), SCHEMA)
    await jsonapiGenHere(['generate'], folder)
    expect((await jsonapiGenHere(['generate', '--check', '--against', 'v1'], folder)).code).toBe(0)
  })
})

const MISSING = `nosuch.yaml error JG101 The waiver file cannot be read: the file does not exist

  check the path given to --waivers; docs/contract.md shows an example

1 error; nothing was written. For details, run npx jsonapi-gen explain JG101.
`

describe('`diff --waivers` (28.3): waived changes', () => {
  const waivers = (until: string): string =>
    `${FINGERPRINT}: { reason: Nobody sends longer ones, until: ${until} }\n`

  test('a waiver has no effect after its last day', async () => {
    const folder = await repository()
    const run = async (until: string) => {
      await writeFile(join(folder, 'waivers.yaml'), waivers(until))
      return jsonapiGenHere(['diff', 'v1', '--waivers', 'waivers.yaml', '--fail-on', 'breaking'], folder)
    }
    const waived = await run('2999-12-31')
    expect([waived.code, waived.stderr]).toEqual([0, '0 breaking, 1 risky, 1 addition, 1 waived\n'])
    expect(waived.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'waived until 2999-12-31: Nobody sends longer ones',
    )
    const past = await run('2020-02-29')
    expect(past.code).toBe(3)
    expect(past.stderr).toContain('warning JG723 The waiver')
    expect(past.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'its waiver expired on 2020-02-29: Nobody sends longer ones',
    )
  })

  test('`generate --check --against` accepts waivers, and reports those that have no effect', async () => {
    const folder = await repository()
    await jsonapiGenHere(['generate'], folder)
    await writeFile(join(folder, 'waivers.yaml'), waivers('2999-12-31') + OTHER)
    const run = ['generate', '--check', '--against', 'v1', '--waivers', 'waivers.yaml']
    const { code, stderr } = await jsonapiGenHere(run, folder)
    expect(code).toBe(0)
    expect(stderr).toMatch(UNUSED)
    expect(stderr).toContain('\n0 breaking, 1 risky, 1 addition, 1 waived against v1\n')
    await writeFile(join(folder, 'waivers.yaml'), waivers('2020-02-29'))
    expect((await jsonapiGenHere(run, folder)).code).toBe(3)
  })

  test.each([
    ['diff', ['diff', 'v1', '--waivers', 'nosuch.yaml']],
    ['generate', ['generate', '--against', 'v1', '--waivers', 'nosuch.yaml']],
  ])('%s reports a waiver file that does not exist', async (_, run) => {
    const { code, stderr } = await jsonapiGenHere(run, await repository())
    expect([code, stderr]).toEqual([2, MISSING])
  })

  test('`diff` reports waivers that have no effect', async () => {
    const folder = await repository()
    await writeFile(join(folder, 'waivers.yaml'), OTHER)
    const { code, stderr } = await jsonapiGenHere(
      ['diff', 'v1', '--waivers', 'waivers.yaml', '--fail-on', 'breaking'],
      folder,
    )
    expect(code).toBe(3)
    expect(stderr).toMatch(UNUSED)
    expect(stderr).toContain('\n1 breaking, 1 risky, 1 addition\n')
  })

  test('in JSON, `diff` and `generate` list the waivers that have no effect', async () => {
    const folder = await repository()
    await jsonapiGenHere(['generate'], folder)
    await writeFile(join(folder, 'waivers.yaml'), waivers('2999-12-31') + OTHER)
    const unused = [{ code: 'JG722', file: 'waivers.yaml', start: { line: 2, column: 1 } }]
    const run = ['--waivers', 'waivers.yaml', '--format', 'json']
    const [diff, check] = [
      await jsonapiGenHere(['diff', 'v1', ...run], folder),
      await jsonapiGenHere(['generate', '--against', 'v1', ...run], folder),
    ]
    expect(JSON.parse(diff.stdout)).toMatchObject({ diagnostics: unused })
    expect(JSON.parse(check.stdout)).toMatchObject({ diagnostics: unused })
  })

  test.each([
    ['empty', ''],
    ['only comments', '# The last one has ended.\n'],
    ['one empty document', '---\n'],
    ['an empty map', '{}\n'],
  ])('a file that is %s contains no waivers', async (_, text) => {
    const folder = await repository(SCHEMA)
    await writeFile(join(folder, 'waivers.yaml'), text)
    expect(await jsonapiGenHere(['diff', 'v1', '--waivers', 'waivers.yaml'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: '0 breaking, 0 risky, 0 additions\n',
    })
  })

  test('a list or a file with two documents is rejected as a waiver file', async () => {
    const folder = await repository()
    const said = async (text: string): Promise<string> => {
      await writeFile(join(folder, 'waivers.yaml'), text)
      return (await jsonapiGenHere(['diff', 'v1', '--waivers', 'waivers.yaml'], folder)).stderr
    }
    const [list, two] = [await said('- notes\n'), await said('{}\n---\n{}\n')]
    expect(list).toContain('waivers.yaml:1:1 error JG110 The waiver file is not a map')
    expect(list).toContain('allowed: fingerprints, such as c3f0c2a9b51d86e4:')
    expect(two).toContain('waivers.yaml:2:1 error JG109 A waiver file must be one YAML document')
    expect(list + two).not.toContain('schema')
  })

  test('`generate` accepts waivers only with `--against`', async () => {
    const folder = await repository(SCHEMA)
    const run = ['generate', '--check', '--waivers', 'nosuch.yaml']
    const { code, stdout, stderr } = await jsonapiGenHere(run, folder)
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([
      2,
      '',
      "error: option '--waivers <file>' needs '--against <base>'",
    ])
  })

  test.each([
    ['a place', 'notes.attributes.title: { reason: x, until: 2999-01-01 }', 'JG201'],
    ['no reason', `${FINGERPRINT}: { until: 2999-01-01 }`, 'JG204'],
    ['an empty reason', `${FINGERPRINT}: { reason: "", until: 2999-01-01 }`, 'JG205'],
    ['a blank reason', `${FINGERPRINT}: { reason: " ", until: 2999-01-01 }`, 'JG205'],
    ['a list', '- notes', 'JG110'],
    ['a string', 'notes', 'JG110'],
    ['an invalid date', `${FINGERPRINT}: { reason: x, until: 2999-02-30 }`, 'JG205'],
    ['invalid YAML', 'notes: [', 'JG104'],
  ])(
    'a waiver file with %s is rejected, with the location of the error, and the exit code is 2',
    async (_, text, code) => {
      const folder = await repository()
      await writeFile(join(folder, 'waivers.yaml'), `${text}\n`)
      const ended = await jsonapiGenHere(['diff', 'v1', '--waivers', 'waivers.yaml'], folder)
      expect([ended.code, ended.stdout]).toEqual([2, ''])
      expect(ended.stderr).toMatch(new RegExp(`waivers\\.yaml:\\d+:\\d+ error ${code} `))
    },
  )
})

describe('`openapi` (25.3): the OpenAPI document for a contract', () => {
  test('the OpenAPI document is the same from a file, a commit and the schema', async () => {
    const folder = await repository(SCHEMA)
    const printed = await jsonapiGenHere(['openapi', '--full'], folder)
    for (const named of ['v1', CONTRACT]) {
      expect(await jsonapiGenHere(['openapi', named, '--full'], folder)).toEqual(printed)
    }
    await writeFile(join(folder, 'schema.yaml'), CHANGED)
    expect(await jsonapiGenHere(['openapi', 'v1', '--full'], folder)).toEqual(printed)
    const alone = await folderWith({ 'old.json': await readFile(join(folder, CONTRACT), 'utf8') })
    expect(await jsonapiGenHere(['openapi', 'old.json', '--full'], alone)).toEqual(printed)
  })
})

/** A changed contract, as a generator writes it. */
function rewritten(
  text: string,
  change: (contract: { [name: string]: unknown; resources: Record<string, Record<string, unknown>> }) => void,
): string {
  const { $comment: _, $digest: __, ...contract } = JSON.parse(text)
  for (const resource of Object.values<Record<string, unknown>>(contract.resources)) {
    delete resource['$digest']
  }
  change(contract)
  return withJsonHeader('Everything that the API offers, as data.', contract)
}

describe('`diff` and `openapi` (JG608): if a contract cannot be read, the exit code is 2, and the message shows the location', () => {
  test.each<[what: string, spoil: (text: string) => string, said: RegExp]>([
    [
      'a contract that is not JSON',
      (text) => text.replace('"limits": {', '"limits": {,'),
      /old\.json:\d+:\d+ error JG608 This contract is not JSON/,
    ],
    [
      'an incomplete contract',
      (text) => text.slice(0, 200),
      /old\.json:\d+:\d+ error JG608 This contract is not JSON/,
    ],
    [
      'an edited contract',
      (text) => text.replace('"maxLength": 200', '"maxLength": 300'),
      /JG608 This contract was edited/,
    ],
    [
      'a file that is not a contract',
      () => '{ "name": "x" }',
      /JG608 This is not a contract that generate wrote/,
    ],
    [
      'a contract with a merge conflict',
      (text) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`,
      /JG113/,
    ],
    [
      'a contract of another version',
      (text) => rewritten(text, (contract) => (contract['contract'] = 7)),
      /old\.json:1:1 error JG608 This contract has format 7, but this version reads format 1/,
    ],
    [
      'a contract of another version with a wrong digest',
      (text) => text.replace('"contract": 1', '"contract": 99'),
      /old\.json:1:1 error JG608 This contract has format 99, but this version reads format 1$/m,
    ],
    [
      'a contract whose format is a string',
      (text) => text.replace('"contract": 1', '"contract": "1"'),
      /old\.json:1:1 error JG608 This is not a contract: its format is "1", which is not a number$/m,
    ],
    [
      'a contract without a format',
      (text) => rewritten(text, (contract) => delete contract['contract']),
      /old\.json:1:1 error JG608 This is not a contract: it has no format$/m,
    ],
  ])('`diff` and `openapi` report %s', async (_, spoil, said) => {
    const folder = await repository()
    await writeFile(join(folder, 'old.json'), spoil(await readFile(join(folder, CONTRACT), 'utf8')))
    for (const command of ['diff', 'openapi']) {
      const { code, stdout, stderr } = await jsonapiGenHere([command, 'old.json'], folder)
      expect([command, code, stdout]).toEqual([command, 2, ''])
      expect(stderr).toMatch(said)
    }
  })

  test('a commit whose contract has a merge conflict is reported', async () => {
    const folder = await repository()
    const text = await readFile(join(folder, CONTRACT), 'utf8')
    const conflict = '<<<<<<< HEAD\n  "limits": {\n=======\n  "limits": {\n>>>>>>> other\n'
    await writeFile(join(folder, CONTRACT), text.replace('  "limits": {\n', conflict))
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qam', 'c'], {
      cwd: folder,
    })
    for (const command of ['diff', 'openapi']) {
      const { code, stderr } = await jsonapiGenHere([command, 'HEAD'], folder)
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^HEAD:src\/api\/.*error JG608 This contract contains a merge conflict/),
      ])
    }
  })

  test('`diff` rejects a range of commits, and prints the two names to pass instead', async () => {
    const folder = await repository()
    const { code, stderr } = await jsonapiGenHere(['diff', 'v1..HEAD'], folder)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('"v1..HEAD" is a range, but a contract belongs to a single commit'),
    ])
    expect(stderr).toContain('pass both commits: npx jsonapi-gen diff v1 HEAD')
    expect((await jsonapiGenHere(['diff', 'old/../none.json'], folder)).stderr).toContain(
      'there is no file with that name',
    )
  })

  test('in a shallow clone, the error about a branch that was not fetched shows the command that fetches it', async () => {
    const folder = await repository()
    const clone = await folderWith({})
    const git = (...parameters: string[]): unknown =>
      execFileSync('git', parameters, { cwd: clone, stdio: 'pipe' })
    execFileSync('git', ['branch', '-m', 'main'], { cwd: folder })
    execFileSync('git', ['branch', 'topic'], { cwd: folder })
    git('clone', '-q', '--depth', '1', '--branch', 'topic', `file://${folder}`, '.')
    const { code, stderr } = await jsonapiGenHere(['diff', 'origin/main'], clone)
    expect([code, stderr]).toEqual([
      2,
      `origin/main error JG608 Git has no commit, branch or tag "origin/main", and there is no file with that name

  check the name; if the clone is shallow, as in CI: git fetch --depth 1 origin main:refs/remotes/origin/main, or set fetch-depth: 0 for actions/checkout

1 error; nothing was written. For details, run npx jsonapi-gen explain JG608.
`,
    ])
    git(...(/git (fetch .*?),/.exec(stderr)?.[1] ?? '').split(' '))
    expect((await jsonapiGenHere(['diff', 'origin/main'], clone)).code).toBe(0)
  })

  test('`diff` and `openapi` report an unknown commit, a commit without a contract, and a folder without a repository', async () => {
    const folder = await repository()
    const missing = await jsonapiGenHere(['diff', 'nosuch'], folder)
    expect([missing.code, missing.stderr]).toEqual([
      2,
      `nosuch error JG608 Git has no commit, branch or tag "nosuch", and there is no file with that name

  check the name; if the clone is shallow, as in CI, set fetch-depth: 0 for actions/checkout

1 error; nothing was written. For details, run npx jsonapi-gen explain JG608.
`,
    ])
    await appendFile(join(folder, 'schema.yaml'), '')
    await writeFile(join(folder, 'schema.yaml'), SCHEMA.replace('src/api', 'src/other'))
    const moved = await jsonapiGenHere(['diff', 'v1'], folder)
    expect([moved.code, moved.stderr]).toEqual([0, '0 breaking, 0 risky, 0 additions\n'])
    // The commit has no schema with this name, so it cannot say where its contract was.
    await rename(join(folder, 'schema.yaml'), join(folder, 'new.yaml'))
    const renamed = await jsonapiGenHere(['diff', 'v1', '--schema', 'new.yaml'], folder)
    expect([renamed.code, renamed.stderr]).toEqual([
      2,
      expect.stringContaining(
        `If the output folder has moved, delete the old one, or pass its contract as a file: ${CONTRACT}`,
      ),
    ])
    await rename(join(folder, 'new.yaml'), join(folder, 'schema.yaml'))
    await rename(join(folder, 'src/api'), join(folder, 'src/other'))
    expect((await jsonapiGenHere(['diff', 'v1'], folder)).code).toBe(0)
    const base = execFileSync('git', ['show', `v1:${CONTRACT}`], { cwd: folder })
    await writeFile(join(folder, 'base.json'), base)
    expect((await jsonapiGenHere(['diff', 'base.json'], folder)).code).toBe(0)
    const bare = await folderWith({ 'schema.yaml': SCHEMA, 'data.prisma': DATAMODEL })
    expect((await jsonapiGenHere(['diff', '--', '--upload-pack=x'], bare)).code).toBe(2)
  })
})
