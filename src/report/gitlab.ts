import type { Problem } from './problems.js'

/** The problems as a Code Quality report, which GitLab shows in a merge request. */
export function asCodeQuality(problems: readonly Problem[]): readonly object[] {
  return problems.map(({ rule, severity, text, file, line, fingerprint, reason }) => ({
    description: reason === undefined ? text : `${text}\nWaived: ${reason}`,
    check_name: rule,
    fingerprint,
    severity: SEVERITIES[severity],
    location: { path: file ?? '.', lines: { begin: line } },
  }))
}

const SEVERITIES: Readonly<Record<Problem['severity'], string>> = {
  error: 'major',
  warning: 'minor',
  note: 'info',
}
