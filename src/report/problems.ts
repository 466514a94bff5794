import { createHash } from 'node:crypto'
import type { Placed } from '../contract-diff/render.js'
import { reported } from '../contract-diff/render.js'
import type { Level } from '../contract-diff/rules.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { visible } from '../diagnostic/visible.js'
import type { Drift } from '../plan/drift.js'
import { positionOf } from '../source/lines.js'
import { findingsOf, type Proof } from './proof.js'

/** One entry of a report for other tools: a change, a diagnostic, or a file that is not up to date. */
export interface Problem {
  /** The rule of a change, the code of a diagnostic, `generated-code` or `prove`. */
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'note'
  readonly text: string
  /** Relative to the repository's root; undefined for a change that the schema does not show. */
  readonly file: string | undefined
  readonly line: number
  /** The fingerprint, which is the same in every run that finds the problem, regardless of its line. */
  readonly fingerprint: string
  /** The reason why the change was accepted, if it is waived. */
  readonly reason: string | undefined
}

/** The results of a run that a report shows. */
export interface Results {
  readonly changes: readonly Placed[]
  readonly diagnostics: readonly Diagnostic[]
  readonly drift: readonly Drift[]
  /** The result of `prove`; undefined if there is no `prove.ts`. */
  readonly proof?: Proof | undefined
}

/** All of a run's problems, for a report. `fileOf` returns a path as the report shows it. */
export function problemsOf(
  { changes, diagnostics, drift, proof }: Results,
  fileOf: (path: string) => string,
): readonly Problem[] {
  return [
    ...reported(changes, fileOf).map(({ level, isWaived, ...each }) => ({
      ...each,
      severity: isWaived ? 'note' : SEVERITIES[level],
    })),
    ...diagnostics.map(({ code, severity, at, message, help }) => {
      const file = fileOf(at.source.path)
      return {
        rule: code,
        severity,
        text: help === undefined ? message : `${message}\n${help}`,
        file,
        line: at.source.text === '' ? 1 : positionOf(at).line,
        fingerprint: digest(code, file, message),
        reason: undefined,
      }
    }),
    ...drift.map(({ path, kind, help }) => {
      const file = fileOf(path)
      return {
        rule: 'generated-code',
        severity: 'error' as const,
        text: `${kind}: ${help}`,
        file,
        line: 1,
        fingerprint: digest('generated-code', file),
        reason: undefined,
      }
    }),
    ...findingsOf(proof).map(({ id, summary, differences, file, line }) => ({
      rule: 'prove',
      severity: 'error' as const,
      text: [summary, ...differences].map(visible).join('\n'),
      file: fileOf(file),
      line,
      fingerprint: digest('prove', fileOf('prove.ts'), id),
      reason: undefined,
    })),
    ...(proof?.kind === 'fault'
      ? [
          {
            rule: 'prove',
            severity: 'error' as const,
            text: proof.text,
            file: fileOf('prove.ts'),
            line: 1,
            fingerprint: digest('prove', fileOf('prove.ts')),
            reason: undefined,
          },
        ]
      : []),
  ]
}

const SEVERITIES: Readonly<Record<Level, Problem['severity']>> = {
  breaking: 'error',
  risky: 'warning',
  announced: 'note',
  addition: 'note',
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
