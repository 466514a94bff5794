import { Lexer } from 'yaml'
import type { Report } from '../diagnostic/report.js'
import { spanOf, type Source } from '../source/source.js'

/** A schema has at most so many words, marks and breaks: one of 10,000 resources has two million. */
export const MAX_TOKENS: number = 2_500_000

/** So many brackets may be open at once. Fewer are parsed, so that what is too deep is reported beside all other faults. */
export const MAX_OPEN: number = 50_000

/**
 * Whether a text is small enough to be parsed: the parser takes half a kilobyte for each token, and up to one for each
 * bracket that is open. Reports what is too much (JG103). Nothing is kept of what is read here.
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
    if (++tokens > MAX_TOKENS) return refuse(`The schema has more than ${MAX_TOKENS} words and marks`)
    if (open > MAX_OPEN) return refuse(`The schema opens more than ${MAX_OPEN} brackets`)
    offset += token.length
  }
  return true
}

/** What the lexer says of the text, and is not in it: a document, a faulty end of a flow, a scalar. */
const CONTROLS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001F'])

/** Whether a text can't have too much, so that it is not read twice: each token has a character at least. */
function isSmall(text: string): boolean {
  return text.length <= MAX_TOKENS && (text.match(/[[{]/g)?.length ?? 0) <= MAX_OPEN
}
