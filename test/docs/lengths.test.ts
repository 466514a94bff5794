import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contentsOf } from '../../docs/.vitepress/contents.js'
import { at } from '../../scripts/lib/paths.js'
import { PAGES } from './pages.js'

const wordsOf = (page: string): number => readFileSync(at(page), 'utf8').split(/\s+/).filter(Boolean).length

/** Reference pages, in which readers look up one entry at a time, have no limit. */
const UNBOUNDED = ['schema-format', 'policies', 'diagnostics', 'conformance', 'meta-frameworks'].map(
  (name) => `docs/${name}.md`,
)

const [guides, questions] = contentsOf(readFileSync(at('docs/README.md'), 'utf8'))

describe('docs/lengths: pages are short', () => {
  test('there are at most twelve guides', () => {
    expect(guides?.title).toBe('Guides')
    expect(guides?.pages.length).toBeGreaterThan(5)
    expect(guides?.pages.length).toBeLessThanOrEqual(12)
  })

  test.each(guides?.pages.map(({ path }) => path) ?? [])('the guide %s has at most 900 words', (path) => {
    expect(wordsOf(`docs/${path}`)).toBeLessThanOrEqual(900)
  })

  test('the README has at most 600 words', () => {
    expect(wordsOf('README.md')).toBeLessThanOrEqual(600)
  })

  const told = [
    'docs/home.md',
    ...[guides, questions].flatMap((part) => part?.pages ?? []).map(({ path }) => `docs/${path}`),
  ]
  const totalOf = (pages: readonly string[]): number =>
    pages.map(wordsOf).reduce((sum, count) => sum + count, 0)

  test('the home page, the guides and the questions have at most 12,000 words', () => {
    expect(questions?.title).toBe('Questions')
    expect(totalOf(told)).toBeGreaterThan(8000)
    expect(totalOf(told)).toBeLessThanOrEqual(12_000)
  })

  test('the README and the reference have at most 20,500 words, not counting pages in which readers look up single entries', () => {
    const pages = PAGES.filter(
      (page) =>
        page === 'README.md' ||
        (/^docs\/[^/]+$/.test(page) && !UNBOUNDED.includes(page) && !told.includes(page)),
    )
    expect(totalOf(pages)).toBeGreaterThan(10_000)
    expect(totalOf(pages)).toBeLessThanOrEqual(20_500)
  })
})
