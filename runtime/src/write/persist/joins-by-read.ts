import { linksExisting } from '../request/node.js'
import { associationOf } from './association.js'
import type { Session } from './session.js'

/**
 * Whether a write links records by a join without a unique key, so that others could add the same pair at the same
 * time. The write then relies on what it has read, which only a serializable transaction guarantees (rule 11.4).
 */
export function joinsByRead({ nodes }: Pick<Session, 'nodes'>): boolean {
  return nodes.some(({ resource, method, relationships }) => {
    // Nobody else can link a record that this request creates.
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
