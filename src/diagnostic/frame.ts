import { lineText, positionOf } from '../source/lines.js'
import type { Span } from '../source/source.js'

const WIDEST_LINE = 160

/**
 * The lines around a location, with the location underlined:
 * ```text
 *   13 |       title:
 * > 14 |         type: strng
 *      |               ^^^^^
 * ```
 * Empty if the source has no text. A very long line is cut around the location.
 */
export function codeFrame(at: Span): string {
  const { line, column } = positionOf(at)
  const text = lineText(at.source, line)
  if (text === undefined || at.source.text.length === 0) return ''
  const gutter = String(line).length
  const before = line > 1 ? lineText(at.source, line - 1) : undefined
  const window = cutAround(text, column - 1)
  const width = Math.max(
    1,
    Math.min(at.end - at.start, text.length - (column - 1), window.text.length - window.column),
  )
  const indent = expand(window.text.slice(0, window.column)).length
  const marked = expand(window.text.slice(window.column, window.column + width)).length
  const lines = [
    ...(before === undefined ? [] : [numbered(' ', String(line - 1), gutter, cutAround(before, 0).text)]),
    numbered('>', String(line), gutter, window.text),
    numbered(' ', '', gutter, `${' '.repeat(indent)}${'^'.repeat(Math.max(1, marked))}`),
  ]
  return lines.join('\n')
}

function numbered(mark: string, label: string, gutter: number, text: string): string {
  return `${mark} ${label.padStart(gutter)} | ${expand(text)}`.trimEnd()
}

// Tabs, control characters and direction marks would move the caret out of place.
function expand(text: string): string {
  return text.replaceAll('\t', '  ').replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '·')
}

function cutAround(text: string, column: number): { readonly text: string; readonly column: number } {
  if (text.length <= WIDEST_LINE) return { text, column }
  const start = Math.max(0, Math.min(column - 40, text.length - WIDEST_LINE))
  return { text: text.slice(start, start + WIDEST_LINE), column: column - start }
}
