import { linksExisting } from '../request/node.js'
import { associationOf } from './association.js'
import type { Session } from './session.js'

/**
 * Whether a write joins records that others may join at the same time, by a join that no key of the store keeps from
 * holding a pair twice. What the write has read then decides, which only a serializable transaction holds to (rule 11.4).
 */
export function joinsByRead({ nodes }: Pick<Session, 'nodes'>): boolean {
  return nodes.some(({ resource, method, relationships }) => {
    // Nobody else knows yet what the same request creates.
    if (method === 'create') return false
    return relationships.some(({ sideload, references }) => {
      if (sideload.kind !== 'hasAndBelongsToMany') return false
      return (
        references.some(linksExisting) &&
        !resource.facts().joinsOnce(associationOf(resource, {}, sideload.name))
      )
    })
  })
}
