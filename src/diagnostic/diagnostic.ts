import type { Span } from '../source/source.js'
import { severityOf, type Code, type Severity } from './catalogue.js'

/**
 * A user's mistake, or information, as a value. The code identifies the kind of problem, and the span
 * identifies its location.
 */
export interface Diagnostic {
  readonly code: Code
  /** The severity of the code. A strict run turns warnings into errors. */
  readonly severity: Severity
  readonly at: Span
  /** One or two sentences. A single sentence has no final full stop. */
  readonly message: string
  /** A line below the frame with the allowed values, or with a way to fix the problem. */
  readonly help: string | undefined
  /** Other locations that are part of the problem, such as the first of two duplicates. */
  readonly related: readonly Related[]
}

/** Another location in a diagnostic, and how it relates to the problem. */
export interface Related {
  readonly at: Span
  readonly message: string
}

/** The optional parts of a diagnostic. */
export interface DiagnosticDetails {
  readonly help?: string | undefined
  readonly related?: readonly Related[]
  /**
   * The name that the message says is unknown. The diagnostic is not reported if a reported error made the name
   * unknown.
   */
  readonly unknown?: string
}

/** Creates a diagnostic. Only this function creates diagnostics, so every diagnostic has all fields. */
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
