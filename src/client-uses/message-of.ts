import type { ts } from 'ts-morph'

/** The maximum length of a message in a review. */
const MAX = 160

/** The message of a compiler error without long types: its first statement, or its most specific one. */
export function messageOf({ messageText }: ts.Diagnostic, compiler: typeof ts): string {
  const lines = compiler
    .flattenDiagnosticMessageText(messageText, '\n')
    .split('\n')
    .map((line) => withoutTypes(line.trim()))
  const [first = ''] = lines
  const said = first.includes('…') ? (lines.findLast((line) => !line.includes('…')) ?? first) : first
  return said.length <= MAX ? said : `${said.slice(0, MAX - 1)}…`
}

/** A message whose quoted types of more than 40 characters are omitted. */
const withoutTypes = (line: string): string => line.replaceAll(/'[^']{41,}'/g, "'…'")
