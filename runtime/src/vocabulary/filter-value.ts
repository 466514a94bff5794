/**
 * One value of a filter as the client wrote it. It is a string, protected from coercion if it was in `{{…}}`,
 * a JSON value from `{{{…}}}`, or the value of an in-process caller.
 */
export type RawValue =
  | { readonly kind: 'text'; readonly text: string; readonly protected: boolean }
  | { readonly kind: 'json'; readonly value: unknown }

/** The values of one filter in their written order; `single` if there is one value and no comma. */
export type RawValues =
  | { readonly ok: true; readonly values: readonly RawValue[]; readonly single: boolean }
  | { readonly ok: false; readonly reason: string }

/**
 * Splits the text of a filter: commas separate values, nothing is trimmed, blank members are dropped, `{{a,b}}` is a
 * single string, and `{{{…}}}` is JSON. Takes time linear in the length of the text.
 */
export function splitFilterText(text: string, jsonDepth: number): RawValues {
  const values: RawValue[] = []
  let members = 0
  let at = 0
  while (at <= text.length) {
    const member = memberAt(text, at, jsonDepth)
    if ('reason' in member) return { ok: false, reason: member.reason }
    members++
    if (member.value) values.push(member.value)
    at = member.end + 1
  }
  return { ok: true, values, single: members === 1 && values.length === 1 }
}

/**
 * Reads the values of a repeated parameter. None of them is split, and blank ones are dropped. A value that
 * is enclosed in braces is protected, or JSON.
 */
export function readFilterItems(items: readonly string[], jsonDepth: number): RawValues {
  const values: RawValue[] = []
  for (const text of items) {
    const member = text.startsWith('{{') ? memberAt(text, 0, jsonDepth) : undefined
    if (member && 'reason' in member) return { ok: false, reason: member.reason }
    if (member?.value && member.end === text.length) values.push(member.value)
    else if (text !== '') values.push({ kind: 'text', text, protected: false })
  }
  return { ok: true, values, single: false }
}

type Member = { readonly value: RawValue | undefined; readonly end: number } | { readonly reason: string }

function memberAt(text: string, start: number, jsonDepth: number): Member {
  if (text.startsWith('{{{', start)) return jsonAt(text, start + 3, jsonDepth)
  if (text.startsWith('{{', start)) return protectedAt(text, start + 2)
  const comma = text.indexOf(',', start)
  const end = comma === -1 ? text.length : comma
  const plain = text.slice(start, end)
  return { value: plain === '' ? undefined : { kind: 'text', text: plain, protected: false }, end }
}

function protectedAt(text: string, start: number): Member {
  for (let close = text.indexOf('}}', start); close !== -1; close = text.indexOf('}}', close + 1)) {
    const end = close + 2
    if (end === text.length || text[end] === ',') {
      return { value: { kind: 'text', text: text.slice(start, close), protected: true }, end }
    }
  }
  return { reason: 'the braces "{{" are not closed by "}}"' }
}

function jsonAt(text: string, start: number, jsonDepth: number): Member {
  const { close, deepest } = endOfJson(text, start)
  const end = close + 3
  if (deepest > jsonDepth) return { reason: `its JSON is nested more than ${jsonDepth} levels deep` }
  if (close === -1 || (end !== text.length && text[end] !== ',')) {
    return { reason: 'the braces "{{{" are not closed by "}}}"' }
  }
  try {
    return { value: { kind: 'json', value: JSON.parse(text.slice(start, close)) }, end }
  } catch {
    return { reason: 'the text between "{{{" and "}}}" is not JSON' }
  }
}

/**
 * The position where the JSON value ends and its closing braces begin: the first brace outside strings that closes
 * nothing.
 */
function endOfJson(text: string, start: number): { readonly close: number; readonly deepest: number } {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === ']') depth--
    else if (character === '}') {
      if (depth <= 0) return { close: text.startsWith('}}}', at) ? at : -1, deepest }
      depth--
    }
  }
  return { close: -1, deepest }
}
