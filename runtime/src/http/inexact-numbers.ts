import { pointerTo } from '../value/json.js'

/** A number of a body that JSON.parse would change, and its place. */
export interface InexactNumber {
  readonly pointer: string
  /** As written in the body. */
  readonly text: string
}

/** An open object or array: the index of the next member, or its name as written. */
interface OpenContainer {
  index: number
  name: string | undefined
  readonly isArray: boolean
}

/** So many digits that a double may not hold them, or an exponent. Without either, JSON.parse changes no number. */
const SUSPICIOUS = /[\d.]{16}|\d[eE]/

/**
 * Finds the numbers of a body that a double cannot hold as written: integers beyond 2^53, numbers that overflow or
 * become zero, and more than 17 digits. The text must be valid JSON. Returns at most `limit` numbers.
 */
export function inexactNumbers(text: string, limit: number): readonly InexactNumber[] {
  const found: InexactNumber[] = []
  if (!SUSPICIOUS.test(text)) return found
  const open: OpenContainer[] = []
  for (let at = 0; at < text.length && found.length < limit; at++) {
    const character = text.charAt(at)
    const inside = open.at(-1)
    if (character === '"') {
      const end = endOfString(text, at)
      if (inside && !inside.isArray && inside.name === undefined) inside.name = text.slice(at, end + 1)
      at = end
    } else if (character === '{' || character === '[') {
      open.push({ index: 0, name: undefined, isArray: character === '[' })
    } else if (character === '}' || character === ']') open.pop()
    else if (character === ',' && inside) {
      inside.index++
      inside.name = undefined
    } else if (isOfNumber(character)) {
      const end = endOfNumber(text, at)
      const number = text.slice(at, end)
      if (isInexact(number)) found.push({ pointer: pointerOf(open), text: number })
      at = end - 1
    }
  }
  return found
}

/** Names of members are decoded only if their value is at fault. */
function pointerOf(open: readonly OpenContainer[]): string {
  return pointerTo(
    '',
    ...open.map(({ index, name }) => (name === undefined ? index : String(JSON.parse(name)))),
  )
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charAt(at - 1 - escapes) === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && (isOfNumber(text.charAt(end)) || 'eE+.'.includes(text.charAt(end)))) end++
  return end
}

const isOfNumber = (character: string): boolean => (character >= '0' && character <= '9') || character === '-'

const MAX_DIGITS = 17

function isInexact(text: string): boolean {
  const value = Number(text)
  if (/^-?\d+$/.test(text)) return !Number.isSafeInteger(value)
  const [mantissa = ''] = text.split(/e/i)
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '')
  return !Number.isFinite(value) || (value === 0 && digits !== '') || digits.length > MAX_DIGITS
}
