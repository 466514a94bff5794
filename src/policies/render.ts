import { remarksOf, sectionsOf, type Section } from './cells.js'
import type { PolicyTable } from './table.js'

/** The colours of the text; the CLI passes functions that colour, or that do not. */
export interface TablePalette {
  readonly place: (text: string) => string
  readonly faint: (text: string) => string
  readonly warning: (text: string) => string
}

const plain: TablePalette = { place: String, faint: String, warning: String }

/** The table as text for a terminal, with a newline at its end. */
export function policiesAsText({ resources }: PolicyTable, palette: TablePalette = plain): string {
  return resources
    .map((resource) => {
      const remarks = remarksOf(resource).map((remark) => `  ${palette.warning(remark)}\n`)
      const sections = sectionsOf(resource).map((section) => sectionText(section, palette))
      return `${palette.place(resource.type)}\n${remarks.join('')}\n${sections.join('\n')}`
    })
    .join('\n')
}

/** The table as Markdown, with a newline at its end. */
export function policiesAsMarkdown({ resources }: PolicyTable): string {
  return resources
    .map((resource) => {
      const remarks = remarksOf(resource).map((remark) => `- ${remark}\n`)
      return [
        `## ${resource.type}\n`,
        ...(remarks.length === 0 ? [] : [remarks.join('')]),
        ...sectionsOf(resource).map(sectionMarkdown),
      ].join('\n')
    })
    .join('\n')
}

function sectionText({ head, rows }: Section, palette: TablePalette): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return [palette.faint(line(head)), ...rows.map(line)].map((each) => `${each}\n`).join('')
}

function sectionMarkdown({ head, rows }: Section): string {
  return [markdownRow(head), `|${head.map(() => '---|').join('')}`, ...rows.map(markdownRow)]
    .map((each) => `${each}\n`)
    .join('')
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(' | ')} |`
}

/** A name may have an underscore, which Markdown would read as emphasis. */
function escaped(cell: string): string {
  return cell.replaceAll(/[_*|\\`]/g, '\\$&')
}
