import { spanOf, type Source, type Span } from '../../source/source.js'
import type { AnnotationText } from './docs.js'
import { readString } from './string.js'

/** A token of an annotation, with its location in the Prisma schema. */
export type Token =
  | { readonly kind: 'mark'; readonly text: string; readonly at: Span }
  | { readonly kind: 'word'; readonly text: string; readonly at: Span }
  | { readonly kind: 'value'; readonly value: string | number | bigint; readonly at: Span }
  | { readonly kind: 'end'; readonly at: Span }
  | { readonly kind: 'fault'; readonly message: string; readonly at: Span }

const WORD = /[\p{Alphabetic}_$][\p{Alphabetic}\p{N}_$.-]*(?:\[\])?\??/uy
const DATE = /\d+-\d[\w:.+-]*/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The tokens of an annotation after its `@`. The last token is `end`, or a fault. */
export function tokensOf({ lines }: AnnotationText): readonly Token[] {
  const tokens: Token[] = []
  for (const { text, at } of lines) {
    for (let start = 0; start < text.length;) {
      if (text.charAt(start).trim() === '') {
        start++
        continue
      }
      const { token, length } = tokenAt(text, start, at)
      tokens.push(token)
      if (token.kind === 'fault') return tokens
      start += length
    }
  }
  const last = lines.at(-1)
  if (last) tokens.push({ kind: 'end', at: spanOf(last.at.source, last.at.end, last.at.end + 1) })
  return tokens
}

function tokenAt(
  text: string,
  start: number,
  line: Span,
): { readonly token: Token; readonly length: number } {
  const place = (length: number): Span => placed(line.source, line.start + start, length)
  const character = text.charAt(start)
  if ('@.:,()[]{}'.includes(character)) {
    return { token: { kind: 'mark', text: character, at: place(1) }, length: 1 }
  }
  if (character === '"') {
    const read = readString(text, start)
    return read.ok
      ? { token: { kind: 'value', value: read.value, at: place(read.length) }, length: read.length }
      : { token: { kind: 'fault', message: read.message, at: place(read.length) }, length: read.length }
  }
  const date = matchAt(DATE, text, start)
  if (date !== undefined) {
    return { token: { kind: 'value', value: date, at: place(date.length) }, length: date.length }
  }
  const number = matchAt(NUMBER, text, start)
  if (number !== undefined) {
    return {
      token: { kind: 'value', value: toNumber(number), at: place(number.length) },
      length: number.length,
    }
  }
  const word = matchAt(WORD, text, start)
  if (word !== undefined) {
    return { token: { kind: 'word', text: word, at: place(word.length) }, length: word.length }
  }
  return { token: { kind: 'fault', message: `Unexpected "${character}"`, at: place(1) }, length: 1 }
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start
  return pattern.exec(text)?.[0]
}

function toNumber(text: string): number | bigint {
  const value = Number(text)
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value
}

function placed(source: Source, start: number, length: number): Span {
  return spanOf(source, start, start + length)
}
