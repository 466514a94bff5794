/** The line, from 1, at which git has left the first conflict of a merge in a text; undefined where it has left none. */
export function conflictLine(text: string): number | undefined {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith('<<<<<<< '))
  if (start === -1) return undefined
  const rest = lines.slice(start)
  const isWhole = rest.some((line) => line.trimEnd() === '=======') && rest.some(isEnd)
  return isWhole ? start + 1 : undefined
}

function isEnd(line: string): boolean {
  return line.startsWith('>>>>>>> ')
}
