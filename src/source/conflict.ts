/**
 * The line, counted from 1, of the first merge conflict that git left in the text; undefined if there is
 * none.
 */
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
