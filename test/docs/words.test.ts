import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { PAGES as ALL } from './pages.js'

/** The pages for users. They include neither the pages for contributors nor the changelog. */
const PAGES = ALL.filter((page) => !page.startsWith('docs/internals/') && page !== 'CHANGELOG.md')

/** The code whose comments and messages are checked. */
const FOLDERS = ['src', 'runtime/src', 'client/src', 'create/src']

/** Words that make a sentence hard to read, and what to write instead. */
const WORDS: readonly { readonly found: RegExp; readonly write: string }[] = [
  {
    found:
      /(?<!\bthere )(?<!\bit )\b(?:is|was) no (?!longer\b)[a-z]+|(?<!\bthere )\bis no (?:["'`]|\$\{)|\bit is no (?!longer\b)[a-z]+/gi,
    write: 'is not a …',
  },
  { found: /(?<!\bthere )\b(?:are|were) no (?!longer\b)[a-z]+/gi, write: 'are not …' },
  { found: /\bof which\b/gi, write: 'whose …, or two sentences' },
  {
    found: /(?<=^|[.:!]\s+|\n\s*[-*]\s+)Who (?!is asking\b)[a-z][^.?!:]*(?:[.!:]|$)/g,
    write: 'a noun as the subject',
  },
  { found: /(?<=^|[.:!]\s+)What it (?:[a-z]+ )*is\b[^.?!]*(?:[.!]|$)/g, write: 'a noun as the subject' },
]

describe('docs/words', () => {
  test('the check finds difficult words and reports their lines', () => {
    expect(
      faultsIn('a.md', 'Fine.\nIt is one that is no list.\nThere is no list, and it is no longer one.'),
    ).toEqual(['a.md:2: "is no list": write "is not a …"'])
    expect(faultsIn('a.md', 'A list of\nwhich one is left. Who reads it knows. Who reads it?')).toEqual([
      'a.md:1: "of which": write "whose …, or two sentences"',
      'a.md:2: "Who reads it knows.": write "a noun as the subject"',
    ])
    expect(faultsIn('a.md', 'What it asks for is written.')).toHaveLength(1)
  })

  test.each(PAGES)('%s uses plain words', (page) => {
    expect(faultsIn(page, proseOf(readFileSync(at(page), 'utf8')))).toEqual([])
  })

  test.each(FOLDERS)('comments and messages in %s use plain words', (folder) => {
    const files = readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(0)
    const faults = files.flatMap((file) => {
      const path = `${folder}/${file}`
      return textsOf(path).flatMap(({ text, line }) => faultsIn(path, text, line))
    })
    expect(faults).toEqual([])
  })
})

/** The difficult words in a text, each with its location. The text begins at the given line. */
function faultsIn(path: string, text: string, first = 1): string[] {
  // Sentences may continue on the next line.
  const flat = text.replaceAll(/\n(?=\S)/g, ' ')
  return WORDS.flatMap(({ found, write }) =>
    [...flat.matchAll(found)].map((match) => ({ at: match.index, said: match[0], write })),
  )
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: offset, said, write }) => {
      const line = first + [...text.slice(0, offset).matchAll(/\n/g)].length
      return `${path}:${line}: ${JSON.stringify(said)}: write "${write}"`
    })
}

/** The prose on a page. Headings, code blocks and inline code lose their words, but their lines are kept. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^ *```[^]*?^ *```/gm, (block) => block.replaceAll(/[^\n]+/g, ''))
    .replaceAll(/^#.*/gm, '')
    .replaceAll(/`[^`\n]+`/g, (code) => 'x'.repeat(code.length))
}

/** The comments and string literals in a module, each with the number of its first line. */
function textsOf(path: string): readonly { readonly text: string; readonly line: number }[] {
  const source = readFileSync(at(path), 'utf8')
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const texts = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) {
      texts.set(pos, withoutMarks(source.slice(pos, end)))
    }
    for (const { pos, end } of ts.getTrailingCommentRanges(source, node.getEnd()) ?? []) {
      texts.set(pos, withoutMarks(source.slice(pos, end)))
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const start = node.getStart(file)
      texts.set(start, ` ${source.slice(start + 1, node.getEnd() - 1)}`)
    }
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return [...texts].map(([pos, text]) => ({ text, line: file.getLineAndCharacterOfPosition(pos).line + 1 }))
}

/** A comment without its comment marks and its indentation. */
const withoutMarks = (comment: string): string =>
  comment.replaceAll(/^\/\*\*? ?|\s*\*\/$/g, '').replaceAll(/^\s*(?:\*|\/\/) ?/gm, '')
