import type { WriteAction } from '../../declare/config.js'
import type { CompiledResource } from '../../resource/compile.js'
import { joinsOf } from '../../resource/relations.js'
import type { Graph } from './graph.js'
import { isLinked, type WriteNode, type WriteReference, type WriteRelationship } from './node.js'

/** An action that a write performs on the records of a resource, and its place in the request. */
export interface WrittenAction {
  readonly resource: CompiledResource
  readonly action: WriteAction
  /** Undefined for the primary record. */
  readonly pointer: string | undefined
}

/**
 * All actions of a write that the request shows: the records that it creates, updates and destroys. Records whose own
 * foreign key links them count as updated. The members that a replaced set leaves out count as updated, whichever they
 * are.
 */
export function writtenActions({ root, nodes }: Graph): readonly WrittenAction[] {
  const actions: WrittenAction[] = []
  for (const node of nodes) {
    const action = actionOf(node, root)
    const pointer = node === root ? undefined : node.place.pointer
    if (action) actions.push({ resource: node.resource, action, pointer })
    for (const relationship of node.relationships) {
      for (const reference of relationship.references) {
        const done = actionOfReference(relationship, reference)
        const { node: child, pointer: at } = reference
        if (done) actions.push({ resource: child.resource, action: done, pointer: at })
      }
      actions.push(...writtenJoins(node, relationship))
      const dropped = node.method === 'create' ? undefined : droppedResource(relationship)
      if (dropped) actions.push({ resource: dropped, action: 'update', pointer: relationship.pointer })
    }
  }
  return actions
}

/** The actions of a write on the rows of a join model: each link creates or destroys one. */
function writtenJoins(
  { method }: WriteNode,
  { declared, references, replaces, pointer }: WriteRelationship,
): readonly WrittenAction[] {
  return joinsOf(declared).flatMap((resource) => {
    const actions: WrittenAction[] = []
    const linked = references.find(isLinked)
    if (linked) actions.push({ resource, action: 'create', pointer: linked.pointer })
    const unlinked = references.find((reference) => reference.method === 'disassociate')
    if (unlinked) actions.push({ resource, action: 'destroy', pointer: unlinked.pointer })
    else if (replaces && method !== 'create') actions.push({ resource, action: 'destroy', pointer })
    return actions
  })
}

/** The action of a write on a record by itself, without its links. */
export function actionOf(node: WriteNode, root: WriteNode): WriteAction | undefined {
  switch (node.method) {
    case 'create':
    case 'destroy':
      return node.method
    case 'update':
    case 'associate':
    case 'disassociate':
      return node === root || node.hasContent ? 'update' : undefined
  }
}

/** The action on a record that a relationship names: an update if its own foreign key is set, or a destroy. */
export function actionOfReference(
  relationship: WriteRelationship,
  { node, method, isInverse }: WriteReference,
): WriteAction | undefined {
  if (isInverse) return undefined
  if (method === 'destroy') return 'destroy'
  return node.method === 'create' ? undefined : actionOfMember(relationship)
}

/** The action on a record that a relationship names: that of its link, or that of the write on the record itself. */
export function actionOn(
  relationship: WriteRelationship,
  reference: WriteReference,
  root: WriteNode,
): WriteAction | undefined {
  return actionOfReference(relationship, reference) ?? actionOf(reference.node, root)
}

/** The action on a record whose membership changes: an update, if it has the key. */
export const actionOfMember = ({ declared }: WriteRelationship): WriteAction | undefined =>
  declared.holder === 'target' ? 'update' : undefined

/** The action on a present member of a replaced set: a member that stays is not linked again. */
export function actionOfKept({ node, method }: WriteReference, root: WriteNode): WriteAction | undefined {
  if (method === 'destroy') return 'destroy'
  return method === 'disassociate' ? 'update' : actionOf(node, root)
}

/** The resource of the records that a replaced set unlinks by their own foreign keys. */
export const droppedResource = (relationship: WriteRelationship): CompiledResource | undefined =>
  relationship.replaces && actionOfMember(relationship)
    ? relationship.declared.relations[0]?.target
    : undefined
