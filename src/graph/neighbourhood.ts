import type { Edge } from './edges.js'

/** The types that are at most so many relationships away from one, itself among them. */
export function neighboursOf(type: string, depth: number, edges: readonly Edge[]): ReadonlySet<string> {
  let near = new Set([type])
  for (let step = 0; step < depth; step++) {
    const next = edges.flatMap(({ from, to }) => (near.has(from) || near.has(to) ? [from, to] : []))
    near = new Set([...near, ...next])
  }
  return near
}
