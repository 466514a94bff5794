import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** What somebody who speaks English does not say, and what they say instead. */
const IDIOMS: readonly { readonly found: RegExp; readonly write: string }[] = [
  { found: /\b(?:is|are) an? [1-5]\d\d\b/g, write: 'returns 404' },
  { found: /\bthe answer is\b/gi, write: 'the response is' },
  { found: /\bin place of\b/gi, write: 'instead of' },
  { found: /\bmends?\b/gi, write: 'fix' },
  { found: /\bcan not\b/gi, write: 'cannot' },
  { found: /\bcan't\b/gi, write: 'cannot' },
  { found: /\bhas to (?!do\b)/g, write: 'must' },
  { found: /\b(?:tells? of|says? nothing of)\b/gi, write: 'mentions, reports, does not mention' },
  { found: /\bstands? (?:at|in)\b/gi, write: 'is in' },
  { found: /\bfor who\b/gi, write: 'for users who' },
  { found: /\bnot any more\b|\bany more\b(?! than)/gi, write: 'no longer' },
  { found: /\bfor ever\b/gi, write: 'forever' },
  { found: /\bbroke off\b/gi, write: 'is incomplete' },
  { found: /\bare no (?:texts|lists|names)\b/gi, write: 'are not' },
  { found: /\b(?:may|can) leave it out\b/gi, write: 'may omit it' },
]

/** The code whose messages users and clients read. */
const MESSAGES = ['src', 'runtime/src', 'runtime/explorer/src', 'client/src', 'kysely/src', 'create/src']

const TEMPLATES = ['templates', 'templates-init', 'create/templates']

describe('docs/idioms: messages and templates are in idiomatic English', () => {
  test('an unidiomatic phrase is found, with a replacement', () => {
    expect(faultsIn('a.ts', 'An unknown id is a 404, in place of null.')).toEqual([
      'a.ts: "is a 404": write "returns 404"',
      'a.ts: "in place of": write "instead of"',
    ])
    expect(faultsIn('a.ts', 'An unknown id returns 404.')).toEqual([])
  })

  test.each(MESSAGES)('messages of %s', (folder) => {
    const files = filesUnder(folder, /\.tsx?$/)
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((file) => messagesOf(file).flatMap((text) => faultsIn(file, text)))).toEqual([])
  })

  test.each(TEMPLATES)('files of %s', (folder) => {
    const files = filesUnder(folder, /\.hbs$/)
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((file) => faultsIn(file, readFileSync(at(file), 'utf8')))).toEqual([])
  })

  test('descriptions of schema.json', () => {
    expect(faultsIn('schema.json', readFileSync(at('schema.json'), 'utf8'))).toEqual([])
  })
})

function filesUnder(folder: string, name: RegExp): readonly string[] {
  return readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`)
}

function faultsIn(path: string, text: string): readonly string[] {
  return IDIOMS.flatMap(({ found, write }) =>
    [...text.matchAll(found)].map(
      ([said]) => `${path}: ${JSON.stringify(said)}: write ${JSON.stringify(write)}`,
    ),
  )
}

/** The string literals, templates and texts of JSX of a module. */
function messagesOf(path: string): readonly string[] {
  const source = readFileSync(at(path), 'utf8')
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push(node.text)
    }
    if (ts.isJsxText(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
