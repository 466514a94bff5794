import { LINE_END, WIDTH } from './doc.js'

/**
 * The text of a documentation comment, as ts-morph's structures accept it: one line, or several wrapped lines after an
 * empty one. The text cannot end the comment or be read as a compiler directive: such text is rewritten to look the
 * same.
 */
export function jsdoc(text: string, depth: number): string {
  const lines = linesOf(text, depth)
  return isShort(lines, depth) ? lines.join('') : ['', ...lines].join('\n')
}

/** Like `jsdoc`, but returns a whole comment, for a member of a type literal. */
export function comment(text: string, depth: number): string {
  const lines = linesOf(text, depth)
  const margin = '  '.repeat(depth)
  const code = isShort(lines, depth)
    ? [`/** ${lines.join('')} */`]
    : ['/**', ...lines.map((each) => ` * ${each}`.trimEnd()), ' */']
  return code.map((each) => `${margin}${each}`).join(LINE_END)
}

/** A description in a form that is safe in a comment. */
export function harmless(text: string): string {
  return text
    .replaceAll('*/', '*\\/')
    .replaceAll(/@(?=ts-|jsx)/gi, '&#64;')
    .replaceAll(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, ' ')
}

function linesOf(text: string, depth: number): readonly string[] {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((each) => wrap(harmless(each.trim()), WIDTH - depth * 2 - 3))
  return trimBlank(lines)
}

function isShort(lines: readonly string[], depth: number): boolean {
  return lines.length === 1 && lines.join('').length + depth * 2 + 7 <= WIDTH
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
