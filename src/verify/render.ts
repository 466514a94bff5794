import type { Palette } from '../diagnostic/format-human.js'
import { workflowCommand } from '../diagnostic/format-github.js'
import { placeOf } from '../diagnostic/format-human.js'
import { visible } from '../diagnostic/visible.js'
import { wrapped } from '../diagnostic/wrapped.js'
import { positionOf } from '../source/lines.js'
import { movedTo } from '../source/source.js'
import type { Finding } from './finding.js'
import type { VerifyReport } from './verify.js'

/** The findings as text for a terminal. SQL and commands are not broken. */
export function verifyAsText({ findings }: VerifyReport, palette: Palette): string {
  const fixes = new Map<string, number>()
  return findings
    .map((finding, index) => {
      const { code, message, fix, at } = finding
      const heading = wrapped(visible(`${code} ${message}`), `${index + 1}. `, '   ')
      const earlier = fixes.get(fix.text)
      if (earlier === undefined) fixes.set(fix.text, index + 1)
      const unbroken = finding.requests.map((each) => each.replaceAll(' ', KEPT))
      return [
        heading.replace(code, () => palette.error(code)),
        ...(at === undefined ? [] : [palette.faint(`   ${placeOf(at)}`)]),
        wrapped(visible(affects({ ...finding, requests: unbroken })), '   ', '     ').replaceAll(KEPT, ' '),
        ...(earlier === undefined
          ? fixLines(finding)
          : [`   fixed by the ${KINDS[fix.kind]} of finding ${earlier}`]),
        '',
      ].join('\n')
    })
    .join('\n')
}

const KINDS: Readonly<Record<Finding['fix']['kind'], string>> = {
  sql: 'SQL',
  command: 'command',
  text: 'instruction',
}

function affects({ requests, effect, table }: Finding): string {
  if (requests.length > 0) return `${shortened(requests)} will ${effect}`
  return table === undefined
    ? `any request will ${effect}`
    : `no request of this API depends on this; other programs that do will ${effect}`
}

/** The number of requests that are listed. */
const LISTED = 6

const shortened = (requests: readonly string[]): string =>
  requests.length <= LISTED
    ? requests.join(', ')
    : `${requests.slice(0, LISTED).join(', ')} and ${requests.length - LISTED} more`

function fixLines({ fix }: Finding): readonly string[] {
  if (fix.kind === 'text') return [wrapped(visible(`fix: ${fix.text}`), '   ', '     ')]
  const lines = fix.text.split('\n')
  return [`   fix${fix.kind === 'sql' ? ', as SQL' : ''}:`, ...lines.map((line) => `     ${visible(line)}`)]
}

/** A space inside a request, where lines are not broken. */
const KEPT = '\u00a0'

/** The findings as data. Paths are as the user would type them. */
export function verifyAsData({ place, version, findings, compared }: VerifyReport): object {
  return {
    database: { place, version },
    compared,
    findings: findings.map(({ at, ...finding }) => ({
      code: finding.code,
      table: finding.table ?? null,
      column: finding.column ?? null,
      message: finding.message,
      effect: finding.effect,
      requests: finding.requests,
      fix: finding.fix,
      place: at ? { path: at.source.path, line: positionOf(at).line } : null,
    })),
  }
}

/** The findings as annotations of GitHub, at the model or field that differs. */
export function verifyAsAnnotations(
  { findings }: VerifyReport,
  fileOf: (path: string) => string,
): readonly string[] {
  return findings.map((finding) => {
    const { code, message, at, fix } = finding
    const moved = at && movedTo(at, fileOf)
    const place = moved ? { file: moved.source.path, line: positionOf(moved).line } : {}
    const lines = [message, affects(finding), ...`fix: ${fix.text}`.split('\n')]
    return workflowCommand('error', { ...place, title: code }, lines.map(visible).join('\n'))
  })
}

const FENCE = '`'.repeat(3)

/** The findings as Markdown, for a review. */
export function verifyAsMarkdown(report: VerifyReport): string {
  const { findings } = report
  const parts = findings.flatMap((finding) => {
    const { code, message, fix } = finding
    const language = fix.kind === 'sql' ? 'sql' : 'sh'
    return [
      `### ${code} ${visible(message)}`,
      '',
      visible(affects(finding)),
      '',
      ...(fix.kind === 'text' ? [] : [`${FENCE}${language}`]),
      ...fix.text.split('\n').map(visible),
      ...(fix.kind === 'text' ? [] : [FENCE]),
      '',
    ]
  })
  return ['## jsonapi-gen verify', '', ...parts, verifySummary(report), ''].join('\n')
}

/** A summary of the comparison, which says that nothing was written. */
export function verifySummary({
  place,
  version,
  findings,
  compared: { tables, columns, migrations },
}: VerifyReport): string {
  const count = findings.length === 0 ? 'No difference' : `${counted(findings.length, 'difference')}`
  return `${count} in ${visible(place)} (${version}): compared ${counted(tables, 'table')}, ${counted(columns, 'column')} and ${counted(migrations, 'migration')}. Nothing was written to the database.`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
