import { readFileSync } from 'node:fs'
import { expect, describe, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksIn } from './blocks.js'

const page = readFileSync(at('docs/internals/concepts.md'), 'utf8')

/** The rows of a section, each with the words for its concept. */
const rowsOf = (title: string): readonly (readonly string[])[] => {
  const [, section = ''] = new RegExp(`^## ${title}\n(.*?)(?=^## |\\Z)`, 'ms').exec(`${page}\n## end`) ?? []
  return [...section.matchAll(/^\| (?!concept|---)[^|]+\| (.*) \|$/gm)].map(([, words = '']) =>
    [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  )
}

const first = rowsOf('Before the first response')
const later = rowsOf('Before the end of the tutorial')
const after = rowsOf('On the next page')

/** All keys that a schema may contain. */
const KEYS: ReadonlySet<string> = new Set(
  [...readFileSync(at('schema.json'), 'utf8').matchAll(/^\s*"([\w-]+)": \{$/gm)].map(([, name = '']) => name),
)

/** Names from the shop, which are not our words although a schema may contain a key with the same name. */
const OF_THE_SHOP: ReadonlySet<string> = new Set(['status'])

/** The words from documents and queries that the code on a page may contain. */
const WORDS =
  /"(data|type|id|attributes|relationships|included|temp-id|method|errors|code|source|parameter|pointer|meta|links|lid)":|\b(filter|fields|page|stats|extra_fields)\[|[?&](include|sort)=/g

/** Our words in the code on a page, or in the part of it between two strings. */
function wordsOf(path: string, from?: string, to?: string): ReadonlySet<string> {
  const text = readFileSync(at(path), 'utf8')
  const begin = from === undefined ? 0 : text.indexOf(from)
  const end = to === undefined ? text.length : text.indexOf(to, begin)
  const part = text.slice(begin, end)
  const blocks = blocksIn(path).filter(({ text: code }) => part.includes(code.trim()))
  const found = new Set<string>()
  for (const { language, text: code } of blocks) {
    for (const [, member, family, query] of code.matchAll(WORDS)) found.add(member ?? family ?? query ?? '')
    if (language !== 'yaml') continue
    for (const [, name = ''] of code.matchAll(/(?:^\s*|[{,] )([a-zA-Z-]+):/gm)) {
      if (KEYS.has(name) && !OF_THE_SHOP.has(name)) found.add(name)
    }
  }
  return found
}

const unknownOf = (words: ReadonlySet<string>, rows: readonly (readonly string[])[]): readonly string[] =>
  [...words].filter((word) => !rows.flat().includes(word))

describe('docs/concepts: concepts that a newcomer needs', () => {
  test('the README and the tutorial use at most ten concepts before the first response, and list all of them', () => {
    expect(first.length).toBeGreaterThan(5)
    expect(first.length).toBeLessThanOrEqual(10)
    const words = new Set([
      ...wordsOf('README.md', '## A first response', '## What it costs'),
      ...wordsOf('docs/tutorial.md', '## A first response', '## Tables for orders'),
    ])
    expect(words.size).toBeGreaterThan(8)
    expect(unknownOf(words, first)).toEqual([])
  })

  test('the whole tutorial uses at most twenty concepts, and lists all of them', () => {
    expect(later.length).toBeGreaterThan(5)
    expect(first.length + later.length).toBeLessThanOrEqual(20)
    const words = wordsOf('docs/tutorial.md')
    expect(words.size).toBeGreaterThan(15)
    expect(unknownOf(words, [...first, ...later])).toEqual([])
  })

  test('every concept of the page after the tutorial is listed', () => {
    expect(after.length).toBeGreaterThan(3)
    expect(unknownOf(wordsOf('docs/tutorial-guards.md'), [...first, ...later, ...after])).toEqual([])
  })

  test('every listed concept occurs in the README or the tutorial', () => {
    const pages = ['README.md', 'docs/tutorial.md', 'docs/tutorial-guards.md'].map((path) =>
      readFileSync(at(path), 'utf8'),
    )
    const absent = [...first, ...later, ...after]
      .flat()
      .filter((word) => !pages.some((text) => text.includes(word)))
    expect(absent).toEqual([])
  })
})
