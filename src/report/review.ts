import { changesAsMarkdown, countedChanges, escaped, inCode } from '../contract-diff/render.js'
import { breaks } from '../contract-diff/waivers.js'
import { isError } from '../diagnostic/report.js'
import { positionOf } from '../source/lines.js'
import { movedTo } from '../source/source.js'
import type { Results } from './problems.js'
import { findingsOf, type ProofFinding, proofText } from './proof.js'

/** The findings of a run in CI. */
export interface Reviewed extends Results {
  /** The paths of the schemas, relative to the repository's root. */
  readonly schemas: readonly string[]
  readonly base: string | undefined
  /** Whether the contracts could be compared. */
  readonly isCompared: boolean
  /** Whether the generated files of all schemas could be compared with the schemas. */
  readonly isPlanned: boolean
  readonly resources: number
  /** The number of errors in schemas. Other errors concern the base, the waivers or the clients. */
  readonly schemaErrors: number
  /** The waiver file. */
  readonly waivers: string
  /** The contracts that do not exist in the base yet. */
  readonly newContracts: readonly string[]
  /** Notes for the user about the commit that was compared. */
  readonly notes: readonly string[]
  /** The command that writes outdated files. */
  readonly command: string
}

/** The maximum number of diagnostics and files that a review lists. The annotations and the log have all of them. */
const LISTED = 20

/** The review of a pull request, as Markdown. */
export function asReview(found: Reviewed, fileOf: (path: string) => string): string {
  const { schemas, diagnostics, drift, changes, proof } = found
  const title = `## API of ${schemas.map(inCode).join(', ')}: ${verdictOf(found)}`
  const lists = [
    ...diagnostics.slice(0, LISTED).map(({ code, severity, at, message, help }) => {
      const line = at.source.text === '' ? '' : `:${positionOf(at).line}`
      const cure = help === undefined ? '' : `; ${escaped(help)}`
      return `- ${severity} ${code}, ${escaped(fileOf(at.source.path))}${line}: ${escaped(message)}${cure}`
    }),
    ...drift.slice(0, LISTED).map(({ path, kind }) => `- ${escaped(fileOf(path))}: ${kind}`),
  ]
  const more = Math.max(0, diagnostics.length - LISTED) + Math.max(0, drift.length - LISTED)
  return [
    title,
    [
      `- validate: ${found.schemaErrors === 0 ? `valid, ${countOf(found.resources, 'resource')}` : countOf(found.schemaErrors, 'error')}`,
      `- generate: ${filesOf(found)}`,
      `- diff: ${comparisonOf(found)}`,
      ...(proof === undefined
        ? []
        : [
            `- prove: ${proof.kind === 'fault' ? `not possible: ${inCode(proof.text)}` : escaped(proofText(proof))}`,
          ]),
    ].join('\n'),
    ...found.notes.map(escaped),
    ...(lists.length === 0 ? [] : [[...lists, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')]),
    ...(changes.length === 0
      ? []
      : [changesAsMarkdown(changes.map((each) => ({ ...each, at: each.at && movedTo(each.at, fileOf) })))]),
    ...(breaks(changes)
      ? [
          `If everybody agrees to a breaking change, add its fingerprint to ${inCode(fileOf(found.waivers))}: \`<fingerprint>: { reason: <text>, until: <yyyy-mm-dd> }\`.`,
        ]
      : []),
    ...hidden(findingsOf(proof)),
  ].join('\n\n')
}

/** The findings of `prove`, and how to accept one. */
function hidden(findings: readonly ProofFinding[]): readonly string[] {
  if (findings.length === 0) return []
  const items = findings
    .slice(0, LISTED)
    .flatMap(({ id, summary, differences }) => [
      `- ${escaped(summary)}. Id: ${inCode(id)}`,
      ...differences.map((each) => `  - ${escaped(each)}`),
    ])
  const more = findings.length > LISTED ? [`- and ${findings.length - LISTED} more`] : []
  return [
    ['## Hidden records', '', ...items, ...more].join('\n'),
    'If everybody agrees that a finding is acceptable, add its id to `prove.accepted.json`: `[{ "finding": "<id>", "reason": "…" }]`.',
  ]
}

function filesOf({ drift, isPlanned, command }: Reviewed): string {
  if (drift.length > 0) return `${countOf(drift.length, 'file')} to write with ${inCode(command)}`
  return isPlanned ? 'up to date' : 'not possible'
}

function verdictOf(found: Reviewed): string {
  const { diagnostics, isCompared, base, newContracts, changes, drift, proof } = found
  if (breaks(changes)) return '❌ breaks clients'
  if (found.schemaErrors > 0) return '❌ has errors'
  if (drift.length > 0) return '❌ generated files are outdated'
  if (findingsOf(proof).length > 0) return '❌ responses depend on hidden records'
  if (proof?.kind === 'fault') return '❌ prove could not run'
  if (base !== undefined && !isCompared) return '❌ not compared'
  if (diagnostics.some(isError)) return '❌ has errors'
  if (base === undefined || newContracts.length > 0) return '✅ valid'
  return '✅ nothing breaks clients'
}

function comparisonOf({ base, schemas, isCompared, newContracts, changes }: Reviewed): string {
  if (base === undefined) return 'not run, because no base was given'
  if (!isCompared) return `not possible against ${escaped(base)}`
  const fresh = newContracts.map((each) => `not compared, because ${escaped(base)} has no ${escaped(each)}`)
  const isAllNew = newContracts.length === schemas.length
  return [...(isAllNew ? [] : [`${countedChanges(changes)} against ${escaped(base)}`]), ...fresh].join('; ')
}

const countOf = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`
