import { posix } from 'node:path'
import type { ts as Ts } from 'ts-morph'
import { typescript } from '../typescript/typescript.js'

/**
 * The path of the Prisma schema in a `prisma.config.ts`, relative to that file: `prisma/schema` for `schema:
 * 'prisma/schema'` and for `schema: path.join('prisma', 'schema')`. The file is read, but never run. Undefined if the
 * file computes the path differently, or does not name it.
 */
export function schemaOfConfig(text: string): string | undefined {
  const ts = typescript()
  const file = ts.createSourceFile('prisma.config.ts', text, ts.ScriptTarget.Latest)
  const constants = new Map(
    file.statements.flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(
            (each) => [each.name.getText(file), each.initializer] as const,
          )
        : [],
    ),
  )

  /** Resolves a name to its expression, and unwraps parentheses, types and `defineConfig(…)`. */
  const inside = (node: Ts.Expression | undefined): Ts.Expression | undefined => {
    if (!node) return undefined
    if (ts.isIdentifier(node)) {
      const value = constants.get(node.text)
      constants.delete(node.text)
      return inside(value)
    }
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return inside(node.expression)
    }
    return node
  }
  const pathOf = (node: Ts.Expression | undefined): string | undefined => {
    if (node && /^(?:__dirname|import\.meta\.dirname)$/.test(node.getText(file))) return '.'
    const value = inside(node)
    if (!value) return undefined
    if (ts.isStringLiteralLike(value)) return value.text
    if (!ts.isCallExpression(value) || !/^(?:\w+\.)?(?:join|resolve)$/.test(value.expression.getText(file))) {
      return undefined
    }
    const parts = value.arguments.map(pathOf)
    return parts.every((part) => part !== undefined) ? posix.join(...parts) : undefined
  }

  const config = file.statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return [statement.expression]
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return []
    const { left, right } = statement.expression
    return left.getText(file) === 'module.exports' ? [right] : []
  })[0]
  const called = inside(config)
  const isNamed = (name: Ts.PropertyName | undefined, wanted: string): boolean =>
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === wanted
  const object = called && ts.isCallExpression(called) ? inside(called.arguments[0]) : called
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined
  const schema = object.properties.find((each) => isNamed(each.name, 'schema'))
  return schema && ts.isPropertyAssignment(schema) ? pathOf(schema.initializer) : undefined
}
