import { ownOf } from '../base/own.js'
import type { Contract, RelationshipContract } from './contract.js'

/**
 * What may happen to the links of records that are there (rule 27.8). Those of a to-many relationship are `held` where the key by
 * which its records belong to it is never null: they move elsewhere, and are not unlinked. They are `fixed` where that key is part
 * of their id: they stay where they were created. The record that a create has to name, and whose key is never null, is `kept`: it
 * is neither unlinked nor destroyed where it is needed.
 */
export type Links = 'free' | 'held' | 'fixed' | 'kept'

/** What may happen to the links of a relationship. */
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
