import type { Contract, RelationshipContract } from './contract.js'

/**
 * What may happen to the links of records that are there (rule 27.8). Those of a to-many relationship are `held` where the key by
 * which its records belong to it is never null: they move elsewhere, and are not unlinked. They are `fixed` where that key is part
 * of their id: they stay where they were created.
 */
export type Links = 'free' | 'held' | 'fixed'

/** What may happen to the links of a relationship. */
export function linksOf(
  { cardinality, types, fills = [] }: RelationshipContract,
  { resources }: Contract,
): Links {
  if (cardinality === 'one') return 'free'
  const backs = types
    .flatMap((type) => fills.map((name) => resources[type]?.relationships[name]))
    .filter((back) => back !== undefined && back.write !== false && back.takesNull !== true)
  if (backs.some((back) => back?.writeOn === 'create')) return 'fixed'
  return backs.length > 0 ? 'held' : 'free'
}
