import type { Position, Source, Span } from './source.js'

// The offsets of each source's line starts, computed when a position is first requested.
const starts = new WeakMap<Source, readonly number[]>()

/** The line and column where a span begins. */
export function positionOf(span: Span): Position {
  return positionAt(span.source, span.start)
}

/** The line and column of an offset, found by bisection. */
export function positionAt(source: Source, offset: number): Position {
  const lines = lineStarts(source)
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (lines[low] ?? 0) + 1 }
}

/** The text of a line (counted from 1) without its line end; undefined past the last line. */
export function lineText(source: Source, line: number): string | undefined {
  const lines = lineStarts(source)
  const start = lines[line - 1]
  if (start === undefined) return undefined
  const next = lines[line]
  return source.text.slice(start, next === undefined ? source.text.length : next - 1)
}

function lineStarts(source: Source): readonly number[] {
  const known = starts.get(source)
  if (known) return known
  const found = [0]
  for (let at = source.text.indexOf('\n'); at !== -1; at = source.text.indexOf('\n', at + 1)) {
    found.push(at + 1)
  }
  starts.set(source, found)
  return found
}
