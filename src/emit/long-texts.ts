import { createHash } from 'node:crypto'
import type { ConstantNode, StatementNode } from './file.js'

/** The longest value of a constant, in characters, that is printed directly. */
const LONG = 100_000

/** Statements with placeholders for long texts, and these texts in order. */
export interface ShortStatements {
  readonly statements: readonly StatementNode[]
  readonly texts: readonly string[]
}

/**
 * Replaces the long values of constants in statements with placeholders, because ts-morph needs a hundred bytes of
 * memory for each character that it prints. The client's data about a thousand resources is such a value.
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

/** A unique placeholder, because it is derived from the text. */
function nameOf(text: string): string {
  return `$${createHash('sha256').update(text).digest('hex')}`
}
