/** Joins names as `a`, `a and b` or `a, b and c`, or with `or` for alternatives. */
export function listed(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = words.at(-1)
  if (last === undefined) return 'nothing'
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`
}

/** The line that lists the allowed words: at most two dozen of them. */
export function allowed(words: readonly string[]): string {
  const shown = words.slice(0, 24)
  const rest = words.length - shown.length
  return words.length === 0
    ? 'allowed: none, because none exist yet'
    : `allowed: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Text with its first letter capitalized, as the beginning of a sentence. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A name, quoted for a message: cut off after 60 characters, with control characters made visible. */
export function quoted(word: string): string {
  const short = word.length > 60 ? `${word.slice(0, 60)}…` : word
  return `"${[...short].map(visible).join('')}"`
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const hidden = code < 0x20 || (code >= 0x7f && code < 0xa0) || isLoneSurrogate(code) || isInvisible(code)
  return hidden ? `\\u{${code.toString(16)}}` : character
}

function isLoneSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

// Direction marks and line separators would let a name rearrange the message around it.
function isInvisible(code: number): boolean {
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) || code === 0xfeff
}
