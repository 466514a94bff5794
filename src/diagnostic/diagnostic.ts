import type { Span } from '../source/source.js'
import { severityOf, type Code, type Severity } from './catalogue.js'

/** What a user got wrong or may want to know, as a value: the code names the kind, the span the place. */
export interface Diagnostic {
  readonly code: Code
  /** That of its code; a strict run makes errors of warnings. */
  readonly severity: Severity
  readonly at: Span
  /** One or two sentences without a final full stop, unless a second one follows. */
  readonly message: string
  /** What is allowed here, or how to mend it: a line under the frame. */
  readonly help: string | undefined
  /** Other places that belong to the problem, such as the first of two duplicates. */
  readonly related: readonly Related[]
}

/** A further place of a diagnostic and what it has to do with it. */
export interface Related {
  readonly at: Span
  readonly message: string
}

/** What a diagnostic may carry besides its message. */
export interface DiagnosticDetails {
  readonly help?: string | undefined
  readonly related?: readonly Related[]
}

/** Makes a diagnostic; the only constructor, so that every one has all its fields. */
export function createDiagnostic(
  code: Code,
  at: Span,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  return Object.freeze({
    code,
    severity: severityOf(code),
    at,
    message,
    help: details.help,
    related: details.related ?? [],
  })
}
