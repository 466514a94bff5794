import { positionOf } from '../source/lines.js'
import type { Span } from '../source/source.js'
import type { Diagnostic } from './diagnostic.js'
import { codeFrame } from './frame.js'
import { visible } from './visible.js'

/** The colors of a diagnostic. The CLI passes functions that either add color or return the text unchanged. */
export interface Palette {
  readonly error: (text: string) => string
  readonly warning: (text: string) => string
  readonly place: (text: string) => string
  readonly faint: (text: string) => string
}

const plain: Palette = { error: String, warning: String, place: String, faint: String }

/**
 * Formats one diagnostic for people, without a final newline: `file:line:col error CODE message`, an indented
 * code frame, help and related locations. A note has only the first line.
 */
export function formatHuman(diagnostic: Diagnostic, palette: Palette = plain): string {
  const { code, severity, at, message, help, related } = diagnostic
  const word = severity === 'note' ? 'note' : palette[severity](severity)
  const head = `${palette.place(placeOf(at))} ${word} ${palette.faint(code)} ${visible(message)}`
  if (severity === 'note') return help === undefined ? head : `${head}; ${help}`
  const frame = codeFrame(at)
  const notes = related.map((each) => `  ${palette.place(placeOf(each.at))} ${each.message}`)
  const tail = [...notes, ...(help === undefined ? [] : [`  ${help}`])]
  return [head, ...(frame === '' ? [] : ['', frame]), ...(tail.length === 0 ? [] : ['', ...tail])].join('\n')
}

/** `path:line:column`, or only the path if there is no text to point into. */
export function placeOf(at: Span): string {
  if (at.source.text.length === 0) return at.source.path
  const { line, column } = positionOf(at)
  return `${at.source.path}:${line}:${column}`
}
