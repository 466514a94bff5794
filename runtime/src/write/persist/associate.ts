import type { Awaitable } from '../../declare/declaration-types.js'
import { isPending } from '../../declare/pending.js'
import { joinRowsOf } from './join-rows.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'
import { linkCall } from './store-call.js'

/** Two records that are to be linked, or to be linked no more. */
export interface Link {
  readonly node: WriteNode
  readonly relationship: WriteRelationship
  /** The record of the node. */
  readonly parent: object
  readonly child: object
  /** What a fault points at; the relationship where it is left out. */
  readonly pointer?: string | undefined
}

/** Puts a child into an association of a parent, by the operation of the parent's resource (rule 1.5). */
export function associate(session: Session, link: Link): Awaitable<void> {
  const linked = call(session, link, 'associate')
  const noted = (): void => {
    const { node, relationship, parent, child, pointer = relationship.pointer } = link
    session.joined.push(...joinRowsOf(node, relationship, [{ parent, child, pointer }]))
  }
  return isPending(linked) ? linked.then(noted) : noted()
}

/** Takes a child out of an association of a parent, by the operation of the parent's resource (rule 1.5). */
export const disassociate = (session: Session, link: Link): Awaitable<void> =>
  call(session, link, 'disassociate')

function call(
  session: Session,
  { node, relationship, parent, child, pointer = relationship.pointer }: Link,
  operation: 'associate' | 'disassociate',
): Awaitable<void> {
  const { name, kind } = relationship.sideload
  return linkCall(session, node, relationship, pointer, (instance) =>
    instance[operation](parent, child, name, kind),
  )
}
