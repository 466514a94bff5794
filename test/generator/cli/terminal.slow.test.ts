import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { oneIn } from '../../support/sample.js'
import { progressOn } from '../../../src/cli/progress.js'
import { schemaOf } from '../../robustness/support/schemas.js'
import { blogCopy } from '../support/blog.js'
import { jsonapiGen } from '../support/cli.js'
import { folderWith } from '../support/folder.js'
import { leftOn, onTerminal } from '../support/terminal.js'

/** Numbers of resources for which generating, or generating and writing, takes more than a second. */
const MANY = { generated: 500, written: 350 }

const COLOUR = '\u001B['

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

model Thing {
  id     Int     @id @default(autoincrement())
  name   String
  first  Int?
  nextId Int?
  next   Thing?  @relation("next", fields: [nextId], references: [id])
  before Thing[] @relation("next")

  @@index([name])
  @@index([first])
  @@index([nextId])
}
`

const project = (resources: number): Promise<string> =>
  folderWith({
    'schema.yaml': `prisma: { schema: data.prisma }\n${schemaOf('first', resources)}`,
    'data.prisma': DATAMODEL,
  })

const summaryOf = (resources: number): string =>
  `${3 * resources + 7} files written, 0 unchanged, 0 yours in api`

describe('a run that takes longer than a second', () => {
  test('progress is shown on a terminal, and only the summary remains at the end', async () => {
    const { code, text } = await onTerminal(['generate'], await project(MANY.generated))
    expect({ code, left: leftOn(text) }).toEqual({ code: 0, left: [summaryOf(MANY.generated)] })
    expect(text).toMatch(new RegExp(`\\rGenerating \\d+ of ${MANY.generated + 4}\\u001B\\[K\\r`))
    expect(text).toContain('\rWriting to api\u001B[K\r')
  }, 60_000)

  test.each(
    oneIn(3, [
      ['with --quiet', ['--quiet'], {}, []],
      ['in CI', [], { CI: 'true' }, [summaryOf(MANY.written)]],
      ['on a terminal that can only print', [], { TERM: 'dumb' }, [summaryOf(MANY.written)]],
    ] as const),
  )(
    'a run shows no progress %s',
    async (_where, options, env, lines) => {
      const { code, text } = await onTerminal(['generate', ...options], await project(MANY.written), env)
      expect({ code, text }).toEqual({ code: 0, text: lines.map((line) => `${line}\r\n`).join('') })
    },
    60_000,
  )

  test('a run shows no progress if its output is piped', async () => {
    const { CI: _, ...env } = process.env
    const ended = await jsonapiGen(['generate'], await project(MANY.written), env)
    expect(ended).toEqual({ code: 0, stdout: '', stderr: `${summaryOf(MANY.written)}\n` })
  }, 60_000)
})

test('a run shorter than a second shows no progress, and a longer one shows its current step after a second', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let sent = ''
  const progress = progressOn({ watched: true, err: (text) => void (sent += text) })
  progress.say('Generating 20 of 40')
  vi.advanceTimersByTime(900)
  progress.clear()
  vi.advanceTimersByTime(900)
  expect(sent).toBe('')
  progress.say('Writing')
  progress.clear()
  expect(sent).toBe('\rWriting\u001B[K\r\u001B[K')
})

describe('coloured output', () => {
  /** A copy of the blog with a changed schema. */
  async function changed(): Promise<string> {
    const { folder, schema } = await blogCopy()
    const text = await readFile(join(folder, schema), 'utf8')
    await writeFile(join(folder, schema), text.replace('max: 100', 'max: 50'))
    return folder
  }
  const DIFF = ['generate', '--schema', 'schema.example.yaml', '--diff']

  test('on a terminal, colors distinguish added and removed lines of `--diff`', async () => {
    const { code, text } = await onTerminal(DIFF, await changed())
    expect(code).toBe(0)
    expect(text).toContain('\u001B[31m-    this.maxPageSize(100);\u001B[39m\r\n')
    expect(text).toContain('\u001B[32m+    this.maxPageSize(50);\u001B[39m\r\n')
  })

  test('output is not colored with NO_COLOR or in a pipe', async () => {
    const folder = await changed()
    // On a slow machine, the run shows its progress. With CI, the compared output does not contain it.
    const bare = await onTerminal(DIFF, folder, { NO_COLOR: '1', CI: 'true' })
    const piped = await jsonapiGen(DIFF, folder)
    expect(piped.stdout).toContain('\n-    this.maxPageSize(100);\n+    this.maxPageSize(50);\n')
    expect(piped.stdout + piped.stderr).not.toContain(COLOUR)
    expect(bare.text.replaceAll('\r\n', '\n')).toBe(piped.stdout + piped.stderr)
  })

  test.each([
    ['{ FORCE_COLOR: 1 }', { FORCE_COLOR: '1' }, true],
    ['{ FORCE_COLOR: 1, NO_COLOR: 1 }, as in Node itself', { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['{ FORCE_COLOR: 0 }', { FORCE_COLOR: '0' }, false],
    ['neither', {}, false],
  ])(
    'FORCE_COLOR is respected in a pipe, for diagnostics, invalid invocations and `--help`: %s',
    async (_name, env, expected) => {
      const folder = await folderWith({
        'schema.yaml': 'resources: { notes: { public: true, attributes: { title: strng } } }\n',
      })
      const { FORCE_COLOR: _, NO_COLOR: _none, ...rest } = process.env
      const runs = [['validate'], ['generat'], ['generate', '--format', 'xml'], ['--help']]
      const ended = await Promise.all(runs.map((each) => jsonapiGen(each, folder, { ...rest, ...env })))
      expect(ended.map(({ stdout, stderr }) => (stdout + stderr).includes(COLOUR))).toEqual(
        runs.map(() => expected),
      )
    },
  )

  test("a diagnostic's subject is highlighted, unless NO_COLOR is set", async () => {
    const folder = await folderWith({
      'schema.yaml': 'resources: { notes: { public: true, attributes: { title: strng } } }\n',
    })
    const { code, text } = await onTerminal(['validate'], folder)
    expect({ code, isColoured: text.includes(COLOUR) }).toEqual({ code: 2, isColoured: true })
    const bare = await onTerminal(['validate'], folder, { NO_COLOR: '1' })
    expect(bare.text.replaceAll('\r\n', '\n')).toBe((await jsonapiGen(['validate'], folder)).stderr)
  })

  test('the resources in `policies` are highlighted, unless NO_COLOR is set', async () => {
    const folder = await folderWith({
      'schema.yaml': 'resources: { notes: { public: true, attributes: {} } }\n',
    })
    const { code, text } = await onTerminal(['policies'], folder)
    expect({ code, isColoured: text.includes(`${COLOUR}36mnotes`) }).toEqual({ code: 0, isColoured: true })
    const bare = await onTerminal(['policies'], folder, { NO_COLOR: '1' })
    expect(bare.text.replaceAll('\r\n', '\n')).toBe((await jsonapiGen(['policies'], folder)).stdout)
  })
})
