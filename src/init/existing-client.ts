import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ts as Ts } from 'ts-morph'
import { typescript } from '../typescript/typescript.js'

/** A module in a project that opens a Prisma Client and exports it. */
export interface ExistingClient {
  /** The path, relative to the project. */
  readonly path: string
  /** The name of the export: `prisma`, `db`, `default`. */
  readonly name: string
}

/**
 * Finds the module that opens a project's Prisma Client. If there are several, returns the module with the shortest
 * path.
 */
export async function existingClient(folder: string): Promise<ExistingClient | undefined> {
  const paths = await modulesUnder(folder)
  for (const path of paths.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    const names = clientsIn(await readFile(join(folder, path), 'utf8').catch(() => ''))
    const name =
      names.find((each) => each === 'prisma') ?? names.find((each) => each !== 'default') ?? names[0]
    if (name !== undefined) return { path, name }
  }
  return undefined
}

/**
 * The exports that are a Prisma Client opened in the module, such as `prisma` for `export const prisma = new
 * PrismaClient()`. A client that is derived from another client in the module, or created by a function in it, also
 * counts. The module is read, but never run.
 */
export function clientsIn(text: string): readonly string[] {
  if (!/\bnew PrismaClient\b/.test(text)) return []
  const ts = typescript()
  const file = ts.createSourceFile('client.ts', text, ts.ScriptTarget.Latest)
  const clients = new Set<string>()
  const makers = new Set<string>()
  const isClient = (node: Ts.Expression): boolean => {
    if (ts.isNewExpression(node)) return node.expression.getText(file) === 'PrismaClient'
    if (ts.isIdentifier(node)) return clients.has(node.text)
    if (ts.isBinaryExpression(node)) return isClient(node.left) || isClient(node.right)
    if (ts.isConditionalExpression(node)) return isClient(node.whenTrue) || isClient(node.whenFalse)
    if (ts.isCallExpression(node)) {
      const { expression: called } = node
      if (ts.isIdentifier(called)) return makers.has(called.text)
      return (
        ts.isPropertyAccessExpression(called) &&
        called.name.text === '$extends' &&
        isClient(called.expression)
      )
    }
    return isWrapper(node) && isClient(node.expression)
  }
  const isWrapper = (node: Ts.Expression): node is Ts.ParenthesizedExpression | Ts.AsExpression =>
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  const isMaker = (node: Ts.Node): boolean => /\bnew PrismaClient\b/.test(node.getText(file))
  const isFunction = (node: Ts.Node | undefined): boolean =>
    node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

  const note = ({ name, initializer, type }: Ts.VariableDeclaration): readonly string[] => {
    if (!ts.isIdentifier(name)) return []
    if (initializer && isFunction(initializer)) {
      if (isMaker(initializer)) makers.add(name.text)
      return []
    }
    // If a variable is assigned later, it is declared with a type.
    const is = initializer ? isClient(initializer) : type?.getText(file) === 'PrismaClient'
    if (!is) return []
    clients.add(name.text)
    return [name.text]
  }
  return file.statements.flatMap((statement): readonly string[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name && isMaker(statement)) {
      makers.add(statement.name.text)
    }
    if (ts.isVariableStatement(statement)) {
      const names = statement.declarationList.declarations.flatMap(note)
      return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? names : []
    }
    if (ts.isExportAssignment(statement)) return isClient(statement.expression) ? ['default'] : []
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return []
    const { exportClause } = statement
    if (!exportClause || !ts.isNamedExports(exportClause)) return []
    return exportClause.elements.flatMap(({ name, propertyName }) =>
      clients.has((propertyName ?? name).text) ? [name.text] : [],
    )
  })
}

/** The maximum number of files to read: more than an application has, but few enough to be fast. */
const MOST = 5000

/** The paths of a project's modules, except test modules. */
export async function modulesUnder(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  const open = ['']
  for (let under = open.shift(); under !== undefined && found.length < MOST; under = open.shift()) {
    const entries = await readdir(join(folder, under), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = under === '' ? entry.name : `${under}/${entry.name}`
      if (entry.isDirectory() && !OTHERS.test(entry.name)) open.push(path)
      if (entry.isFile() && MODULE.test(entry.name)) found.push(path)
    }
  }
  return found
}

/** Folders with third-party code, output or tests. */
const OTHERS = /^(?:\..*|node_modules|dist|build|out|coverage|generated|tests?|__\w+__)$/

const MODULE = /(?<!\.d|\.test|\.spec)\.[cm]?[jt]sx?$/
