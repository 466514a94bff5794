/** A string literal, or the fault in it; `length` counts the characters of the literal as written. */
export type StringResult =
  | { readonly ok: true; readonly value: string; readonly length: number }
  | { readonly ok: false; readonly message: string; readonly length: number }

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
])

/** Reads a JSON string literal that begins at `start`. */
export function readString(text: string, start: number): StringResult {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') return { ok: true, value, length: at + 1 - start }
    if (character !== '\\') {
      value += character
      continue
    }
    const next = text.charAt(at + 1)
    const code = next === 'u' ? /^[\da-fA-F]{4}/.exec(text.slice(at + 2))?.[0] : undefined
    const escaped = code === undefined ? ESCAPES.get(next) : String.fromCharCode(Number.parseInt(code, 16))
    if (escaped === undefined) {
      return { ok: false, message: `"\\${next}" is not a JSON escape`, length: at + 2 - start }
    }
    value += escaped
    at += 1 + (code?.length ?? 0)
  }
  return { ok: false, message: 'The string has no closing quote', length: text.length - start }
}
