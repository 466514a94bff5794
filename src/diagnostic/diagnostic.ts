import type { Span } from '../source/source.js'
import { severityOf, type Code, type Severity } from './catalogue.js'

/** A mistake of the user, or information, as a value: the code names the kind, the span the place. */
export interface Diagnostic {
  readonly code: Code
  /** The severity of its code; a strict run turns warnings into errors. */
  readonly severity: Severity
  readonly at: Span
  /** One or two sentences without a final full stop, unless a second one follows. */
  readonly message: string
  /** What is allowed here, or how to fix it: a line below the frame. */
  readonly help: string | undefined
  /** Other places that belong to the problem, such as the first of two duplicates. */
  readonly related: readonly Related[]
}

/** A further place of a diagnostic, and its relation to the problem. */
export interface Related {
  readonly at: Span
  readonly message: string
}

/** The optional parts of a diagnostic. */
export interface DiagnosticDetails {
  readonly help?: string | undefined
  readonly related?: readonly Related[]
}

/** Makes a diagnostic. It is the only constructor, so that every diagnostic has all fields. */
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
