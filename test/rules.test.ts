import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../scripts/lib/paths.js'

const FOLDERS = [
  'src',
  'runtime',
  'client',
  'create',
  'test',
  'bench',
  'scripts',
  'templates',
  'docs',
  'bin',
  'examples',
]
const FILES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'schema.example.yaml']
const NOT_OURS = /(^|\/)(node_modules|dist|fixtures|\.generated|src\/prisma\/generated)\//
const TEXT = /\.(ts|js|md|hbs|prisma|yaml)$/

/** All texts in this repository that people write, by path. */
const texts = new Map(
  [...FILES, ...FOLDERS.flatMap((folder) => filesIn(folder))].map((path) => [
    path,
    readFileSync(at(path), 'utf8'),
  ]),
)

const RULES = 'docs/internals/rules.md'
const rules = texts.get(RULES) ?? ''
const numbers = [...rules.matchAll(/^\*\*(\d+\.\d+)\*\* /gm)].map(([, number = '']) => number)
const known = new Set([...numbers, ...headings(rules)])

describe('docs/internals/rules.md', () => {
  test('each rule has a unique number, in order, in the chapter with that number', () => {
    const found: string[] = []
    for (const line of rules.split('\n')) {
      const chapter = /^## (\d+) /.exec(line)?.[1]
      if (chapter !== undefined) found.push(chapter)
      const rule = /^\*\*(\d+\.\d+)\*\*/.exec(line)?.[1]
      if (rule !== undefined) found.push(rule)
    }
    const inOrder = found
      .map((number): [number, number] => [Number(number.split('.')[0]), Number(number.split('.')[1] ?? 0)])
      .toSorted((one, other) => one[0] - other[0] || one[1] - other[1])
      .map(([chapter, rule]) => (rule === 0 ? `${chapter}` : `${chapter}.${rule}`))
    expect(found).toEqual(inOrder)
    expect(new Set(found).size).toBe(found.length)
    expect(numbers.length).toBeGreaterThan(100)
  })

  test('every rule that a text cites exists', () => {
    expect(cited(rulesCitedIn).filter(({ what }) => !known.has(what))).toEqual([])
  })

  test('every section that a text cites is a heading in docs/internals/specification.md', () => {
    const sections = new Set(headings(texts.get('docs/internals/specification.md') ?? ''))
    expect(cited(sectionsCitedIn).filter(({ what }) => !sections.has(what))).toEqual([])
  })
})

describe('the repository does not refer to anything outside it', () => {
  test('no text cites an issue number', () => {
    expect(cited((text) => [...text.matchAll(/\bissues? #?\d+/gi)].map(([found]) => found))).toEqual([])
  })

  test('no text cites a document that does not exist', () => {
    const named = /(?<![\w$}*])(?:[\w.-]+\/)*[\w.-]+\.md\b/g
    expect(cited((text, path) => matches(prose(text, path), named)).filter(isMissing)).toEqual([])
  })

  test("no text cites a missing file in one of the repository's folders", () => {
    // `src` and `examples` are also folders in users' projects.
    const named =
      /(?<![\w./-])(?:runtime|test|bench|scripts|templates|docs)\/[\w./-]+\.(?:ts|js|md|hbs|sql|prisma)\b/g
    expect(cited((text, path) => matches(prose(text, path), named)).filter(isMissing)).toEqual([])
  })
})

interface Citation {
  readonly path: string
  /** The cited rule, section or file. */
  readonly what: string
}

function cited(find: (text: string, path: string) => readonly string[]): readonly Citation[] {
  return [...texts]
    .filter(([path]) => path !== 'test/rules.test.ts')
    .flatMap(([path, text]) => find(text, path).map((what) => ({ path, what })))
}

/**
 * "rule 3.4", "rules 3.4, 4 and 6.1", "rules 3.1 to 3.7", and the rules in a test's name: `filters/groups
 * (3.5)`.
 */
function rulesCitedIn(text: string, path: string): readonly string[] {
  const inProse = [
    ...text.matchAll(
      /\brules?[\s*/]+(\d+(?:\.\d+)?(?:(?:[\s*/]*,|[\s*/]+and|[\s*/]+to)[\s*/]+\d+(?:\.\d+)?\b)*)/gi,
    ),
  ].flatMap(([, list = '']) => [...list.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number))
  const names = [...text.matchAll(/\b(?:describe|test|it)\b[^'"`\n]*\(\s*(['"`])(.*?)\1,/g)].map(
    ([, , name = '']) => name,
  )
  const inNames = names.flatMap((name) => {
    const list = /^\d+\.\d+|\((?:\d+(?:\.\d+)?(?:, | to )?)+\)/.exec(name)?.[0] ?? ''
    return [...list.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number)
  })
  return /\.(?:test|install)\.ts$/.test(path) ? [...inProse, ...inNames] : inProse
}

function sectionsCitedIn(text: string): readonly string[] {
  return [
    ...text.matchAll(/\bspecification[\s*]+(\d+(?:\.\d+)?(?:(?:,|[\s*]+and)[\s*]+\d+\.\d+)*)/gi),
  ].flatMap(([, list = '']) => [...list.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number))
}

/** The prose in a file: all of a document, or the comments in code. */
function prose(text: string, path: string): string {
  if (path.endsWith('.md')) return text
  return matches(text, /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm).join('\n')
}

const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([found]) => found)

const isMissing = ({ path, what }: Citation): boolean => {
  // Pages that npm shows contain absolute links to the repository.
  const file = what.replace(/^github\.com\/jsonapi-gen\/jsonapi-gen\/blob\/main\//, '')
  return !existsSync(at(file)) && !existsSync(join(dirname(at(path)), file))
}

function headings(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^## (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => number)
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (NOT_OURS.test(`${path}/`)) return []
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() && TEXT.test(path) ? [path] : []
  })
}
