/** The text of a user's file, with the path that messages name. Its line ends are `\n`, and it has no BOM. */
export interface Source {
  readonly path: string
  readonly text: string
}

/**
 * A range in a source: UTF-16 offsets, with an exclusive `end`. Every value in a schema keeps the range that it came
 * from.
 */
export interface Span {
  readonly source: Source
  readonly start: number
  readonly end: number
}

/** A value together with the location where the user wrote it. */
export interface Located<Value> {
  readonly value: Value
  readonly at: Span
}

/** A location as editors show it: lines and columns start at 1, and columns count UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Creates a source from decoded text: a BOM is removed and line ends become `\n`, so neither reaches the output. */
export function createSource(path: string, text: string): Source {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text
  return Object.freeze({ path, text: unmarked.replaceAll('\r\n', '\n').replaceAll('\r', '\n') })
}

/** A span whose source has a different path, so that output can name the file as its reader would. */
export function movedTo(at: Span, pathOf: (path: string) => string): Span {
  const path = pathOf(at.source.path)
  return path === at.source.path ? at : { ...at, source: createSource(path, at.source.text) }
}

/** The span between two offsets of a source, clamped to its text. */
export function spanOf(source: Source, start: number, end: number = start): Span {
  const from = Math.max(0, Math.min(start, source.text.length))
  return Object.freeze({ source, start: from, end: Math.max(from, Math.min(end, source.text.length)) })
}

/** Pairs a value with its location. */
export function located<Value>(value: Value, at: Span): Located<Value> {
  return Object.freeze({ value, at })
}
