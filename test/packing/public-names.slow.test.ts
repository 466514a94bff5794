import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** The entries of the runtime. */
const ENTRIES = [
  'index',
  'v1',
  'adapter',
  'prisma',
  'sql',
  'null',
  'express',
  'fastify',
  'hono',
  'node',
  'testing',
  'vocabulary',
]

/** The entries of the packages that the core can do without. */
const OTHERS = {
  openapi: 'openapi/src/index.ts',
  'openapi/v1': 'openapi/src/v1.ts',
  explorer: 'explorer/src/index.ts',
}

/** One line for each name: the entry, the name, and whether it is a value, a type, or both. */
const LIST = fileURLToPath(new URL('public-names.txt', import.meta.url))

it('the entries export exactly the names in public-names.txt', () => {
  expect(exportedNames()).toEqual(readFileSync(LIST, 'utf8').trimEnd().split('\n'))
})

it('public-names.txt contains each entry of the package', () => {
  const { exports } = JSON.parse(readFileSync(at('runtime/package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, unknown>>
  }
  const subpaths = Object.keys(exports).filter((path) => path !== './package.json')
  expect(subpaths.map((path) => (path === '.' ? 'index' : path.slice('./'.length)))).toEqual(ENTRIES)
})

function exportedNames(): readonly string[] {
  const files = new Map([
    ...ENTRIES.map((entry): [string, string] => [entry, at(`runtime/src/${entry}.ts`)]),
    ...Object.entries(OTHERS).map(([entry, path]): [string, string] => [entry, at(path)]),
  ])
  const { config } = ts.readConfigFile(at('runtime/tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, at('runtime'))
  const program = ts.createProgram([...files.values()], { ...options, noEmit: true, incremental: false })
  const checker = program.getTypeChecker()
  return [...files].flatMap(([entry, file]) => {
    const source = program.getSourceFile(file)
    const symbol = source && checker.getSymbolAtLocation(source)
    if (!symbol) throw new Error(`${file} is no module.`)
    return checker
      .getExportsOfModule(symbol)
      .map((exported) => `${entry} ${exported.name} ${kindsOf(checker, exported)}`)
      .toSorted()
  })
}

/** A name that is exported only as a type is not a value, even if it refers to one. */
function kindsOf(checker: ts.TypeChecker, exported: ts.Symbol): string {
  const isTypeOnly = (exported.declarations ?? []).some(
    (declaration) => ts.isExportSpecifier(declaration) && ts.isTypeOnlyExportDeclaration(declaration),
  )
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
  const { flags } = isAlias ? checker.getAliasedSymbol(exported) : exported
  const isValue = !isTypeOnly && (flags & ts.SymbolFlags.Value) !== 0
  const isType = (flags & ts.SymbolFlags.Type) !== 0
  return [isValue && 'value', isType && 'type'].filter(Boolean).join(' ')
}
