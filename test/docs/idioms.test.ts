import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { faultsIn, IDIOMS, IDIOMS_OF_COMMENTS, NUMBERS, proseOf } from './idiom.js'

/** The code with messages for users and clients. */
const MESSAGES = ['src', 'runtime/src', 'explorer/page', 'client/src', 'kysely/src', 'create/src']

/** The code in which all comments are checked. */
const COMMENTED = [
  'src',
  'runtime/src',
  'openapi/src',
  'explorer/src',
  'explorer/page',
  'client/src',
  'kysely/src',
  'prove/src',
  'create/src',
]

const TEMPLATES = ['templates', 'templates-init', 'create/templates']

describe('docs/idioms: messages, comments and templates are in idiomatic English', () => {
  test('the check finds an unidiomatic phrase and suggests a replacement', () => {
    expect(faultsIn('a.ts', 'An unknown id is a 404, in place of null.')).toEqual([
      'a.ts: "is a 404": write "returns 404"',
      'a.ts: "in place of": write "instead of"',
    ])
    expect(faultsIn('a.ts', 'An unknown id returns 404.')).toEqual([])
  })

  test.each(MESSAGES)('messages in %s are idiomatic', (folder) => {
    const files = filesUnder(folder, /\.tsx?$/)
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((file) => messagesOf(file).flatMap((text) => faultsIn(file, text)))).toEqual([])
  })

  test('the check finds phrases that span lines of a comment, but ignores code', () => {
    const source =
      '/**\n * It is made in\n * place of another\n * ```ts\n * const whoever = 1;\n * ```\n */\nlet a // can not\n'
    expect(commentsOf('a.ts', source).flatMap((text) => faultsIn('a.ts', text))).toEqual([
      'a.ts: "in place of": write "instead of"',
      'a.ts: "can not": write "cannot"',
    ])
    expect(faultsIn('a.ts', 'Refuses it (rule 14.7).', NUMBERS)).toHaveLength(1)
  })

  test.each(COMMENTED)('comments in %s are idiomatic', (folder) => {
    const files = filesUnder(folder, /\.tsx?$/)
    expect(files.length).toBeGreaterThan(0)
    const all = [...IDIOMS, ...IDIOMS_OF_COMMENTS]
    expect(files.flatMap((file) => commentsOf(file).flatMap((text) => faultsIn(file, text, all)))).toEqual([])
  })

  test.each(TEMPLATES)('templates in %s are idiomatic', (folder) => {
    const files = filesUnder(folder, /\.hbs$/)
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((file) => faultsIn(file, readFileSync(at(file), 'utf8')))).toEqual([])
  })

  test('descriptions in schema.json are idiomatic', () => {
    expect(faultsIn('schema.json', readFileSync(at('schema.json'), 'utf8'))).toEqual([])
  })
})

function filesUnder(folder: string, name: RegExp): readonly string[] {
  return readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`)
}

/** The string literals, templates and JSX texts in a module. */
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

/** The comments in a module, each as one line without its code blocks. */
function commentsOf(path: string, source = readFileSync(at(path), 'utf8')): readonly string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ]
    for (const { pos, end } of ranges) found.set(pos, proseOf(source.slice(pos, end)))
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return [...found.values()]
}
