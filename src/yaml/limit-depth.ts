import { CST } from 'yaml'
import type { Report } from '../diagnostic/report.js'
import { spanOf, type Source } from '../source/source.js'

/** The maximum depth of a schema. The format itself needs nine levels. */
export const MAX_DEPTH: number = 32

/**
 * The tokens of a YAML text, without values nested deeper than `MAX_DEPTH`: each is reported (JG103) and replaced by
 * null. Composing nodes needs some stack for each level, so it must never see more levels.
 */
export function* limitDepth(
  tokens: Iterable<CST.Token>,
  source: Source,
  report: Report,
): Generator<CST.Token, void> {
  for (const token of tokens) {
    if (token.type === 'document') cutBelow(token, source, report)
    yield token
  }
}

function cutBelow(document: CST.Document, source: Source, report: Report): void {
  const open = [{ token: document.value, depth: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const item of itemsOf(next.token)) {
      const depth = next.depth + 1
      const { key, value } = item
      if (depth <= MAX_DEPTH) {
        open.push({ token: key ?? undefined, depth }, { token: value, depth })
        continue
      }
      // A key that is a list or a map is always rejected as a key (JG111).
      if (key && CST.isCollection(key)) key.items = []
      if (!value) continue
      const at = spanOf(source, value.offset, endOf(value))
      report.add('JG103', at, `The schema is nested more than ${MAX_DEPTH} levels deep`)
      item.value = { type: 'scalar', offset: value.offset, indent: 0, source: 'null' }
    }
  }
}

function itemsOf(token: CST.Token | undefined): readonly CST.CollectionItem[] {
  return token && CST.isCollection(token) ? token.items : []
}

/** The position of the last character of a token and its content, excluding spaces and comments. */
function endOf(token: CST.Token): number {
  let end = token.offset
  const open: (CST.Token | null | undefined)[] = [token]
  while (open.length > 0) {
    const next = open.pop()
    if (!next || BLANK.has(next.type)) continue
    if ('source' in next) end = Math.max(end, next.offset + next.source.trimEnd().length)
    if (next.type === 'flow-collection') open.push(next.start, ...next.end)
    for (const { key, sep = [], value } of itemsOf(next)) open.push(key, ...sep, value)
  }
  return end
}

const BLANK: ReadonlySet<string> = new Set(['space', 'newline', 'comment'])
