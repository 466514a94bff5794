import type { Edge } from './edges.js'

/** The types within the given number of relationships from a type, including the type itself. */
export function neighboursOf(type: string, depth: number, edges: readonly Edge[]): ReadonlySet<string> {
  let near = new Set([type])
  for (let step = 0; step < depth; step++) {
    const next = edges.flatMap(({ from, to }) => (near.has(from) || near.has(to) ? [from, to] : []))
    near = new Set([...near, ...next])
  }
  return near
}
