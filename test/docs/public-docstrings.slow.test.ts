import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { faultsIn, IDIOMS, IDIOMS_OF_COMMENTS, NUMBERS, proseOf } from './idiom.js'

/** The packages with public entries. */
const PACKAGES = ['.', 'runtime', 'openapi', 'explorer', 'client', 'kysely']

test('docs/public-docstrings: public docstrings are in idiomatic English, without rule numbers', () => {
  const found = publicDocstrings(PACKAGES.flatMap(entriesOf))
  const all = [...IDIOMS, ...IDIOMS_OF_COMMENTS, ...NUMBERS]
  expect(found.length).toBeGreaterThan(500)
  expect(found.flatMap(({ path, text }) => faultsIn(path, text, all))).toEqual([])
})

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

/** The docstrings of an entry's exports, and of their public members. */
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
