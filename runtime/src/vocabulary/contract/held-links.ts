import { ownOf } from '../../base/own.js'
import type { Contract, RelationshipContract } from './contract.js'

/**
 * The restrictions on existing links. The links of a to-many relationship are `held` if their key is never null: the
 * records can move to a different parent, but cannot be unlinked. They are `fixed` if that key is part of the id: the
 * records cannot move at all. A to-one relationship is `kept` if a new record must set it and its key is never null: the
 * record can be neither unlinked nor destroyed through it.
 */
export type Links = 'free' | 'held' | 'fixed' | 'kept'

/** A restriction on the links of a relationship. */
export function linksOf(
  { cardinality, types, required, takesNull, fills = [] }: RelationshipContract,
  { resources }: Contract,
): Links {
  if (cardinality === 'one') return required && takesNull !== true ? 'kept' : 'free'
  const backs = types
    .flatMap((type) =>
      fills.map((name) => {
        const relationships = resources[type]?.relationships
        return relationships && ownOf(relationships, name)
      }),
    )
    .filter((back) => back !== undefined && back.write !== false && back.takesNull !== true)
  if (backs.some((back) => back?.writeOn === 'create')) return 'fixed'
  return backs.length > 0 ? 'held' : 'free'
}
