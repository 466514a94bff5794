/** The lines of text for a terminal have at most this many characters. */
export const WIDTH = 80

/**
 * Text, broken at spaces into lines that fit a terminal. No line begins with `::`, because GitHub's runner
 * would execute it.
 *
 * @param first the beginning of the first line
 * @param next the beginning of every other line
 */
export function wrapped(text: string, first: string, next: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? `${first}${word}` : `${last} ${word}`
    if (last !== undefined && longer.length > WIDTH && !word.startsWith('::')) lines.push(`${next}${word}`)
    else lines.splice(-1, 1, longer)
  }
  return lines.join('\n')
}
