import { WIDTH } from './doc.js'

/**
 * A documentation comment of one or more paragraphs, wrapped, without its final newline. The text cannot end the
 * comment or speak to a compiler: what would is written so that it only reads the same.
 */
export function jsdoc(text: string, depth: number): string {
  const margin = '  '.repeat(depth)
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((each) => wrap(harmless(each.trim()), WIDTH - margin.length - 3))
  const [only] = lines
  if (lines.length === 1 && only !== undefined && only.length + margin.length + 7 <= WIDTH) {
    return `${margin}/** ${only} */`
  }
  return [
    `${margin}/**`,
    ...trimBlank(lines).map((each) => `${margin} * ${each}`.trimEnd()),
    `${margin} */`,
  ].join('\n')
}

/** A description as it may stand in a comment. */
export function harmless(text: string): string {
  return text
    .replaceAll('*/', '*\\/')
    .replaceAll(/@(?=ts-|jsx)/gi, '&#64;')
    .replaceAll(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, ' ')
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of text.split(/\s+/)) {
    const longer = current === '' ? word : `${current} ${word}`
    if (longer.length > width && current !== '') {
      lines.push(current)
      current = word
    } else {
      current = longer
    }
  }
  return [...lines, current]
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((each) => each !== '')
  const last = lines.findLastIndex((each) => each !== '')
  return first === -1 ? [''] : lines.slice(first, last + 1)
}
