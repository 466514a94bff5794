import type { Report } from '../diagnostic/report.js'
import type { Span } from '../source/source.js'

const CONTROL = /(?![\t\n])\p{Cc}/u

/**
 * Returns the text unchanged. Control characters and lone surrogates are rejected (JG112), because a schema file cannot
 * contain them.
 */
export function checkedText(text: string, at: Span, report: Report): string {
  const control = CONTROL.exec(text)
  if (control) {
    report.add('JG112', at, `The text contains the control character ${codePoint(control[0])}`)
  }
  if (/\p{Surrogate}/u.test(text)) {
    report.add('JG112', at, 'The text contains half a surrogate pair, which is not a character')
  }
  return text
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
