import { castTo } from '../cast.js'

/** A list or a plain object. Linked records may refer to each other, so results are graphs. */
export type Node = Readonly<Record<string, unknown>>

/**
 * Whether a value is a list or a plain object. Linked records in cycles have their own prototype, which, like
 * `Object.prototype`, has no prototype itself. Dates and instances of classes are values.
 */
export function isNode(value: unknown): value is Node {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The nodes of a graph, each with the nodes that contain it. */
export function nodesOf(root: unknown): Map<Node, Node[]> {
  const users = new Map<Node, Node[]>(isNode(root) ? [[root, []]] : [])
  // The iteration includes the nodes that are added during it.
  for (const node of users.keys()) {
    for (const value of Object.values(node)) {
      if (!isNode(value)) continue
      const known = users.get(value)
      if (known) known.push(node)
      else users.set(value, [node])
    }
  }
  return users
}

/**
 * Copies the changed nodes of a graph, and all nodes that lead to them. The other nodes are replaced by
 * `kept`, without a copy.
 */
export function rebuilt(
  root: Node,
  users: ReadonlyMap<Node, readonly Node[]>,
  changed: Set<Node>,
  {
    kept = (node) => node,
    members = (node) => node,
  }: {
    readonly kept?: (node: Node) => Node
    readonly members?: (node: Node) => Node
  },
): Node {
  for (const node of changed) for (const user of users.get(node) ?? []) changed.add(user)
  const copies = new Map<unknown, object>()
  for (const node of changed) {
    copies.set(node, Array.isArray(node) ? [] : castTo<object>(Object.create(Object.getPrototypeOf(node))))
  }
  for (const node of changed) {
    const copy = copies.get(node)
    for (const [name, value] of Object.entries(members(node))) {
      const member = copies.get(value) ?? (isNode(value) && users.has(value) ? kept(value) : value)
      // A plain assignment of `__proto__` would set the prototype.
      Object.defineProperty(copy, name, {
        value: member,
        configurable: true,
        enumerable: true,
        writable: true,
      })
    }
    if (Object.isFrozen(node)) Object.freeze(copy)
  }
  return castTo<Node>(copies.get(root) ?? kept(root))
}
