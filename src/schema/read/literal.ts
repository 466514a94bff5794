import type { Literal } from '../types.js'
import type { Tree } from '../../tree/tree.js'

/** The plain value of a tree: what a default, or the value of a default filter, says. */
export function literalOf(tree: Tree): Literal {
  switch (tree.kind) {
    case 'scalar':
      return tree.value
    case 'list':
      return tree.items.map(literalOf)
    case 'map':
      // Defined one by one, so that a key named __proto__ is a key.
      return Object.fromEntries(tree.entries.map((entry) => [entry.key, literalOf(entry.value)]))
  }
}
