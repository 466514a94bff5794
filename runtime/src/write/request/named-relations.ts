import { type KnownRelation, relationOfGroup } from '../../resource/relations.js'
import type { WriteNode, WriteReference, WriteRelationship } from './node.js'

/** A relationship of a record in a write, which leads to one resource, and the existing records that it names. */
export interface NamedRelation {
  readonly node: WriteNode
  readonly relationship: WriteRelationship
  readonly relation: KnownRelation
  readonly named: readonly WriteReference[]
}

/** The relationships of some records that lead to one resource, parents before their children. */
export const namedRelationsIn = (nodes: readonly WriteNode[]): readonly NamedRelation[] =>
  nodes.flatMap((node) =>
    node.relationships.flatMap((relationship): readonly NamedRelation[] => {
      const named = namedIn(relationship)
      const relation = named[0]?.relation ?? relationOfGroup(relationship.declared, '')
      return relation ? [{ node, relationship, relation, named }] : []
    }),
  )

const namedIn = ({ references }: WriteRelationship): readonly WriteReference[] =>
  references.filter(
    ({ node: child, isInverse }) => !isInverse && child.id !== undefined && child.method !== 'create',
  )
