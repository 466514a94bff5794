import { positionOf } from '../source/lines.js'
import type { Span } from '../source/source.js'
import { type Code, severityOf } from './catalogue.js'
import { createDiagnostic, type Diagnostic, type DiagnosticDetails } from './diagnostic.js'

/** Collects the diagnostics of one run, so that they can be shown together. */
export interface Report {
  add(code: Code, at: Span, message: string, details?: DiagnosticDetails): void
  /** Records names that are missing because of a reported error, so that their uses are not reported as unknown. */
  leaveOut(names: readonly string[]): void
  /** All reported diagnostics, ordered by file and position, without duplicates. */
  list(): readonly Diagnostic[]
  /** Whether an error has been reported. */
  failed(): boolean
  /**
   * Whether any reported diagnostic is an error in every run. Warnings that are errors only in strict runs do not
   * count.
   */
  broken(): boolean
}

/** The options of a report. */
export interface ReportOptions {
  /** Whether warnings count as errors. */
  readonly strict?: boolean | undefined
  /** Whether to add notes about how the datamodel affects policies. These notes do not require a correction. */
  readonly review?: boolean | undefined
}

/** An empty report. */
export function createReport({ strict = false }: ReportOptions = {}): Report {
  const found: Diagnostic[] = []
  const leftOut = new Set<string>()
  return {
    add(code, at, message, details) {
      if (details?.unknown !== undefined && leftOut.has(details.unknown)) return
      const diagnostic = createDiagnostic(code, at, message, details)
      found.push(strict ? asInStrictRun(diagnostic) : diagnostic)
    },
    leaveOut(names) {
      for (const name of names) leftOut.add(name)
    },
    list: () => inOrder(found),
    failed: () => found.some(isError),
    broken: () => found.some(({ code }) => severityOf(code) === 'error'),
  }
}

/** Whether a diagnostic stops the run. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

/** The warnings that appear when a day comes. They never stop a run, because an unchanged schema must not fail. */
const OF_CALENDAR: ReadonlySet<Code> = new Set<Code>(['JG725'])

/**
 * Returns the diagnostic of a strict run: a warning becomes an error, except one that depends only on the day, and a
 * note remains a note.
 */
export function asInStrictRun(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'warning' && !OF_CALENDAR.has(diagnostic.code)
    ? Object.freeze({ ...diagnostic, severity: 'error' })
    : diagnostic
}

/**
 * Diagnostics ordered by file, position and code. Duplicates at the same location are shown once, and a
 * diagnostic caused by another one at the same location is not shown.
 */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map(diagnostics.map((each) => [keyOf(each), each]))
  const codes = new Set(diagnostics.map(({ code, at }) => `${placeOf(at)} ${code}`))
  const shown = [...unique.values()].filter(
    ({ code, at }) => !(CAUSES[code] ?? []).some((cause) => codes.has(`${placeOf(at)} ${cause}`)),
  )
  return shown.toSorted(
    (a, b) =>
      compareText(a.at.source.path, b.at.source.path) ||
      a.at.start - b.at.start ||
      compareText(a.code, b.code),
  )
}

/** The codes that may cause each code at the same location. Fixing the cause fixes both. */
const CAUSES: Readonly<Partial<Record<Code, readonly Code[]>>> = {
  JG202: ['JG510'],
  JG301: ['JG112'],
  JG309: ['JG504'],
  JG413: ['JG407'],
  JG415: ['JG202'],
  JG703: ['JG507'],
}

const keyOf = ({ code, at, message }: Diagnostic): string => `${placeOf(at)} ${code} ${message}`

function placeOf(at: Span): string {
  const { line, column } = positionOf(at)
  return `${at.source.path}:${line}:${column}`
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
