import { positionAt, positionOf } from '../source/lines.js'
import type { Diagnostic } from './diagnostic.js'

/** Formats a diagnostic as a workflow command, which GitHub shows next to the line in a pull request. */
export function formatGithub({ code, severity, at, message, help, related }: Diagnostic): string {
  const { path, text } = at.source
  const notes = related.map((each) => `${each.at.source.path}:${positionOf(each.at).line} ${each.message}`)
  const body = [message, ...(help === undefined ? [] : [help]), ...notes].join('\n')
  const command = COMMANDS[severity]
  if (text.length === 0) return workflowCommand(command, { file: path, title: code }, body)
  const start = positionOf(at)
  const end = positionAt(at.source, at.end)
  const sameLine = start.line === end.line ? { col: start.column, endColumn: end.column } : {}
  return workflowCommand(command, { file: path, line: start.line, ...sameLine, title: code }, body)
}

/** The commands that annotate a line in a pull request. */
export type WorkflowCommand = 'error' | 'warning' | 'notice'

const COMMANDS: Readonly<Record<Diagnostic['severity'], WorkflowCommand>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
}

/** A workflow command. Properties and text are escaped as the runner unescapes them. */
export function workflowCommand(
  command: WorkflowCommand,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${command} ${list.join(',')}::${escapeText(message)}`
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
