import { createRequire } from 'node:module'
import type * as TsMorph from 'ts-morph'
import { ACTIONS, type Action } from '../schema/types.js'

/** The actions in a user's route stub. */
export interface StubActions {
  readonly actions: readonly Action[]
  /**
   * Whether the list is complete, because the class extends the common base and nothing else that might add actions.
   */
  readonly isWhole: boolean
}

/**
 * Reads the actions of a controller in the text of its file: the methods and properties with those names. Undefined if
 * the file has no such class.
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
