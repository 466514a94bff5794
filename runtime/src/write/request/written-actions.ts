import type { WriteAction } from '../../declare/config.js'
import type { CompiledResource } from '../../resource/compile.js'
import { joinsOf } from '../../resource/relations.js'
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
export function writtenActions(nodes: readonly WriteNode[]): readonly WrittenAction[] {
  const actions: WrittenAction[] = []
  const [root] = nodes
  for (const node of nodes) {
    const { resource, action, place } = node
    if (action) actions.push({ resource, action, pointer: node === root ? undefined : place.pointer })
    for (const relationship of node.relationships) {
      for (const { node: child, action: done, pointer } of relationship.references) {
        if (done) actions.push({ resource: child.resource, action: done, pointer })
      }
      actions.push(...writtenJoins(relationship))
      const dropped = node.method === 'create' ? undefined : droppedResource(relationship)
      if (dropped) actions.push({ resource: dropped, action: 'update', pointer: relationship.pointer })
    }
  }
  return actions
}

/** The actions of a write on the rows of a join model: each link creates or destroys one. */
function writtenJoins({
  node: { method },
  declared,
  references,
  replaces,
  pointer,
}: WriteRelationship): readonly WrittenAction[] {
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

/** The action on a record whose membership changes: an update, if it has the key. */
export const actionOfMember = ({ declared }: WriteRelationship): WriteAction | undefined =>
  declared.holder === 'target' ? 'update' : undefined

/** The action on a present member of a replaced set: a member that stays is not linked again. */
export function actionOfKept({ node, method }: WriteReference): WriteAction | undefined {
  if (method === 'destroy') return 'destroy'
  return method === 'disassociate' ? 'update' : node.action
}

/** The resource of the records that a replaced set unlinks by their own foreign keys. */
export const droppedResource = (relationship: WriteRelationship): CompiledResource | undefined =>
  relationship.replaces && actionOfMember(relationship)
    ? relationship.declared.relations[0]?.target
    : undefined
