import { isIdentifier } from '../is-identifier.js'
import { isNode, type Node, nodesOf, rebuilt } from './graph.js'

/**
 * The function for `structuralSharing`. Unchanged parts of a new result are the same objects as in the
 * earlier result. If nothing changed, it is the earlier result itself, so nothing renders.
 *
 * ```ts
 * useQuery({ queryKey: ['author', id], queryFn: () => api.authors.find(id, { include: 'posts.author' }), structuralSharing });
 * ```
 *
 * Records are found by type and id, so they are reused if the order of a list changes. Records may refer to
 * each other: the time depends only on their number, whereas TanStack's own function follows every path
 * through them.
 */
export function structuralSharing(before: unknown, after: unknown): unknown {
  if (!isNode(before) || !isNode(after)) return after
  const known = nodesOf(before)
  const records = new Map<string, Node>()
  for (const node of known.keys()) {
    const signature = signatureOf(node)
    if (signature !== undefined && !records.has(signature)) records.set(signature, node)
  }
  const users = nodesOf(after)
  const earlier = new Map<Node, unknown>([[after, before]])
  const earlierOf = (node: Node, at: unknown): unknown => {
    if (!earlier.has(node)) {
      const signature = signatureOf(node)
      // The corresponding part of the earlier result, unless it contains a different record.
      const isThere = isNode(at) && signatureOf(at) === signature
      earlier.set(node, known.has(node) ? node : isThere ? at : records.get(String(signature)))
    }
    return earlier.get(node)
  }
  const changed = new Set<Node>()
  // The iteration includes the nodes that are added during it.
  for (const [node, was] of earlier) {
    const names = Object.keys(node)
    const old = isNode(was) && Array.isArray(was) === Array.isArray(node) ? was : {}
    let isSame = was === old && names.length === Object.keys(old).length
    for (const name of names) {
      const value = node[name]
      const at = Object.hasOwn(old, name) ? old[name] : MISSING
      isSame = (isNode(value) ? earlierOf(value, at) === at : isEqual(value, at)) && isSame
    }
    if (!isSame) changed.add(node)
  }
  return rebuilt(after, users, changed, {
    kept: (node) => {
      const was = earlier.get(node)
      return isNode(was) ? was : node
    },
  })
}

const MISSING = Symbol('missing')

/** A record's type, id and members. Another selection of the same record, or its linkage, is a different object. */
const signatureOf = (node: Node): string | undefined =>
  isIdentifier(node) ? `${node.type} ${node.id} ${Object.keys(node).join()}` : undefined

const isEqual = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime())
