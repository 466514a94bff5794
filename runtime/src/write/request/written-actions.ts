import type { WriteAction } from '../../declare/config.js'
import type { CompiledResource } from '../../resource/compile.js'
import { joinResources } from '../../resource/same-link.js'
import {
  allNodes,
  isKeyed,
  isLinked,
  type WriteNode,
  type WriteReference,
  type WriteRelationship,
} from './node.js'

/** What a write does to the records of a resource, and where the request says so. */
export interface WrittenAction {
  readonly resource: CompiledResource
  readonly action: WriteAction
  /** Undefined for the primary record. */
  readonly pointer: string | undefined
}

/**
 * Everything that a write does to records, as far as the request tells: the records that it creates, updates and
 * destroys. Records whose own key links them count as updated. The others of a set that is replaced count as updated,
 * whoever they are.
 */
export function writtenActions(root: WriteNode): readonly WrittenAction[] {
  const actions: WrittenAction[] = []
  for (const node of allNodes(root)) {
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
      const dropped = node.method === 'create' ? undefined : droppedResource(node, relationship)
      if (dropped) actions.push({ resource: dropped, action: 'update', pointer: relationship.pointer })
    }
  }
  return actions
}

/** What a write does to the records of a join model: a link of two records is one of them, made or removed. */
function writtenJoins(
  { resource: owner, method }: WriteNode,
  { sideload, references, replaces, pointer }: WriteRelationship,
): readonly WrittenAction[] {
  return joinResources({ owner, sideload }).flatMap(({ resource }) => {
    const actions: WrittenAction[] = []
    const linked = references.find(isLinked)
    if (linked) actions.push({ resource, action: 'create', pointer: linked.pointer })
    const unlinked = references.find((reference) => reference.method === 'disassociate')
    if (unlinked) actions.push({ resource, action: 'destroy', pointer: unlinked.pointer })
    else if (replaces && method !== 'create') actions.push({ resource, action: 'destroy', pointer })
    return actions
  })
}

/** What a write does to a record by itself, whatever links it. */
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

/** What a write does to a record because a relationship names it: a key of its own is set, or it is destroyed. */
export function actionOfReference(
  { sideload }: WriteRelationship,
  { node, method, isInverse }: WriteReference,
): WriteAction | undefined {
  if (isInverse) return undefined
  if (method === 'destroy') return 'destroy'
  return isKeyed(sideload) && node.method !== 'create' ? 'update' : undefined
}

/** What a write does to a record of a set that it replaces, which the set has already: one that stays is not linked again. */
export function actionOfMember({ node, method }: WriteReference, root: WriteNode): WriteAction | undefined {
  if (method === 'destroy') return 'destroy'
  return method === 'disassociate' ? 'update' : actionOf(node, root)
}

/** The resource of records that are unlinked by keys of their own where a set is replaced. */
function droppedResource(
  { resource }: WriteNode,
  { sideload, replaces }: WriteRelationship,
): CompiledResource | undefined {
  return replaces && isKeyed(sideload) ? resource.target(sideload) : undefined
}
