import type { WriteAction } from '../../declare/config.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { WriteMethod } from '../../resource/payload.js'
import type { KnownRelation } from '../../resource/relations.js'
import type { Relationship } from '../../vocabulary/relation.js'

/**
 * One record of a write, in however many relationships it is: a resource object of the request, or a bare linkage
 * entry.
 */
export interface WriteNode {
  readonly resource: CompiledResource
  readonly method: WriteMethod
  /** The action on the record by itself, without its links. */
  readonly action: WriteAction | undefined
  /** The id as the request has it. */
  readonly id: string | undefined
  readonly tempId: string | undefined
  /** The attributes as the request has them. */
  readonly attributes: ReadonlyMap<string, unknown>
  readonly relationships: readonly WriteRelationship[]
  /** Those of them whose key the record has itself, to the records that it belongs to. */
  readonly toRelatives: readonly WriteRelationship[]
  /** All others. */
  readonly toMembers: readonly WriteRelationship[]
  /** Whether the request has more of the record than its identity. */
  readonly hasContent: boolean
  readonly place: NodePlace
}

/** The place of a record in the request, for the pointers of errors (rule 13.2). */
export interface NodePlace {
  /**
   * `/data`, `/included/0`, or the linkage if `included` has no entry of the record. Undefined outside a request.
   */
  readonly pointer: string | undefined
  /** The resource object there; undefined for a linkage. */
  readonly object: object | undefined
  /** The relationship through which the record was first reached; undefined for the primary record. */
  readonly via: WriteRelationship | undefined
}

/** One relationship of a record in a write. */
export interface WriteRelationship {
  /** The record that has it. */
  readonly node: WriteNode
  readonly declared: Relationship<CompiledResource>
  /** The records to link, unlink or destroy; empty for `null` and `[]`. */
  readonly references: readonly WriteReference[]
  /**
   * Whether members that are not named are unlinked: always for a to-one, for a to-many if no entry has a method (rule
   * 11.4).
   */
  readonly replaces: boolean
  /** The pointer of its `data`. */
  readonly pointer: string | undefined
  /** Whether unlinking a record that is not a member is allowed (JSON:API, "Updating To-Many Relationships"). */
  readonly isLenient: boolean
}

/** One entry of a linkage. */
export interface WriteReference {
  readonly node: WriteNode
  readonly method: WriteMethod
  /** The action of the entry on the record: an update if it sets the record's own foreign key, or a destroy. */
  readonly action: WriteAction | undefined
  /** The relation to the record's type. */
  readonly relation: KnownRelation
  /** Whether the entry repeats the relationship from parent to child in the child, so that nothing is to be done. */
  readonly isInverse: boolean
  readonly pointer: string | undefined
}

/** Whether an entry links its record, or keeps it linked. */
export const keepsLinked = ({ method }: WriteReference): boolean =>
  method !== 'destroy' && method !== 'disassociate'

/** Whether an entry links its record, or keeps it linked, and does not only repeat how it was reached. */
export const isLinked = (reference: WriteReference): boolean => !reference.isInverse && keepsLinked(reference)

/** Whether an entry links an existing record. */
export const linksExisting = (reference: WriteReference): boolean =>
  isLinked(reference) && reference.node.method !== 'create'

/** A record that a write changes, but whose content is not in the request. */
export const bareNode = (
  { resource, id, place }: Pick<WriteNode, 'resource' | 'id' | 'place'>,
  action: 'update' | 'destroy',
): WriteNode => ({
  resource,
  method: action,
  action,
  id,
  tempId: undefined,
  attributes: new Map(),
  relationships: [],
  toRelatives: [],
  toMembers: [],
  hasContent: false,
  place,
})

/** A copy of a record of the request, with other attributes. */
export function withAttributes(node: WriteNode, attributes: ReadonlyMap<string, unknown>): WriteNode {
  const relationships: WriteRelationship[] = []
  const [toRelatives, toMembers]: [WriteRelationship[], WriteRelationship[]] = [[], []]
  const action = node.action ?? 'update'
  const copy = { ...node, action, attributes, relationships, toRelatives, toMembers, hasContent: true }
  for (const relationship of node.relationships) addRelationship(copy, { ...relationship, node: copy })
  return copy
}

/** Adds a relationship to a record, on its side. */
export function addRelationship<Of extends WriteRelationship>(
  { relationships, toRelatives, toMembers }: Record<'relationships' | 'toRelatives' | 'toMembers', Of[]>,
  relationship: Of,
): void {
  relationships.push(relationship)
  const side = relationship.declared.holder === 'owner' ? toRelatives : toMembers
  side.push(relationship)
}
