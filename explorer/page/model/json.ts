/** A JSON object. */
export type JsonObject = { readonly [name: string]: unknown }

/** Whether a value is an object with named members. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A JSON text with line breaks and indentation. Each string and number stays as written: `JSON.parse` would round
 * numbers that a double cannot represent.
 */
export function prettyJson(json: string): string {
  let pretty = ''
  let depth = 0
  let last = ''
  const line = (): string => `\n${'  '.repeat(depth)}`
  for (const token of tokensOf(json)) {
    if (token === '}' || token === ']') {
      depth--
      if (last !== '{' && last !== '[') pretty += line()
    } else if (last === '{' || last === '[' || last === ',') pretty += line()
    pretty += token === ':' ? ': ' : token
    if (token === '{' || token === '[') depth++
    last = token
  }
  return pretty
}

/** The text of a member in a JSON text, found by its path; undefined if there is no such member. */
export function memberText(json: string, path: readonly string[]): string | undefined {
  const tokens = tokensOf(json)
  let at: number | undefined = 0
  for (const name of path) at = at === undefined ? undefined : memberAt(tokens, at, name)
  return at === undefined ? undefined : tokens.slice(at, endOf(tokens, at)).join('')
}

/** The position of a member's value in an object. */
function memberAt(tokens: readonly string[], object: number, name: string): number | undefined {
  if (tokens[object] !== '{') return undefined
  let at = object + 1
  while (at < tokens.length && tokens[at] !== '}') {
    const value = at + 2
    if (JSON.parse(tokens[at] ?? '""') === name) return value
    at = endOf(tokens, value)
    if (tokens[at] === ',') at++
  }
  return undefined
}

/** The position after the value that begins at a token. */
function endOf(tokens: readonly string[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    if (tokens[at] === '{' || tokens[at] === '[') depth++
    if (tokens[at] === '}' || tokens[at] === ']') depth--
    if (depth === 0) return at + 1
  }
  return tokens.length
}

const tokensOf = (json: string): readonly string[] =>
  json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []

/** The position at which text stops being JSON; undefined if it is JSON. */
export function jsonFault(text: string): string | undefined {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const is = (mark: string): boolean => {
    take(/[ \t\r\n]*/y)
    const isThere = text[at] === mark
    if (isThere) at++
    return isThere
  }
  const string = (): boolean =>
    take(/"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y) !== undefined
  const list = (end: string, member: () => boolean): boolean => {
    if (is(end)) return true
    do if (!member()) return false
    while (is(','))
    return is(end)
  }
  const value = (): boolean => {
    if (is('{')) return list('}', () => take(/[ \t\r\n]*/y) !== undefined && string() && is(':') && value())
    if (is('[')) return list(']', value)
    return string() || take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y) !== undefined
  }
  const isWhole = value()
  take(/[ \t\r\n]*/y)
  if (isWhole && at === text.length) return undefined
  const before = text.slice(0, at).split('\n')
  const found =
    at === text.length ? 'the text ends too early' : `${JSON.stringify(text[at])} is not expected here`
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${found}.`
}
