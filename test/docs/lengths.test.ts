import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contentsOf } from '../../docs/.vitepress/contents.js'
import { at } from '../../scripts/lib/paths.js'
import { PAGES } from './pages.js'

const wordsOf = (page: string): number => readFileSync(at(page), 'utf8').split(/\s+/).filter(Boolean).length

/** Pages in which somebody looks something up have no bound. The site's home page says what the README says. */
const UNBOUNDED = ['home', 'schema-format', 'policies', 'diagnostics', 'conformance'].map(
  (name) => `docs/${name}.md`,
)

const [guides] = contentsOf(readFileSync(at('docs/README.md'), 'utf8'))

describe('docs/lengths: what somebody reads is short', () => {
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

  test('README and docs have at most 28,000 words, without the pages to look things up in', () => {
    const pages = PAGES.filter(
      (page) => page === 'README.md' || (/^docs\/[^/]+$/.test(page) && !UNBOUNDED.includes(page)),
    )
    const total = pages.map(wordsOf).reduce((sum, count) => sum + count, 0)
    expect(total).toBeGreaterThan(20_000)
    expect(total).toBeLessThanOrEqual(28_000)
  })
})
