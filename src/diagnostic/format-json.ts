import { positionAt, positionOf } from '../source/lines.js'
import type { Span } from '../source/source.js'
import type { Diagnostic } from './diagnostic.js'

/**
 * A diagnostic for other programs. Lines and columns start at 1, columns count UTF-16 units, and the end is exclusive.
 */
export interface JsonDiagnostic extends JsonPlace {
  readonly code: string
  readonly severity: Diagnostic['severity']
  readonly message: string
  readonly help?: string
  readonly related: readonly (JsonPlace & { readonly message: string })[]
}

/** A location in a file. It has no positions if the file has no text. */
export interface JsonPlace {
  readonly file: string
  readonly start?: { readonly line: number; readonly column: number }
  readonly end?: { readonly line: number; readonly column: number }
}

/** Converts a diagnostic to plain data for JSON. */
export function toJsonDiagnostic({ code, severity, at, message, help, related }: Diagnostic): JsonDiagnostic {
  return {
    code,
    severity,
    ...placeOf(at),
    message,
    ...(help === undefined ? {} : { help }),
    related: related.map((each) => ({ ...placeOf(each.at), message: each.message })),
  }
}

function placeOf(at: Span): JsonPlace {
  if (at.source.text.length === 0) return { file: at.source.path }
  return { file: at.source.path, start: positionOf(at), end: positionAt(at.source, at.end) }
}
