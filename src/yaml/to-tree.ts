import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml'
import type { Report } from '../diagnostic/report.js'
import { spanOf, type Source, type Span } from '../source/source.js'
import { namesIn, type Entry, type Tree } from '../tree/tree.js'
import { readKey } from './key.js'
import { checkedText } from './text.js'

/** The state of a walk over one document. */
export interface Walk {
  readonly source: Source
  readonly report: Report
  /** The reported aliases. Each is reported once, because a YAML bomb has thousands. */
  readonly aliases: Set<string>
}

/** Converts a YAML node to a tree. Parts that the format does not allow are reported and become null in the tree. */
export function toTree(node: Node, source: Source, report: Report): Tree {
  return convert(node, { source, report, aliases: new Set() })
}

function convert(node: unknown, walk: Walk): Tree {
  const at = spanOfNode(node, walk.source)
  if (isAlias(node)) {
    if (!walk.aliases.has(node.source)) {
      walk.report.add('JG106', at, `Aliases are not allowed: write out the value of "*${node.source}"`)
    }
    walk.aliases.add(node.source)
    return nothing(at)
  }
  refuseDecoration(node, at, walk)
  if (isMap(node)) return { kind: 'map', entries: entriesOf(node.items, walk), at }
  if (isSeq(node)) {
    return { kind: 'list', items: node.items.map((item) => convert(item, walk)), at }
  }
  return isScalar(node) ? { kind: 'scalar', value: scalarValue(node.value, at, walk), at } : nothing(at)
}

function entriesOf(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  walk: Walk,
): Entry[] {
  const seen = new Map<string, Entry>()
  for (const pair of pairs) {
    const at = spanOfNode(pair.key, walk.source)
    const key = readKey(pair.key, at, walk)
    if (key === undefined) continue
    const first = seen.get(key)
    if (first) {
      walk.report.add('JG105', at, `Duplicate key "${key}"`, {
        related: [{ at: first.at, message: 'the first one is here' }],
      })
      if (pair.value !== null) walk.report.leaveOut(namesIn(convert(pair.value, walk)))
      continue
    }
    const value = pair.value === null ? nothing(at) : convert(pair.value, walk)
    seen.set(key, { key, at, value })
  }
  return [...seen.values()]
}

function refuseDecoration(node: unknown, at: Span, { report }: Walk): void {
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return
  if (node.anchor !== undefined) {
    report.add('JG106', at, `Anchors are not allowed: remove "&${node.anchor}"`)
  }
  if (node.tag !== undefined) report.add('JG108', at, `Tags are not allowed: remove "${node.tag}"`)
}

function scalarValue(value: unknown, at: Span, walk: Walk): string | number | bigint | boolean | null {
  switch (typeof value) {
    case 'string':
      return checkedText(value, at, walk.report)
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value
    case 'number':
    case 'boolean':
      return value
    default:
      return null
  }
}

function spanOfNode(node: unknown, source: Source): Span {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined
  if (!range) return spanOf(source, 0)
  // The range of a block collection extends to the next token, but its location ends with its last character.
  const text = source.text.slice(range[0], range[1])
  return spanOf(source, range[0], range[0] + text.trimEnd().length)
}

function nothing(at: Span): Tree {
  return { kind: 'scalar', value: null, at }
}
