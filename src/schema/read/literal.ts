import type { Literal } from '../types.js'
import type { Tree } from '../../tree/tree.js'

/** The plain value of a tree, for a default or a default filter. */
export function literalOf(tree: Tree): Literal {
  switch (tree.kind) {
    case 'scalar':
      return tree.value
    case 'list':
      return tree.items.map(literalOf)
    case 'map':
      // Entries are defined one by one, so that `__proto__` is an ordinary key.
      return Object.fromEntries(tree.entries.map((entry) => [entry.key, literalOf(entry.value)]))
  }
}
