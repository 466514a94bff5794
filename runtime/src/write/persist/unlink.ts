import { pickColumns } from '../../adapter/column-values.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { disassociate } from './associate.js'
import { mayUnlink } from './link-columns.js'
import { unlinkedChildKeys } from './link-keys.js'
import { persistThrough } from './persist-through.js'
import { isKeyed, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import { keyName } from '../request/keys-said.js'
import type { Session } from './session.js'
import { storeCall } from './store-call.js'

/** Unlinks a child that the request disassociates, and keeps its row (rule 11.4). */
export async function unlinkChild(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  { node: child, pointer }: WriteReference,
  parent: object,
): Promise<void> {
  const { sideload } = relationship
  const isMoved = child.id !== undefined && isLinkedElsewhere(session, relationship, child.resource, child.id)
  const keys = isKeyed(sideload) && !isMoved ? unlinkedChildKeys(sideload, node.resource, child.resource) : {}
  if (isKeyed(sideload) && !isMoved) {
    const link = { node: child, columns: sideload.foreignKey, keys, pointer }
    if (!mayUnlink(session, link, session.existing.get(child))) return
  }
  const record = await persistThrough(session, child, keys, parent)
  if (record) await disassociate(session, { node, relationship, parent, child: record, pointer })
}

/** Unlinks a member that the request's set leaves out (rule 11.4). What is wrong with that, the relationship points at. */
export async function unlinkMember(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  member: object,
  parent: object,
): Promise<void> {
  const { sideload, pointer } = relationship
  if (isKeyed(sideload)) {
    const target = node.resource.target(sideload)
    if (!target) return
    const isMoved = isLinkedElsewhere(session, relationship, target, idOf(target, member))
    const dropped: WriteNode = {
      resource: target,
      method: 'update',
      id: idOf(target, member),
      tempId: undefined,
      attributes: new Map(),
      relationships: [],
      hasContent: false,
      place: { pointer, object: undefined, via: { parent: node, relationship } },
    }
    const keys = unlinkedChildKeys(sideload, node.resource, target)
    const link = { node: dropped, columns: sideload.foreignKey, keys, pointer }
    if (!isMoved && !mayUnlink(session, link, member)) return
    const parameters = { ...pickColumns(member, target.primaryKey), ...keys }
    const record = isMoved
      ? member
      : await storeCall(session, dropped, 'update', (of) => of.update(parameters, parent), pointer)
    if (!record) return
  }
  await disassociate(session, { node, relationship, parent, child: member })
}

/** Whether the request links a record to another one by the key that this relationship stands in: that link stays. */
export function isLinkedElsewhere(
  { linkedKeys }: Session,
  { sideload }: WriteRelationship,
  { type }: CompiledResource,
  id: string,
): boolean {
  return isKeyed(sideload) && linkedKeys().has(keyName(type, id, sideload.foreignKey))
}
