import { createHash } from 'node:crypto'
import type { ConstantNode, StatementNode } from './file.js'

/** So many characters of a constant's value are printed as they are. */
const LONG = 100_000

/** Statements whose long texts are names for the time being, and these texts in their order. */
export interface ShortStatements {
  readonly statements: readonly StatementNode[]
  readonly texts: readonly string[]
}

/**
 * Takes the long values of constants out of statements: to print one, ts-morph needs a hundred bytes for each of its characters.
 * What a client knows of a thousand resources, as data, is such a value.
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

/** Puts long texts back where their names stand in the printed text. */
export function withLongTexts(printed: string, texts: readonly string[]): string {
  return texts.reduce((text, long) => text.replace(nameOf(long), () => long), printed)
}

/** A unique name, because it says what the text is. */
function nameOf(text: string): string {
  return `$${createHash('sha256').update(text).digest('hex')}`
}
