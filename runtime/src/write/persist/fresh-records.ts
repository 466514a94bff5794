import { madeOnce } from '../../base/made-once.js'
import { keyText } from '../../adapter/keys.js'
import type { WriteAction } from '../../declare/config.js'
import { RecordsAtHand, type WrittenRecord } from '../../reader/at-hand.js'
import type { AtHand } from '../../reader/run.js'
import { type CompiledResource, keyOfRecord } from '../../resource/compile.js'
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

/** A record of a write. */
export interface RecordOfWrite {
  readonly session: Session
  readonly node: WriteNode
  readonly record: object
}

/** The records that an answer may show, with what is known of them without a read. */
export function atHandOf(records: readonly RecordOfWrite[]): AtHand {
  const written = new Map<CompiledResource, Map<string, WrittenRecord>>()
  for (const { session, node, record } of records) {
    const { resource } = node
    const key = keyOfRecord(resource, record)
    const ofResource = madeOnce(written, resource, () => new Map<string, WrittenRecord>())
    ofResource.set(keyText(key) ?? '', { key, stored: freshRecord(session, node) })
  }
  return new RecordsAtHand(written)
}

/**
 * A written record as the store has it, if that is certain without a read: the store returned it, and nothing that may
 * have changed it came later (rule 11.9). A trigger of a later statement may have, unless the resource says that none
 * does; and a trigger of its own statement, if the resource says so (`readBack`).
 */
function freshRecord({ touched, changes }: Session, node: WriteNode): object | undefined {
  const returned = touched.get(node)?.returned
  const { readBack = returned?.at !== changes.count } = node.resource.config
  return readBack ? undefined : returned?.record
}
