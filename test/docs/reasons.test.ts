import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { useClient } from '../support/blog.js'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { blocksOf } from './blocks.js'

const PAGES = [
  {
    page: 'README.md',
    code: blocksOf('README.md', 'ts'),
    printed: blocksOf('README.md', 'text'),
    request: blocksOf('README.md', 'http'),
    refusal: blocksOf('README.md', 'json', 'Why'),
  },
  {
    page: 'docs/home.md',
    code: blocksOf('docs/home.md', 'ts'),
    printed: blocksOf('docs/home.md', 'text'),
    request: blocksOf('docs/home.md', 'http'),
    refusal: blocksOf('docs/home.md', 'json'),
  },
]

describe.each(PAGES)(
  'docs/reasons: the reasons for using the generator on $page',
  ({ code, printed, request, refusal }) => {
    let db: OpenDatabase<BlogClient>
    beforeAll(async () => {
      db = await sqlite.open({ seed: true })
      useClient(db.prisma)
    })
    afterAll(() => db.close())

    test('the scope in the reasons for using the generator is part of an example', async () => {
      expect(code.length).toBe(1)
      for (const { path = '', text } of code) expect(await readFile(at(path), 'utf8')).toContain(text)
    })

    test("`diff` prints the documented output if the title's maximum length shrinks", async () => {
      expect(await diffOfShorterTitle('text')).toEqual({ exit: 3, printed: printed[0]?.text.trim() })
    })

    test('the nested write in the reasons for using the generator returns the documented response, and writes no records', async () => {
      const [{ text } = { text: '' }] = request
      const [, method = '', path = '', status] = /^(\w+) (\S+) → (\d+)$/m.exec(text) ?? []
      const before = await db.prisma.post.count()
      const response = await api.fetch(
        new Request(`http://blog.test${path}`, {
          method,
          headers: { 'content-type': 'application/vnd.api+json' },
          body: text.slice(text.indexOf('\n')),
        }),
      )
      const { errors } = (await response.json()) as { errors: unknown }
      expect(response.status).toBe(Number(status))
      // The page omits the members for programs: code, title and meta.
      expect({ errors }).toMatchObject({
        ...(JSON.parse(refusal[0]?.text ?? '') as object),
      })
      expect(await db.prisma.post.count()).toBe(before)
    })
  },
)

test('docs/contract.md shows the output of `diff` for a pull request that shortens the title', async () => {
  const [shown] = blocksOf('docs/contract.md', 'markdown', 'In a pull request')
  expect(await diffOfShorterTitle('markdown')).toEqual({ exit: 3, printed: shown?.text.trim() })
})

/** Shortens the titles of the blog, and compares the result with its contract. */
async function diffOfShorterTitle(format: string): Promise<unknown> {
  const schema = await readFile(at('schema.example.yaml'), 'utf8')
  const folder = at('.tmp/reasons')
  await mkdir(folder, { recursive: true })
  await writeFile(
    `${folder}/schema.example.yaml`,
    schema
      .replace('maxLength: 200', 'maxLength: 100')
      .replaceAll(/(schema|client): examples/g, '$1: ../../examples'),
  )
  const contract = at('examples/blog/src/api/generated/contract.gen.json')
  const options = ['--schema', 'schema.example.yaml', '--fail-on', 'breaking', '--format', format]
  const { stdout, code } = await jsonapiGenHere(['diff', contract, ...options], folder)
  await rm(folder, { recursive: true })
  return { exit: code, printed: stdout.trim() }
}
