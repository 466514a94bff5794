import type { Report } from '../diagnostic/report.js'
import { didYouMean } from '../diagnostic/suggest.js'
import { allowed, quoted } from '../diagnostic/words.js'
import { lineText } from '../source/lines.js'
import { spanOf, type Source, type Span } from '../source/source.js'
import { handlebars } from './handlebars.js'

/** The options for templates: an unknown name is a fault, and the output is not HTML. */
export const TEMPLATE_OPTIONS: CompileOptions = { strict: true, noEscape: true }

/**
 * Reports an error that Handlebars finds in a template (JG604), at its line. `view` has the names that the template can
 * use.
 */
export function reportFault(template: Source, error: unknown, view: object, report: Report): void {
  const message = error instanceof Error ? error.message : String(error)
  const [, unknown] = /^"(.*)" not defined in \[object Object\]/.exec(message) ?? []
  if (unknown !== undefined) {
    const names = Object.keys(view)
    report.add(
      'JG604',
      placeOf(template, error, view),
      `The template uses ${quoted(unknown)}, which does not exist${didYouMean(unknown, names)}`,
      { help: allowed(names) },
    )
    return
  }
  const lines = message.split('\n')
  const reason = (lines.at(-1) ?? '').trim().replace(/ - \d+:\d+$/, '')
  report.add('JG604', placeOf(template, error, view), `The template cannot be rendered: ${reason}`)
}

function placeOf(template: Source, error: unknown, view: object): Span {
  const line = lineOf(template, error, view)
  const text = lineText(template, line) ?? ''
  const start = template.text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0)
  const indent = text.length - text.trimStart().length
  return spanOf(template, start + indent, start + Math.max(text.length, indent + 1))
}

// A syntax error has its line in the message. Most others have it as a property.
function lineOf(template: Source, error: unknown, view: object): number {
  const last = template.text.trimEnd().split('\n').length
  const own = error instanceof Error && 'lineNumber' in error ? error.lineNumber : undefined
  const [, line] =
    /^Parse error on line (\d+)/.exec(String(error instanceof Error ? error.message : error)) ?? []
  const found =
    typeof own === 'number' ? own : line === undefined ? failingLine(template, view) : Number(line)
  return Math.min(found, last)
}

/** The line of the first statement that cannot be rendered on its own. */
function failingLine({ text }: Source, view: object): number {
  const { compile, parse } = handlebars()
  const { body, ...program } = parse(text)
  const failing = body.find((statement) => {
    try {
      compile<object>({ ...program, body: [statement] }, TEMPLATE_OPTIONS)(view)
      return false
    } catch {
      return true
    }
  })
  return failing?.loc.start.line ?? 1
}
