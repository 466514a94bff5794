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

/** The code whose comments are checked as a whole. Of the runtime, only the docstrings of public exports are. */
const COMMENTED = ['src', 'client/src', 'kysely/src', 'create/src']

/** Phrases that are checked only in comments, because messages still have some of them. */
const IDIOMS_OF_COMMENTS: typeof IDIOMS = [
  { found: /\bwhoever\b/gi, write: 'a noun, such as the caller' },
  { found: /\ban answer\b|\banswers of\b/gi, write: 'response, result' },
  { found: /\bgoes by\b/gi, write: 'uses' },
  { found: /\banything else than\b|\banother \w+ than\b/gi, write: 'different from' },
  { found: /\bin the words of\b/gi, write: 'by the names of' },
  { found: /\blead(?:s)? to (?:no|any number of|at most)\b/gi, write: 'may be null, is to-many' },
  { found: /\bresource's own beside\b|\bbeside the five\b/gi, write: 'own actions' },
  { found: /\bwithout a word\b/gi, write: 'silently' },
]

/** Editors show docstrings, whose readers do not have our list of rules. */
const NUMBERS: typeof IDIOMS = [
  {
    found: /\brules? \d+(?:\.\d+)?\b|\bspecification \d|\bchapter \d+/gi,
    write: 'nothing: a reader of a hover cannot look them up',
  },
]

/** The packages with entries that others import. */
const PACKAGES = ['.', 'runtime', 'client', 'kysely']

const TEMPLATES = ['templates', 'templates-init', 'create/templates']

describe('docs/idioms: messages, comments, docstrings and templates are in idiomatic English', () => {
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

  test('phrases of comments are found over the ends of lines, and not in code', () => {
    const source =
      '/**\n * It is made in\n * place of another\n * ```ts\n * const whoever = 1;\n * ```\n */\nlet a // can not\n'
    expect(commentsOf('a.ts', source).flatMap((text) => faultsIn('a.ts', text))).toEqual([
      'a.ts: "in place of": write "instead of"',
      'a.ts: "can not": write "cannot"',
    ])
    expect(faultsIn('a.ts', 'Refuses it (rule 14.7).', NUMBERS)).toHaveLength(1)
  })

  test.each(COMMENTED)('comments of %s', (folder) => {
    const files = filesUnder(folder, /\.tsx?$/)
    expect(files.length).toBeGreaterThan(0)
    const all = [...IDIOMS, ...IDIOMS_OF_COMMENTS]
    expect(files.flatMap((file) => commentsOf(file).flatMap((text) => faultsIn(file, text, all)))).toEqual([])
  })

  test('docstrings of public exports, which have no numbers of rules', () => {
    const found = publicDocstrings(PACKAGES.flatMap(entriesOf))
    const all = [...IDIOMS, ...IDIOMS_OF_COMMENTS, ...NUMBERS]
    expect(found.length).toBeGreaterThan(500)
    expect(found.flatMap(({ path, text }) => faultsIn(path, text, all))).toEqual([])
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

function faultsIn(path: string, text: string, idioms = IDIOMS): readonly string[] {
  return idioms.flatMap(({ found, write }) =>
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

/** The comments of a module, each as one line without its blocks of code. */
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

/** The sources of the entries that a package exports. */
function entriesOf(name: string): readonly string[] {
  const { exports } = JSON.parse(readFileSync(at(`${name}/package.json`), 'utf8')) as {
    exports: Record<string, string | { types?: string }>
  }
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' || !entry.types
      ? []
      : [at(`${name}/${entry.types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts')}`)],
  )
}

/** The docstrings of what entries export, and of its public members. */
function publicDocstrings(
  entries: readonly string[],
): readonly { readonly path: string; readonly text: string }[] {
  const program = ts.createProgram(entries, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  })
  const checker = program.getTypeChecker()
  const found = new Map<string, { path: string; text: string }>()
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || isPrivate(node)) return
    for (const comment of ts.getJSDocCommentsAndTags(node)) {
      const path = comment.getSourceFile().fileName
      if (ts.isJSDoc(comment)) found.set(`${path}:${comment.pos}`, { path, text: proseOf(comment.getText()) })
    }
    ts.forEachChild(node, visit)
  }
  for (const entry of entries) {
    const file = program.getSourceFile(entry)
    const module = file && checker.getSymbolAtLocation(file)
    if (!module) throw new Error(`${entry} is not a module.`)
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
      const { declarations = [] } = isAlias ? checker.getAliasedSymbol(exported) : exported
      for (const declaration of declarations) {
        if (!declaration.getSourceFile().fileName.includes('/node_modules/')) visit(declaration)
      }
    }
  }
  return [...found.values()]
}

const isPrivate = (node: ts.Node): boolean =>
  (ts.isClassElement(node) && node.name !== undefined && ts.isPrivateIdentifier(node.name)) ||
  (ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))

/** A comment as one line, without its marks and its blocks of code. */
const proseOf = (comment: string): string =>
  comment
    .replaceAll(/^ *\* ```[^]*?^ *\* ```$/gm, '')
    .replaceAll(/^\/\*\*? ?|\s*\*\/$/g, '')
    .replaceAll(/^\s*(?:\*|\/\/) ?/gm, '')
    .replaceAll(/\s+/g, ' ')
