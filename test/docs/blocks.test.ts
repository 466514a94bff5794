import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksIn, isOf } from './blocks.js'
import { PAGES } from './pages.js'

/** A call of `blocksOf` in a test: the blocks that the test runs. */
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
  test('a block has the heading that it stands below, what stands behind its language, and its line', () => {
    expect(blocksIn('test/docs/blocks-example.md')).toEqual([
      { heading: 'One', language: 'ts', name: 'src/a.ts', line: 4, text: 'const a = 1\n# no heading\n' },
      { heading: 'Two', language: 'markdown', name: '', line: 11, text: '```ts\n```\n' },
    ])
  })

  test.each(PAGES)('every block of %s has a language, and a test that runs it', (page) => {
    const own = claims.filter((claim) => claim.page === page)
    const unclaimed = blocksIn(page).filter(
      (block) =>
        block.language === '' || !own.some(({ language, heading }) => isOf(block, language, heading)),
    )
    expect(
      unclaimed.map(({ line, language, heading }) => `${page}:${line} ${language} (${heading})`),
    ).toEqual([])
  })

  test('every claim has a block', () => {
    expect(claims.length).toBeGreaterThan(40)
    const empty = claims.filter(
      ({ page, language, heading }) => !blocksIn(page).some((block) => isOf(block, language, heading)),
    )
    expect(empty).toEqual([])
  })

  test('every claim is made with literals, and by a test or by what a test imports', () => {
    const calls = sources.flatMap(({ name, text }) => [...text.matchAll(/\bblocksOf\(/g)].map(() => name))
    expect(calls).toEqual(claims.map(({ runner }) => runner))
    const isTest = (name: string): boolean => /\.(?:test|install)\.ts$/.test(name)
    const imported = (name: string): boolean =>
      sources.some(
        (source) => isTest(source.name) && source.text.includes(`/${basename(name).replace('.ts', '.js')}'`),
      )
    expect(claims.map(({ runner }) => runner).filter((name) => !isTest(name) && !imported(name))).toEqual([])
  })
})
