import type { WriteAction } from '../../declare/config.js'
import { watchersOf } from '../plan/watchers.js'
import type { WriteNode } from '../request/node.js'
import type { Session } from './session.js'

/**
 * Notes a written record as saved and touched. If the store itself returned it, a copy shows later what the store had,
 * whatever the application does to the record in memory.
 *
 * @param isReturned whether the record is what the resource's operation returned
 */
export function noteWritten(
  session: Session,
  node: WriteNode,
  action: WriteAction,
  record: object,
  isReturned: boolean,
): void {
  const { resource } = node
  const isOfStore =
    isReturned &&
    action !== 'destroy' &&
    !watchersOf(resource).overrides[action] &&
    resource.facts().returnsRecords
  session.saved.set(node, record)
  session.touched.set(node, {
    node,
    action: session.touched.get(node)?.action ?? action,
    record,
    returned: isOfStore ? { record: { ...record }, at: session.changes.count } : undefined,
  })
}

/**
 * A written record as the store has it, if that is certain without a read: the store returned it, and nothing that may
 * have changed it came later (rule 11.9). A trigger of a later statement may have, unless the resource says that none
 * does; and a trigger of its own statement, if the resource says so (`readBack`).
 */
export function freshRecord({ touched, changes }: Session, node: WriteNode): object | undefined {
  const returned = touched.get(node)?.returned
  const { readBack = returned?.at !== changes.count } = node.resource.config
  return readBack ? undefined : returned?.record
}
