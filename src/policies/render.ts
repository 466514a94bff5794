import { WIDTH } from '../diagnostic/wrapped.js'
import { EVERYBODY_WRITES, remarksOf, sectionsOf, type Section } from './cells.js'
import type { PolicyTable } from './table.js'

/** The colors of the text. The CLI passes functions that either add color or return the text unchanged. */
export interface TablePalette {
  readonly place: (text: string) => string
  readonly faint: (text: string) => string
  readonly warning: (text: string) => string
}

const plain: TablePalette = { place: String, faint: String, warning: String }

const INDENT = 2
const GAP = 2

/** Formats the table for a terminal with 80 columns, with a final newline. Longer cells continue on the next line. */
export function policiesAsText({ resources }: PolicyTable, palette: TablePalette = plain): string {
  return resources
    .map((resource) => {
      const remarks = remarksOf(resource).map((remark) => `  ${palette.warning(remark)}\n`)
      const sections = sectionsOf(resource).map((section) => sectionText(section, palette))
      return `${palette.place(resource.type)}\n${remarks.join('')}\n${sections.join('\n')}`
    })
    .join('\n')
}

/** Formats the table as Markdown, with a final newline. */
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
  const widths = widthsOf([head, ...rows])
  const line = (cells: readonly string[], coloured: (cell: string) => string): string => {
    const last = cells.findLastIndex((cell) => cell !== '')
    const shown = cells.slice(0, last + 1).map((cell, column) => {
      const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - cell.length))
      return `${coloured(cell)}${column === last ? '' : padding}`
    })
    return `${' '.repeat(INDENT)}${shown.join(' '.repeat(GAP))}\n`
  }
  const colourOf = (cell: string): ((text: string) => string) =>
    cell.startsWith(EVERYBODY_WRITES) ? palette.warning : cell === 'nobody' ? palette.faint : String
  const body = rows.flatMap((row) =>
    wrapped(row, widths).map((cells) => line(cells, (cell) => colourOf(cell)(cell))),
  )
  return [line(head, palette.faint), ...body].join('')
}

/**
 * Column widths that make lines fit the terminal. The widest columns shrink as far as their longest word
 * permits.
 */
function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const [head = []] = rows
  const cellsOf = (column: number): readonly string[] => rows.map((row) => row[column] ?? '')
  const widths = head.map((_, column) => Math.max(...cellsOf(column).map(({ length }) => length)))
  const least = head.map((_, column) =>
    Math.max(...cellsOf(column).flatMap((cell) => wordsOf(cell).map(({ length }) => length))),
  )
  const room = WIDTH - INDENT - GAP * (head.length - 1)
  for (let over = sum(widths) - room; over > 0; over--) {
    const slack = widths.map((width, column) => (width > (least[column] ?? 0) ? width : 0))
    const widest = slack.indexOf(Math.max(...slack))
    if (slack[widest] === 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The words in a cell. Text in parentheses stays with the word before it. */
const wordsOf = (cell: string): readonly string[] => cell.split(/ (?!\()/)

/** The lines of a row whose cells are broken at spaces. */
function wrapped(row: readonly string[], widths: readonly number[]): readonly (readonly string[])[] {
  const columns = row.map((cell, column) => linesOf(cell, widths[column] ?? 0))
  const height = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, index) => columns.map((lines) => lines[index] ?? ''))
}

function linesOf(cell: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of wordsOf(cell)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length > width) lines.push(word)
    else lines.splice(-1, 1, longer)
  }
  return lines
}

function sectionMarkdown({ head, rows }: Section): string {
  return [markdownRow(head), `|${head.map(() => '---|').join('')}`, ...rows.map(markdownRow)]
    .map((each) => `${each}\n`)
    .join('')
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(' | ')} |`
}

/** A name may contain an underscore, which Markdown would read as emphasis. */
function escaped(cell: string): string {
  return cell.replaceAll(/[_*|\\`]/g, '\\$&')
}
