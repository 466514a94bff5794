import { createHash } from 'node:crypto'
import type { ConstantNode, StatementNode } from './file.js'

/** The maximum length, in characters, of a constant that is printed directly. */
const LONG = 100_000

/** Statements with placeholders for long texts, and these texts in order. */
export interface ShortStatements {
  readonly statements: readonly StatementNode[]
  readonly texts: readonly string[]
}

/**
 * Replaces long values of constants, such as the client's data about a thousand resources, with placeholders: ts-morph
 * needs a hundred bytes of memory for each character that it prints.
 */
export function withoutLongTexts(statements: readonly StatementNode[]): ShortStatements {
  const texts: string[] = []
  const short = (node: ConstantNode): ConstantNode => ({
    ...node,
    declarations: node.declarations.map((declaration) => {
      const { initializer } = declaration
      if (typeof initializer !== 'string' || initializer.length <= LONG) return declaration
      texts.push(initializer)
      return { ...declaration, initializer: nameOf(initializer) }
    }),
  })
  return { statements: statements.map((node) => (node.kind === 'const' ? short(node) : node)), texts }
}

/** Replaces the placeholders in the printed text with the long texts. */
export function withLongTexts(printed: string, texts: readonly string[]): string {
  return texts.reduce((text, long) => text.replace(nameOf(long), () => long), printed)
}

/** A placeholder, which is unique because it is derived from the text. */
function nameOf(text: string): string {
  return `$${createHash('sha256').update(text).digest('hex')}`
}
