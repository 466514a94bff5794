import { joinsOnce } from '../../facts/implied.js'
import type { TransactionNeeds } from '../../adapter/transaction/transaction-needs.js'
import { isLimited } from '../../reader/policies/policies.js'
import { relationIn, restrictingIn } from '../../resource/relations.js'
import { watchersOf } from '../plan/watchers.js'
import type { Graph } from '../request/graph.js'
import { isLinked, linksExisting, type WriteNode, type WriteRelationship } from '../request/node.js'
import { droppedResource } from '../request/written-actions.js'
import { isKnownToOthers } from './locks.js'
import { hasPolymorphicReferrers, isPolymorphic } from './polymorphic-keys.js'

/**
 * The requirements of a transaction that writes some records. What it reads may have to stay true until it commits. It
 * may have to see what others have committed, if it locks records after it has read them.
 */
export function needsOf(
  nodes: readonly WriteNode[],
): Required<Pick<TransactionNeeds, 'serializable' | 'readsLatest'>> {
  let [serializable, readsLatest] = [false, false]
  for (const node of nodes) {
    const { method, resource, relationships } = node
    // Others must not add a member, or a polymorphic key, between the check and the destroy (rules 11.15, 21.4).
    serializable ||=
      method === 'destroy' && (restrictingIn(resource).length > 0 || hasPolymorphicReferrers(resource))
    readsLatest ||= method !== 'create' && (isLimited(resource, 'update') || isLimited(resource, 'destroy'))
    for (const relationship of relationships) {
      serializable ||= reliesOnReads(relationship)
      readsLatest ||= isKnownToOthers(node) && droppedResource(relationship) !== undefined
    }
  }
  return { serializable, readsLatest }
}

/**
 * Whether a relationship links records by a polymorphic key, which no foreign key protects, or by a join without a unique
 * key, where others could add the same pair at the same time (rules 11.4, 21.4). Others cannot know a record that this
 * request creates.
 */
function reliesOnReads({ node, declared, references }: WriteRelationship): boolean {
  const isNew = node.method === 'create'
  if (declared.relations.some(isPolymorphic)) {
    const links =
      declared.holder === 'owner' ? references.some(linksExisting) : !isNew && references.some(isLinked)
    if (links) return true
  }
  return !isNew && references.some(linksExisting) && !joinsOnce(relationIn(declared))
}

/**
 * Whether a write sends a single step that writes a single record, and neither checks nor application code come between
 * that step and the commit. Such a write needs no transaction (rule 11.5).
 */
export function isOneStep({ graph: { root, nodes }, condition }: OneStep): boolean {
  const { resource } = root
  return (
    condition === undefined &&
    resource.facts().can.commitOneStep &&
    !watchersOf(resource).comesBetween &&
    nodes.every((node) => node === root || isOnlyLinked(node)) &&
    root.toMembers.length === 0 &&
    !(root.method === 'create' && root.relationships.some((relationship) => links(relationship, root)))
  )
}

const isOnlyLinked = ({ action, resource }: WriteNode): boolean =>
  action === undefined && !watchersOf(resource).overrides.persistWithRelationships

/** A new record that links itself takes a second statement. */
const links = ({ references }: WriteRelationship, itself: WriteNode): boolean =>
  references.some(({ node }) => node === itself)

/** A write, as far as this depends on it. */
interface OneStep {
  readonly graph: Graph
  readonly condition?: object | undefined
}
