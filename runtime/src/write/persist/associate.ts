import type { WriteNode, WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'
import { linkCall } from './store-call.js'

/** Puts a child into an association of a parent, by the operation of the parent's resource (rule 1.5). */
export function associate(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  parent: object,
  child: object,
  pointer: string | undefined = relationship.pointer,
): Promise<void> {
  const { name, kind } = relationship.sideload
  return linkCall(session, node, relationship, pointer, (instance) =>
    instance.associate(parent, child, name, kind),
  )
}

/** Takes a child out of an association of a parent, by the operation of the parent's resource (rule 1.5). */
export function disassociate(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  parent: object,
  child: object,
  pointer: string | undefined = relationship.pointer,
): Promise<void> {
  const { name, kind } = relationship.sideload
  return linkCall(session, node, relationship, pointer, (instance) =>
    instance.disassociate(parent, child, name, kind),
  )
}
