import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksIn, isOf } from './blocks.js'
import { PAGES } from './pages.js'

/** A call of `blocksOf` in a test, which claims the blocks that the test runs. */
interface Claim {
  readonly runner: string
  readonly page: string
  readonly language: string
  readonly heading: string | undefined
}

const sources = readdirSync(at('test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?!\.generated|fixtures).*\.ts$/.test(name) && !name.startsWith('docs/blocks'))
  .map((name) => ({ name, text: readFileSync(at(`test/${name}`), 'utf8') }))

const claims = sources.flatMap(({ name, text }) =>
  [...text.matchAll(/\bblocksOf\(\s*'([^']+)',\s*'([^']+)'(?:,\s*'([^']+)')?,?\s*\)/g)].map(
    ([, page = '', language = '', heading]): Claim => ({ runner: name, page, language, heading }),
  ),
)

describe('docs/blocks', () => {
  test("each block is returned with the heading and the file name above it, the block's line number, and the text after its language", () => {
    expect(blocksIn('test/docs/blocks-example.md')).toEqual([
      {
        heading: 'One',
        language: 'ts',
        info: '',
        path: 'src/a.ts',
        line: 6,
        text: 'const a = 1\n# no heading\n',
      },
      { heading: 'Two', language: 'markdown', info: 'README.md', line: 13, text: '```ts\n```\n' },
      {
        heading: 'Two',
        language: 'ts',
        info: '',
        path: 'src/a.ts',
        place: 'piece',
        old: 'a = 1',
        line: 20,
        text: 'a = 2\n',
      },
      {
        heading: 'Two',
        language: 'ts',
        info: '',
        path: 'src/a.ts',
        only: 'Hono',
        place: 'line',
        old: 'const a = `1`',
        line: 26,
        text: 'const a = 3\n',
      },
      { heading: 'Two', language: 'ts', info: '', path: 'src/a.ts', place: 'end', line: 32, text: 'a\n' },
      {
        heading: 'Two',
        language: 'ts',
        info: '',
        path: 'src/a.ts',
        place: 'each',
        old: 'a',
        line: 38,
        text: 'b\n',
      },
    ])
  })

  test.each(PAGES)('no block in %s puts its file name where renderers hide it', (page) => {
    const hidden = blocksIn(page).filter(({ info }) => info !== '')
    expect(hidden.map(({ line, info }) => `${page}:${line} ${info}`)).toEqual([])
  })

  test.each(PAGES)('each schema and Dockerfile in %s has a file name', (page) => {
    const nameless = blocksIn(page).filter(
      ({ language, path }) => /^(?:yaml|prisma|docker\w+)$/.test(language) && path === undefined,
    )
    expect(nameless.map(({ line, language }) => `${page}:${line} ${language}`)).toEqual([])
  })

  test.each(PAGES)('each line in %s that looks like a file name belongs to a block', (page) => {
    const lines = readFileSync(at(page), 'utf8').split('\n')
    const labels = lines.filter((line) => /^ *(?:.*\b[Ii]n )?\*\*`\S+`\*\*(?:,.*:)?$/.test(line))
    expect(blocksIn(page).filter(({ path }) => path !== undefined)).toHaveLength(labels.length)
  })

  test.each(PAGES)('every block in %s has a language, and a test runs it', (page) => {
    const own = claims.filter((claim) => claim.page === page)
    const unclaimed = blocksIn(page).filter(
      (block) =>
        block.language === '' || !own.some(({ language, heading }) => isOf(block, language, heading)),
    )
    expect(
      unclaimed.map(({ line, language, heading }) => `${page}:${line} ${language} (${heading})`),
    ).toEqual([])
  })

  test('every block that a test claims to run exists on its page', () => {
    expect(claims.length).toBeGreaterThan(40)
    const empty = claims.filter(
      ({ page, language, heading }) => !blocksIn(page).some((block) => isOf(block, language, heading)),
    )
    expect(empty).toEqual([])
  })

  test('tests identify the blocks that they run only by literals in the test, or in a module that the test imports', () => {
    const calls = sources.flatMap(({ name, text }) => [...text.matchAll(/\bblocksOf\(/g)].map(() => name))
    expect(calls).toEqual(claims.map(({ runner }) => runner))
    const isTest = (name: string): boolean => /\.(?:test|install|site|soak)\.ts$/.test(name)
    const imported = (name: string): boolean =>
      sources.some(
        (source) => isTest(source.name) && source.text.includes(`/${basename(name).replace('.ts', '.js')}'`),
      )
    expect(claims.map(({ runner }) => runner).filter((name) => !isTest(name) && !imported(name))).toEqual([])
  })
})
