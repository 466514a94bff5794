import type { Schema } from '../schema/schema.js'
import { edgesOf, type Count, type Edge } from './edges.js'

/** The part of a graph to show: the relationships around one type, within a number of steps. */
export interface Around {
  readonly type: string
  readonly depth: number
}

/**
 * A schema's relationships as a Mermaid entity relationship diagram: all of them, or those around one type.
 *
 * ```text
 * erDiagram
 *   "authors" ||--o{ "posts" : "posts / author"
 * ```
 */
export function mermaidOf({ resources }: Pick<Schema, 'resources'>, around?: Around): string {
  const edges = edgesOf(resources)
  const types = around
    ? neighboursOf(around.type, around.depth, edges)
    : new Set(resources.map(({ type }) => type))
  const shown = edges.filter(({ from, to }) => types.has(from) && types.has(to))
  const related = new Set(shown.flatMap(({ from, to }) => [from, to]))
  const alone = [...types].filter((type) => !related.has(type))
  return ['erDiagram', ...alone.map((type) => `  ${quoted(type)}`), ...shown.map(lineOf), ''].join('\n')
}

/** The types within the given number of relationships from a type, including the type itself. */
function neighboursOf(type: string, depth: number, edges: readonly Edge[]): ReadonlySet<string> {
  let near = new Set([type])
  for (let step = 0; step < depth; step++) {
    const next = edges.flatMap(({ from, to }) => (near.has(from) || near.has(to) ? [from, to] : []))
    near = new Set([...near, ...next])
  }
  return near
}

const LEFT: Readonly<Record<Count, string>> = { one: '||', oneOrNone: '|o', many: '}o' }
const RIGHT: Readonly<Record<Count, string>> = { one: '||', oneOrNone: 'o|', many: 'o{' }

function lineOf({ from, to, fromCount, toCount, names, isKeyed }: Edge): string {
  const line = `${LEFT[fromCount]}${isKeyed ? '--' : '..'}${RIGHT[toCount]}`
  return `  ${quoted(from)} ${line} ${quoted(to)} : ${quoted(names.join(' / '))}`
}

// In quotes, a type may contain a hyphen or be a Mermaid keyword. No type or name contains a quote.
function quoted(name: string): string {
  return `"${name}"`
}
