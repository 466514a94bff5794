import { BadSort } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { Direction } from '../shape/shape.js'

/** One key of the parameter `sort`: a path whose last part is the attribute, and its direction. */
export interface SortKey {
  /** The key as the client wrote it. */
  readonly written: string
  readonly path: readonly string[]
  readonly direction: Direction
}

/**
 * Reads the parameter `sort` (rule 4.1): keys separated by commas; a minus in front means descending, also directly
 * before the attribute (`books.-title`). An empty value counts as absent. Reports each malformed key (`-`, `--a`, `+a`,
 * `a,`) once.
 */
export function parseSort(text: string, parameter: string, faults: JsonapiError[]): readonly SortKey[] {
  const keys: SortKey[] = []
  const malformed = new Set<string>()
  for (const written of text === '' ? [] : text.split(',')) {
    const key = sortKey(written)
    if (key) keys.push(key)
    else malformed.add(written)
  }
  for (const written of malformed) {
    faults.push(new BadSort({ detail: `The sort key "${written}" is malformed.`, source: { parameter } }))
  }
  return keys
}

function sortKey(written: string): SortKey | undefined {
  const leading = written.startsWith('-')
  const parts = (leading ? written.slice(1) : written).split('.')
  const last = parts.at(-1) ?? ''
  const inner = !leading && parts.length > 1 && last.startsWith('-')
  const path = inner ? [...parts.slice(0, -1), last.slice(1)] : parts
  // A name in JSON:API begins with a letter, a digit or a character beyond ASCII.
  if (!path.every((part) => /^[a-zA-Z\d\u0080-\uFFFF][\w\- \u0080-\uFFFF]*$/.test(part))) return undefined
  return { written, path, direction: leading || inner ? 'desc' : 'asc' }
}
