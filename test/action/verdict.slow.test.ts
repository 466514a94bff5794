import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Ended, jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'

const SCHEMA = `generate: { output: src/api }
prisma: { schema: data.prisma }
resources:
  posts:
    public: true
    unindexed: true
    attributes:
      title: { type: string, maxLength: 200 }
      body: string
`

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

model Post {
  id    Int    @id @default(autoincrement())
  title String
  body  String @default("")
  extra String @default("")
}

model User {
  id   Int    @id @default(autoincrement())
  name String
}
`

const BROKEN = SCHEMA.replace('      body: string\n', '')

interface Repository {
  readonly folder: string
  git(...parameters: readonly string[]): string
  write(schema: string): Promise<void>
  run(...parameters: readonly string[]): Promise<Ended>
  /** The review that `ci` writes. */
  review(...parameters: readonly string[]): Promise<Ended & { readonly review: string }>
}

/** A repository whose branch `main` contains the schema and its code. */
async function repository(schema = SCHEMA): Promise<Repository> {
  const folder = await folderWith({ 'schema.yaml': schema, 'data.prisma': DATAMODEL })
  const git = (...parameters: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const run = (...parameters: readonly string[]): Promise<Ended> => jsonapiGenHere(parameters, folder)
  await run('generate')
  git('init', '-q', '-b', 'main')
  git('add', '--all')
  git('commit', '-qm', 'first')
  git('checkout', '-q', '-b', 'topic')
  return {
    folder,
    git,
    run,
    write: (text) => writeFile(join(folder, 'schema.yaml'), text),
    async review(...parameters) {
      const result = await run('ci', ...parameters, '--markdown', 'review.md')
      return { ...result, review: await readFile(join(folder, 'review.md'), 'utf8') }
    },
  }
}

describe("`ci` finds its base's contract (28.5)", () => {
  test.each([
    ['YAML', SCHEMA, BROKEN, 'schema.yaml'],
    [
      'a Prisma schema',
      `datasource db {\n  provider = "sqlite"\n}\n\ngenerator jsonapi {\n  provider = "jsonapi-gen prisma"\n  output = "src/api"\n}\n\n/// @jsonapi.resource(public: true, unindexed: true)\nmodel Post {\n  id Int @id @default(autoincrement())\n  title String\n  body String\n}\n`,
      undefined,
      'data.prisma',
    ],
  ])(
    "if %s sets a new output folder, the contract is read from the folder in the base's schema",
    async (_, before, broken, file) => {
      const folder = await folderWith({ 'data.prisma': DATAMODEL, [file]: before })
      const git = (...parameters: readonly string[]): unknown =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...parameters], {
          cwd: folder,
          stdio: 'pipe',
        })
      const generated = await jsonapiGenHere(['generate', '--schema', file], folder)
      expect([generated.code, generated.stderr]).toEqual([0, expect.any(String)])
      git('init', '-q', '-b', 'main')
      git('add', '--all')
      git('commit', '-qm', 'first')
      const now = (broken ?? before.replace('  body String\n', '')).replace('src/api', 'src/rest')
      await writeFile(join(folder, file), now)
      await jsonapiGenHere(['generate', '--schema', file], folder)
      const ci = await jsonapiGenHere(['ci', 'main', '--schema', file], folder)
      expect([ci.code, ci.stderr]).toEqual([3, expect.stringContaining('1 breaking')])
      for (const run of [
        ['diff', 'main'],
        ['openapi', 'main'],
        ['generate', '--against', 'main'],
      ]) {
        const { stderr } = await jsonapiGenHere([...run, '--schema', file], folder)
        expect(stderr).not.toContain('JG608')
      }
    },
  )

  test('if the base has no contract, no output claims that clients are safe', async () => {
    const { git, review } = await repository()
    git('rm', '-rq', '--cached', 'src')
    git('commit', '-qm', 'without')
    git('branch', 'bare')
    git('add', '--all')
    git('commit', '-qm', 'with')
    const { code, stderr, review: said } = await review('bare')
    expect([code, stderr]).toEqual([
      0,
      '0 errors, 0 generated files are not up to date\nbare has no src/api/generated/contract.gen.json, so nothing was compared\n',
    ])
    expect(said).toContain('✅ valid')
    expect(said).toContain('- diff: not compared, because bare has no src/api/generated/contract.gen.json\n')
  })

  test("for a branch, the base is the commit where the current branch diverged from it, and for a tag, the base is the tag's own commit", async () => {
    const { git, write, run } = await repository()
    git('checkout', '-q', 'main')
    await write(SCHEMA.replace('      body: string\n', '      body: string\n      extra: string\n'))
    await run('generate')
    git('commit', '-qam', 'later')
    git('tag', 'v2')
    git('checkout', '-q', 'topic')
    expect((await run('ci', 'main')).stderr).toContain('0 breaking, 0 risky, 0 additions against main')
    expect((await run('diff', 'main')).stderr).toBe('0 breaking, 0 risky, 0 additions\n')
    expect((await run('generate', '--against', 'main')).code).toBe(0)
    expect((await run('ci', 'v2')).stderr).toContain('1 breaking')
  })

  test('without a common ancestor, a message says that the latest commit was compared', async () => {
    const { git, run, review } = await repository()
    git('checkout', '-q', '--orphan', 'other')
    git('commit', '-qm', 'other')
    const { code, stderr, review: said } = await review('main')
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('git finds no common ancestor of main and HEAD'),
    ])
    expect(said).toContain('git finds no common ancestor of main and HEAD')
    expect((await run('diff', 'main')).stderr).toContain('git finds no common ancestor of main and HEAD')
  })
})

