/** A line of formatted JSON: `indent`, `"key": `, `value` and `,`. */
export interface JsonLine {
  readonly indent: string
  /** With its quotation marks; empty if the line has no key. */
  readonly key: string
  readonly value: string
  readonly kind: 'string' | 'number' | 'literal' | 'bracket'
  readonly comma: string
  /** The index of the line that closes the object or the list that this line opens. */
  readonly end?: number
}

/** The lines of a JSON text that `prettyJson` has formatted. */
export function jsonLines(pretty: string): readonly JsonLine[] {
  const open: number[] = []
  const ends = new Map<number, number>()
  const lines = pretty.split('\n').map((line, index): JsonLine => {
    const [, indent = '', key = '', value = '', comma = ''] =
      /^(\s*)(?:("(?:[^"\\]|\\.)*"): )?(.*?)(,?)$/.exec(line) ?? []
    if (value === '{' || value === '[') open.push(index)
    if (value === '}' || value === ']') ends.set(open.pop() ?? -1, index)
    return { indent, key, value, kind: kindOf(value), comma }
  })
  return lines.map((line, index) => {
    const end = ends.get(index)
    return end === undefined ? line : { ...line, end }
  })
}

function kindOf(value: string): JsonLine['kind'] {
  if (value.startsWith('"')) return 'string'
  if (/^[[\]{}]/.test(value)) return 'bracket'
  return /^-?\d/.test(value) ? 'number' : 'literal'
}

/** The lines that are visible if the objects and lists that begin in the given lines are folded. */
export function unfolded(lines: readonly JsonLine[], folded: ReadonlySet<number>): readonly number[] {
  const visible: number[] = []
  for (let index = 0; index < lines.length; index++) {
    visible.push(index)
    if (folded.has(index)) index = lines[index]?.end ?? index
  }
  return visible
}
