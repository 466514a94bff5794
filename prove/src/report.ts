import { ACCEPTED_FILE, type Accepted } from './accepted.js'
import type { Outcome } from './explore.js'
import type { Finding } from './finding.js'

export type ReportFormat = 'text' | 'json' | 'github' | 'markdown'
export const REPORT_FORMATS: readonly ReportFormat[] = ['text', 'json', 'github', 'markdown']

/** A run, with the accepted findings. */
export interface Report {
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
  readonly accepted: readonly { readonly finding: Finding; readonly reason: string }[]
  /** The accepted findings that did not occur in this run. */
  readonly gone: readonly Accepted[]
}

export function reportOf(outcome: Outcome, accepted: readonly Accepted[]): Report {
  const reasons = new Map(accepted.map(({ id, reason }) => [id, reason]))
  const ids = new Set(outcome.findings.map(({ id }) => id))
  return {
    outcome,
    findings: outcome.findings.filter(({ id }) => !reasons.has(id)),
    accepted: outcome.findings.flatMap((finding) => {
      const reason = reasons.get(finding.id)
      return reason === undefined ? [] : [{ finding, reason }]
    }),
    gone: accepted.filter(({ id }) => !ids.has(id)),
  }
}

export function rendered(report: Report, format: ReportFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(report, undefined, 2)}\n`
    case 'github':
      return `${report.findings.map(annotation).join('\n')}${report.findings.length > 0 ? '\n' : ''}${textOf(report)}`
    case 'markdown':
      return markdownOf(report)
    case 'text':
      return textOf(report)
  }
}

/** The maximum number of characters of a response that are shown. */
const SHOWN = 300

function textOf(report: Report): string {
  const { findings } = report
  const lines = findings.flatMap((finding, index) => [
    `${index + 1}. ${finding.summary}`,
    ...finding.differences.slice(0, 3).map((each) => `   difference: ${cut(each)}`),
    ...finding.responses.map((each, world) => `   ${world === 0 ? 'first' : 'second'}:  ${cut(each)}`),
    ...finding.places.slice(1).map((place) => `   or: ${place}`),
    `   accept it: { "finding": ${JSON.stringify(finding.id)}, "reason": "…" } in ${ACCEPTED_FILE}`,
    '',
  ])
  return `${[...lines, ...summaryOf(report)].join('\n')}\n`
}

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text)

/** A summary of what was found, covered and omitted. It never says that the API is secure. */
function summaryOf({ findings, accepted, gone, outcome }: Report): readonly string[] {
  const { viewers, covered, exceptions, statuses } = outcome
  const sum = (of: 'asked' | 'answered' | 'of'): number =>
    covered.reduce((total, each) => total + each[of], 0)
  const untried = sum('of') - sum('asked')
  const refused = sum('asked') - sum('answered')
  return [
    findings.length === 0 ? 'No findings.' : `${counted(findings.length, 'finding')}.`,
    `Covered: ${counted(viewers.length, 'viewer')} (${viewers.join(', ')}) × ${covered.length} resources × ${sum('asked')} kinds of request, in ${counted(outcome.pairs, 'pair')} of databases with ${outcome.requests} requests. Seed ${outcome.seed}.`,
    `Responses: ${Object.entries(statuses)
      .map(
        ([viewer, counts]) =>
          `${viewer} ${Object.entries(counts)
            .toSorted()
            .map(([status, count]) => `${count} × ${status}`)
            .join(', ')}`,
      )
      .join('; ')}.`,
    `Not covered: ${untried} kinds of request, because time ran out, and ${refused} that returned no data to any viewer.`,
    ...(outcome.isScopesTrusted
      ? [
          'The scopes were assumed to be correct. With "tenant" or "sees" in prove.ts, they are checked as well.',
        ]
      : []),
    ...(exceptions.cascades + exceptions.unique + exceptions.restricted > 0
      ? [
          `Known: ${exceptions.cascades} hidden rows changed by cascades, ${exceptions.restricted} deletes restricted by hidden rows, ${exceptions.unique} unique values taken by hidden rows.`,
        ]
      : []),
    ...(outcome.nothingHidden.length > 0
      ? [`Nothing was hidden from ${outcome.nothingHidden.join(', ')}, so their responses were not compared.`]
      : []),
    ...(outcome.unreached.length > 0
      ? [`There was no time for ${outcome.unreached.join(', ')}: increase --seconds.`]
      : []),
    ...(outcome.leftOut > 0
      ? [`${outcome.leftOut} differences were ignored, because they change which records the viewer may see.`]
      : []),
    ...outcome.incomplete.map((reason) => `${reason}. To supply rows yourself, use "fill" in prove.ts.`),
    ...outcome.unsteady.map((id) => `Not compared: ${id} also differs between identical databases.`),
    ...outcome.hints.map((hint) => `Hint, not a finding: ${hint}`),
    ...accepted.map(({ finding, reason }) => `Accepted: ${finding.id}: ${reason}`),
    ...gone.map(
      ({ id }) =>
        `Accepted, but not found: ${id}. If the finding has been fixed, remove the id from ${ACCEPTED_FILE}.`,
    ),
  ]
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A GitHub annotation, at the line of the code if it is known. */
function annotation({ summary, places }: Finding): string {
  const [, file, line] = /, ([^,]+):(\d+)$/.exec(places[0] ?? '') ?? []
  const at = file === undefined ? '' : ` file=${file},line=${line}`
  return `::error${at}::${summary.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`
}

function markdownOf(report: Report): string {
  const findings = report.findings.flatMap((finding) => [
    `### \`${finding.id}\``,
    '',
    `${finding.summary}`,
    '',
    ...finding.differences.slice(0, 3).map((each) => `- ${cut(each)}`),
    ...finding.places.slice(1).map((place) => `- or ${place}`),
    '',
    '```',
    ...finding.responses.map(cut),
    '```',
    '',
  ])
  return `${['## jsonapi-gen prove', '', ...findings, ...summaryOf(report).map((line) => `- ${line}`)].join('\n')}\n`
}