describe('`ci` reports what it skipped (28.5)', () => {
  test('without a base, the output says that `diff` did not run', async () => {
    const { run } = await repository()
    expect((await run('ci')).stderr).toContain('diff did not run, because no base was given\n')
  })

  test('without a usable base, the review contains no ✅ and names the base', async () => {
    const { review } = await repository()
    const { code, review: said, stderr } = await review('nosuch')
    expect([code, said.includes('✅')]).toEqual([2, false])
    expect(said).toContain('- diff: not possible against nosuch\n')
    expect(stderr).toContain('nothing was compared with nosuch\n')
  })

  test('a broken contract in the base is not reported as an error in the schema', async () => {
    const { folder, git, review } = await repository()
    await writeFile(join(folder, 'src/api/generated/contract.gen.json'), '{ not JSON')
    git('commit', '-qam', 'broken')
    git('branch', '-f', 'main')
    git('revert', '--no-edit', 'HEAD')
    const { code, review: said } = await review('main')
    expect([code, said.split('\n').slice(0, 5)]).toEqual([
      2,
      [
        '## API of `schema.yaml`: ❌ not compared',
        '',
        '- validate: valid, 1 resource',
        '- generate: up to date',
        '- diff: not possible against main',
      ],
    ])
    expect(said).toContain(
      'error JG608, main:src/api/generated/contract.gen.json:1: This contract is not JSON; ',
    )
  })

  test('a fault in the waivers does not hide the fact that the contracts were compared', async () => {
    const { folder, review } = await repository()
    await writeFile(join(folder, 'waivers.yaml'), '- c000000000000000\n')
    const { code, review: said, stderr } = await review('main')
    expect([code, said.split('\n').slice(0, 5)]).toEqual([
      2,
      [
        '## API of `schema.yaml`: ❌ has errors',
        '',
        '- validate: valid, 1 resource',
        '- generate: up to date',
        '- diff: 0 breaking, 0 risky, 0 additions against main',
      ],
    ])
    expect(stderr).not.toContain('nothing was compared')
  })

  test('if the schema cannot be read, generated files are not reported as up to date', async () => {
    const { git, review } = await repository()
    git('mv', 'schema.yaml', 'api.yaml')
    const { code, review: said, stderr } = await review('main')
    expect([code, said.split('\n').slice(0, 5)]).toEqual([
      2,
      [
        '## API of `schema.yaml`: ❌ has errors',
        '',
        '- validate: 1 error',
        '- generate: not possible',
        '- diff: not possible against main',
      ],
    ])
    expect(stderr).toContain('1 error, the generated files could not be checked\n')
  })

  test('a waiver applies until the end of its last day, and the review mentions the waiver file', async () => {
    const { folder, write, run, review } = await repository()
    await write(BROKEN)
    await run('generate')
    const fingerprint = /`(c[\da-f]{15})`/.exec((await review('main')).review)?.[1] ?? ''
    const day = (offset: number): string =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const codes = []
    for (const until of [day(-2), day(0), day(1)]) {
      await writeFile(join(folder, 'agreed.yaml'), `${fingerprint}: { reason: x, until: ${until} }\n`)
      codes.push((await review('main', '--waivers', 'agreed.yaml')).code)
    }
    expect(codes).toEqual([3, 0, 0])
    await writeFile(join(folder, 'agreed.yaml'), '')
    expect((await review('main', '--waivers', 'agreed.yaml')).review).toContain(
      'add its fingerprint to `agreed.yaml`: `<fingerprint>: { reason: <text>, until: <yyyy-mm-dd> }`.',
    )
  })

  test('a waiver is not reported as unused if its contract was not compared', async () => {
    const { folder, review, git } = await repository()
    await writeFile(join(folder, 'waivers.yaml'), 'c000000000000000: { reason: x, until: 2999-01-01 }\n')
    git('rm', '-rq', '--cached', 'src')
    git('commit', '-qm', 'without')
    for (const base of ['HEAD', 'nosuch']) {
      expect((await review(base)).stderr).not.toContain('JG722')
    }
    expect((await review('main')).stderr).toContain('JG722')
  })
})

