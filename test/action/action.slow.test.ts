import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { github, type GitHub } from './support/github.js'
import { PROJECT, remote, step, type Remote } from './support/repository.js'

const SCHEMA = `prisma: { schema: data.prisma }
resources:
  posts:
    public: true
    unindexed: true
    attributes:
      title: { type: string, maxLength: 200 }
      body: string
      status: { type: string, maxLength: 20 }
    filters: [status]
`

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

model Post {
  id     Int    @id @default(autoincrement())
  title  String
  body   String @default("")
  status String
}
`

/** The schema after three breaking changes. */
const BROKEN = SCHEMA.replace('maxLength: 200', 'maxLength: 100')
  .replace('      body: string\n', '')
  .replace('maxLength: 20 }', 'maxLength: 10 }')

const FILE = `${PROJECT}/schema.yaml`
const WAIVERS = `${PROJECT}/waivers.yaml`

const DATA = { [`${PROJECT}/data.prisma`]: DATAMODEL }

const TITLE = `posts.attributes.title: maxLength was 200 and is now 100.%0AFingerprint: c15479797da03562`

async function broken(): Promise<{ readonly repository: Remote; readonly api: GitHub }> {
  const repository = await remote({ ...DATA, [FILE]: SCHEMA }, { [FILE]: BROKEN })
  return { repository, api: await github() }
}

describe('the GitHub Action (28.5)', () => {
  test('five pushes produce a single comment and an annotation on each affected line, and the comment reports the fix', async () => {
    const { repository, api } = await broken()
    const first = await step(await repository.checkout(), repository, api.url)
    expect(first.annotations).toEqual([
      `::error file=${FILE},line=3,title=Breaking%3A attribute-removed::${first.annotations[0]?.split('::')[2]}`,
      `::error file=${FILE},line=8,title=Breaking%3A input-narrowed::posts.attributes.status: maxLength was 20 and is now 10.%0AFingerprint: ${fingerprintOf(first.annotations[1])}`,
      `::error file=${FILE},line=7,title=Breaking%3A input-narrowed::${TITLE}`,
    ])
    expect([first.code, api.writes]).toEqual([3, ['POST /repos/o/r/issues/7/comments']])

    const waiver = `c15479797da03562: { reason: Nobody sends longer titles, until: 2999-01-31 }\n`
    await repository.push({ [WAIVERS]: waiver })
    const waived = await step(await repository.checkout(), repository, api.url)
    expect(waived.annotations[2]).toBe(
      `::notice file=${FILE},line=7,title=Waived%3A input-narrowed::${TITLE}`,
    )
    for (const before of ['# One line more.\n', '# Two\n# lines.\n', '\n\n\n']) {
      await repository.push({ [FILE]: `${before}${BROKEN}` })
      const next = await step(await repository.checkout(), repository, api.url)
      const lines = before.split('\n').length - 1
      expect(next.annotations.map((each) => Number(/line=(\d+)/.exec(each)?.[1]))).toEqual([
        3 + lines,
        8 + lines,
        7 + lines,
      ])
      expect(next.annotations.map(fingerprintOf)).toEqual(first.annotations.map(fingerprintOf))
      expect(next.code).toBe(3)
    }
    const [comment, ...others] = api.comments
    expect(others).toEqual([])
    expect(comment?.body).toContain(`## API of \`${FILE}\`: ❌ breaks clients`)
    expect(comment?.body).toContain('**2 breaking, 0 risky, 0 additions, 1 waived**')
    expect(comment?.body).toContain('waived until 2999-01-31: Nobody sends longer titles')
    expect(api.writes.filter((each) => each.startsWith('POST'))).toHaveLength(1)

    const kept = BROKEN.replace('    attributes:\n', '    attributes:\n      body: string\n')
    await repository.push({ [FILE]: kept.replace('maxLength: 10 }', 'maxLength: 20 }') })
    const fixed = await step(await repository.checkout(), repository, api.url)
    expect([fixed.code, api.comments.length]).toEqual([0, 1])
    expect(comment?.body).toContain('✅ nothing breaks clients')
    expect(fixed.summary).toBe(comment?.body.split('\n').slice(1).join('\n'))
  }, 600_000)

  test("a token that may not comment, such as a fork's, does not change the verdict, and a message says where the review is", async () => {
    const { repository, api } = await broken()
    api.refusal = 403
    const { code, annotations, summary } = await step(await repository.checkout(), repository, api.url)
    expect([code, annotations.length]).toEqual([3, 4])
    expect(annotations[3]).toMatch(
      /^::notice title=jsonapi-gen::The review is in the job summary.* 403: .*from a fork.*pull-requests: write/,
    )
    expect(summary).toContain('❌ breaks clients')
    const none = await step(await repository.checkout(), repository, api.url, { INPUT_TOKEN: '' })
    expect([none.code, none.annotations[3]]).toEqual([
      3,
      '::notice title=jsonapi-gen::The review is in the job summary instead of a comment. There is no token.',
    ])
    const gone = await step(await repository.checkout(), repository, 'http://127.0.0.1:1')
    expect(gone.code).toBe(3)
    expect(gone.annotations[3]).toContain('::notice title=jsonapi-gen::The review is in the job summary')
  }, 120_000)

  test('if a shallow clone cannot fetch its base, a message says what to do', async () => {
    const { repository, api } = await broken()
    const clone = await repository.checkout()
    await rm(repository.origin, { recursive: true })
    const { code, annotations, summary } = await step(clone, repository, api.url)
    const base = repository.git('rev-parse', 'main')
    const said = `The clone does not have ${base}, and it cannot be fetched, so nothing was compared. Set fetch-depth: 0 for actions/checkout, or run git fetch --depth 1 origin ${base} in an earlier step.`
    expect([code, annotations]).toEqual([2, [`::error title=jsonapi-gen::${said}`]])
    expect(summary).toContain(`❌ ${said}`)
    expect(summary).toContain('❌ not compared\n')
    expect(summary).not.toContain('✅')
  }, 60_000)

  test.each(['', '<html>', 'null'])(
    'an event that is not JSON is reported: "%s"',
    async (text) => {
      const { repository, api } = await broken()
      const clone = await repository.checkout()
      const event = join(clone, 'event.json')
      await writeFile(event, text)
      const { code, annotations } = await step(clone, repository, api.url, { GITHUB_EVENT_PATH: event })
      expect([code, annotations]).toEqual([
        2,
        [
          '::error title=jsonapi-gen::The file that GITHUB_EVENT_PATH refers to is not valid JSON, so the base is unknown: set the input "base".',
        ],
      ])
    },
    60_000,
  )

  test("people's comments with the same marker are kept, and a bot's second comment is deleted", async () => {
    const { repository, api } = await broken()
    const clone = await repository.checkout()
    await step(clone, repository, api.url)
    const [own] = api.comments
    const body = own?.body ?? ''
    const forged = { id: 1, body, user: { login: 'somebody', type: 'User' } }
    const twin = { id: 2, body, user: { login: 'github-actions[bot]', type: 'Bot' } }
    api.comments.splice(
      0,
      1,
      forged,
      ...Array.from({ length: 120 }, (_, id) => ({ ...forged, id: id + 1000 })),
      { ...twin, id: 3 },
      twin,
    )
    await step(clone, repository, api.url)
    expect(api.comments.filter(({ user }) => user.type === 'Bot').map(({ id }) => id)).toEqual([3])
    expect(api.comments).toHaveLength(122)
  }, 60_000)

  test('text from a pull request never becomes a command for the runner', async () => {
    const { repository, api } = await broken()
    const clone = await repository.checkout()
    const hostile = '"x\\n::error file=a::b\\n::add-mask::secret @team <!-- -->"'
    await writeFile(
      join(clone, WAIVERS),
      `c15479797da03562: { reason: ${hostile}, until: 2999-01-31 }\n::warning::x: y\n`,
    )
    const { stdout, annotations } = await step(clone, repository, api.url)
    const commands = stdout.split('\n').filter((line) => line.startsWith('::'))
    const [stopped] = commands
    expect(stopped).toMatch(/^::stop-commands::[\da-f-]{36}$/)
    expect(commands[1]).toBe(`::${stopped?.split('::')[2]}::`)
    expect(annotations.every((each) => /^::(?:error|notice) (?:file|title)=/.test(each))).toBe(true)
    expect(api.comments[0]?.body ?? '').not.toMatch(/@team|\n<!-- -->/)
  }, 60_000)

  test('a file with Windows line endings produces the same line numbers and fingerprints', async () => {
    const repository = await remote(
      { ...DATA, [FILE]: SCHEMA.replaceAll('\n', '\r\n') },
      { [FILE]: BROKEN.replaceAll('\n', '\r\n') },
    )
    const api = await github()
    const { annotations, code } = await step(await repository.checkout(), repository, api.url)
    expect([code, annotations[2]]).toEqual([
      3,
      `::error file=${FILE},line=7,title=Breaking%3A input-narrowed::${TITLE}`,
    ])
  }, 60_000)

  test("if the action's program fails, the comment does not keep an earlier verdict", async () => {
    const { repository, api } = await broken()
    const clone = await repository.checkout()
    await step(clone, repository, api.url)
    const program = join(clone, PROJECT, 'node_modules/jsonapi-gen')
    await rm(program)
    await mkdir(join(program, 'bin'), { recursive: true })
    // The program also prints the runner's variables that it can see.
    await writeFile(
      join(program, 'bin/jsonapi-gen.js'),
      `process.stdout.write('Tokens: ' + Object.keys(process.env).filter((name) => /^(INPUT|ACTIONS)_/.test(name)).join() + '.\\n')
process.exitCode = 1`,
    )
    const more = { ACTIONS_RUNTIME_TOKEN: 'secret', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret' }
    const { code, stdout, summary } = await step(clone, repository, api.url, more)
    expect([code, summary]).toEqual([1, '## API: ❌ not checked\n\nThe job log says why.\n'])
    expect(api.comments.map(({ body }) => body.slice(body.indexOf('\n') + 1))).toEqual([summary])
    expect(stdout).toContain('Tokens: .')
  }, 60_000)

  test('a folder with the same name as the base is not mistaken for a contract', async () => {
    const { repository, api } = await broken()
    const clone = await repository.checkout()
    await mkdir(join(clone, PROJECT, 'main'))
    const { code, annotations } = await step(clone, repository, api.url, { INPUT_BASE: 'main' })
    expect([code, annotations.length]).toEqual([3, 3])
  }, 60_000)

  test('if `npm ci` has not run, a message says to run it', async () => {
    const { repository, api } = await broken()
    const clone = await repository.checkout()
    await rm(join(clone, PROJECT, 'node_modules'), { recursive: true })
    const { code, annotations } = await step(clone, repository, api.url)
    expect([code, annotations]).toEqual([
      2,
      [
        `::error title=jsonapi-gen::jsonapi-gen is not installed in ${join(clone, PROJECT)}. Run npm ci in an earlier step, or set working-directory.`,
      ],
    ])
  }, 60_000)
})

const fingerprintOf = (annotation = ''): string | undefined =>
  /Fingerprint: (c[\da-f]{15})/.exec(annotation)?.[1]
