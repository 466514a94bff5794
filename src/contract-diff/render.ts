import { positionOf } from '../source/lines.js'
import type { Span } from '../source/source.js'
import { type WorkflowCommand, workflowCommand } from '../diagnostic/format-github.js'
import type { Level } from './rules.js'
import { counts, type Judged, type Waiver } from './waivers.js'

/** A finding, and where its place stands in the schema. */
export interface Placed extends Judged {
  readonly at: Span | undefined
}

/** How parts of the text are coloured. */
export interface ChangePalette {
  readonly error: (text: string) => string
  readonly warning: (text: string) => string
  readonly added: (text: string) => string
  readonly faint: (text: string) => string
}

const HEADS: Readonly<Record<Level, string>> = { breaking: 'Breaking', risky: 'Risky', addition: 'Additions' }

const LEVELS = ['breaking', 'risky', 'addition'] as const

/** The findings as text for a terminal. */
export function changesAsText(findings: readonly Placed[], palette: ChangePalette): string {
  const colour = { breaking: palette.error, risky: palette.warning, addition: palette.added }
  return LEVELS.flatMap((level) => {
    const own = findings.filter((each) => each.level === level)
    if (own.length === 0) return []
    const lines = own.map(
      (each) =>
        `  ${each.place}: ${each.message}. ${palette.faint(`${[each.rule, ...asides(each)].join(', ')}`)}`,
    )
    return [[colour[level](HEADS[level]), ...lines].join('\n')]
  }).join('\n\n')
}

/** The findings as Markdown, for a review. */
export function changesAsMarkdown(findings: readonly Placed[]): string {
  return LEVELS.flatMap((level) => {
    const own = findings.filter((each) => each.level === level)
    if (own.length === 0) return []
    const rows = own.map((each) => {
      const cells = [`\`${each.place}\``, `${each.message}.`, `\`${each.rule}\``, asides(each).join(', ')]
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    })
    return [
      [`## ${HEADS[level]}`, '', '| place | change | rule | |', '|---|---|---|---|', ...rows].join('\n'),
    ]
  }).join('\n\n')
}

/** The findings as annotations of a pull request on GitHub, which names files from the root of the repository. */
export function changesAsAnnotations(
  findings: readonly Placed[],
  fileOf: (path: string) => string,
): readonly string[] {
  return findings.map((each) => {
    const place = each.at && { file: fileOf(each.at.source.path), line: positionOf(each.at).line }
    const title = `${HEADS[each.level]}: ${each.rule}`
    return workflowCommand(commandOf(each), { ...place, title }, `${each.place}: ${each.message}.`)
  })
}

const commandOf = (each: Placed): WorkflowCommand => {
  if (!counts(each) || each.level === 'addition') return 'notice'
  return each.level === 'breaking' ? 'error' : 'warning'
}

/** The findings for other programs, with the waivers that waive nothing. */
export function changesAsData(findings: readonly Placed[], unusedWaivers: readonly Waiver[]): object {
  return {
    findings: findings.map(({ at, ...each }) => ({
      ...each,
      ...(at && { file: at.source.path, line: positionOf(at).line }),
    })),
    counts: Object.fromEntries(
      LEVELS.map((level) => [level, findings.filter((each) => each.level === level && counts(each)).length]),
    ),
    unusedWaivers,
  }
}

function asides({ at, waiver, expired }: Placed): readonly string[] {
  return [
    ...(at ? [`${at.source.path}:${positionOf(at).line}`] : []),
    ...(waiver
      ? [`${expired ? 'its waiver ended on' : 'waived until'} ${waiver.until}: ${waiver.reason}`]
      : []),
  ]
}