test('every finding has a location in the schema, even the removal of a resource', async () => {
  const { folder, write, run } = await repository(`${SCHEMA}  users:
    public: true
    unindexed: true
    attributes:
      name: string
`)
  await write(BROKEN)
  await run('generate')
  await run('ci', 'main', '--sarif', 'log.sarif')
  const log = JSON.parse(await readFile(join(folder, 'log.sarif'), 'utf8')) as {
    runs: { results: { ruleId: string; locations: unknown }[] }[]
  }
  const removed = log.runs[0]?.results.find(({ ruleId }) => ruleId === 'resource-removed')
  expect(removed?.locations).toEqual([
    { physicalLocation: { artifactLocation: { uri: 'schema.yaml' }, region: { startLine: 3 } } },
  ])
  expect((await run('diff', 'main', '--format', 'github')).stdout).toContain(
    '::error file=schema.yaml,line=3,title=Breaking%3A resource-removed::',
  )
  const gitlab = JSON.parse((await run('diff', 'main', '--format', 'gitlab')).stdout) as {
    check_name: string
    location: unknown
  }[]
  expect(gitlab.find(({ check_name: name }) => name === 'resource-removed')?.location).toEqual({
    path: 'schema.yaml',
    lines: { begin: 3 },
  })
})

test('a value from the schema cannot begin a line of output, because a runner would execute that line', async () => {
  const { write, run } = await repository()
  await write(
    SCHEMA.replace(
      'maxLength: 200',
      String.raw`pattern: "^a|\n::error::INJ|aaaaaaaaaaaaaaaaaaaaaaaaaaa ::error::TWO|\u001b[2J$"`,
    ),
  )
  for (const parameters of [
    ['diff', 'main'],
    ['ci', 'main'],
    ['generate', '--against', 'main'],
  ]) {
    const { stdout, stderr } = await run(...parameters)
    expect(`${stdout}${stderr}`).toContain('INJ')
    expect(`${stdout}${stderr}`).not.toMatch(/^\s*::/m)
    expect(`${stdout}${stderr}`).not.toContain('\u001B')
  }
})
