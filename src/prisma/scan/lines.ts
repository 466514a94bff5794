import { spanOf, type Source } from '../../source/source.js'
import type { DocLine } from './blocks.js'

/** A line of a Prisma schema without its comments. */
export interface ScannedLine {
  /** The code, trimmed; empty if the line is blank or only a comment. */
  readonly code: string
  /** The offset of the code. */
  readonly start: number
  readonly doc: DocLine | undefined
}

/** The lines of a source, with code and documentation separated. All comments are dropped. */
export function linesOf(source: Source): readonly ScannedLine[] {
  const lines: ScannedLine[] = []
  let offset = 0
  let inComment = false
  for (const text of source.text.split('\n')) {
    const read = readLine(text, offset, inComment, source)
    lines.push(read.line)
    inComment = read.inComment
    offset += text.length + 1
  }
  return lines
}

function readLine(
  text: string,
  offset: number,
  startsInComment: boolean,
  source: Source,
): { readonly line: ScannedLine; readonly inComment: boolean } {
  let code = ''
  let codeStart = -1
  let inComment = startsInComment
  let doc: DocLine | undefined
  let inString = false
  for (let at = 0; at < text.length; at++) {
    if (inComment) {
      if (text.startsWith('*/', at)) {
        inComment = false
        at++
        if (codeStart !== -1) code += ' '
      }
      if (codeStart !== -1) code += ' '
      continue
    }
    if (!inString && text.startsWith('///', at)) {
      doc = docLine(text, at + 3, offset, source)
      break
    }
    if (!inString && text.startsWith('//', at)) break
    if (!inString && text.startsWith('/*', at)) {
      inComment = true
      at++
      if (codeStart !== -1) code += '  '
      continue
    }
    const character = text.charAt(at)
    if (inString && character === '\\') {
      code += text.slice(at, at + 2)
      at++
      continue
    }
    if (character === '"') inString = !inString
    if (codeStart === -1 && character.trim() !== '') codeStart = at
    if (codeStart !== -1) code += character
  }
  return {
    line: { code: codeStart === -1 ? '' : code.trim(), start: offset + Math.max(0, codeStart), doc },
    inComment,
  }
}

function docLine(text: string, start: number, offset: number, source: Source): DocLine {
  const from = text.charAt(start) === ' ' ? start + 1 : start
  const end = text.trimEnd().length
  return { text: text.slice(from, end), at: spanOf(source, offset + from, offset + Math.max(from, end)) }
}
