import { Lexer } from 'yaml'
import type { Report } from '../diagnostic/report.js'
import { spanOf, type Source } from '../source/source.js'

/** The maximum number of words, marks and line breaks in a schema: a schema of 10,000 resources has two million. */
export const MAX_TOKENS: number = 2_500_000

/**
 * The maximum number of open brackets. The parser's limit is lower, so excessive depth is reported together with all
 * other faults.
 */
export const MAX_OPEN: number = 50_000

/**
 * Whether the text is small enough to be parsed: the parser needs half a kilobyte for each token, and up to
 * one for each open bracket. Reports text that is too large (JG103). Stores no tokens.
 */
export function hasFewTokens(source: Source, report: Report): boolean {
  if (isSmall(source.text)) return true
  let tokens = 0
  let open = 0
  let offset = 0
  const refuse = (message: string): boolean => {
    report.add('JG103', spanOf(source, offset, offset + 1), message)
    return false
  }
  for (const token of new Lexer().lex(source.text)) {
    if (CONTROLS.has(token)) continue
    if (token === '[' || token === '{') open++
    if (token === ']' || token === '}') open--
    if (++tokens > MAX_TOKENS) return refuse(`The schema has more than ${MAX_TOKENS} tokens`)
    if (open > MAX_OPEN) return refuse(`The schema has more than ${MAX_OPEN} opening brackets`)
    offset += token.length
  }
  return true
}

/** The lexer's tokens that are not in the text: the start of a document, an invalid end of a flow collection, the start of a scalar. */
const CONTROLS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001F'])

/**
 * Whether the text is certainly small enough, in which case it need not be read twice: each token has at
 * least one character.
 */
function isSmall(text: string): boolean {
  return text.length <= MAX_TOKENS && (text.match(/[[{]/g)?.length ?? 0) <= MAX_OPEN
}
