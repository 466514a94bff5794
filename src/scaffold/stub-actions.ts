import { createRequire } from 'node:module'
import type * as TsMorph from 'ts-morph'
import { ACTIONS, type Action } from '../schema/types.js'

/** The actions that the route stub of a user has. */
export interface StubActions {
  readonly actions: readonly Action[]
  /** Whether that is all of them: its class extends the common base, and nothing else that might bring more. */
  readonly isWhole: boolean
}

/**
 * Reads the actions of a controller in the text of its file: the methods and properties of that name. Undefined where the
 * file has no such class.
 */
export function stubActions(text: string, controller: string): StubActions | undefined {
  const { ts }: typeof TsMorph = createRequire(import.meta.url)('ts-morph')
  const file = ts.createSourceFile('routes.ts', text, ts.ScriptTarget.Latest, false)
  const found = file.statements
    .filter((statement) => ts.isClassDeclaration(statement))
    .find(({ name }) => name?.text === controller)
  if (!found) return undefined
  const names = found.members.flatMap(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [],
  )
  const [heritage] = found.heritageClauses ?? []
  const base = heritage?.types[0]?.expression
  return {
    actions: ACTIONS.filter((action) => names.includes(action)),
    isWhole: base !== undefined && ts.isIdentifier(base) && base.text === 'ApplicationController',
  }
}
