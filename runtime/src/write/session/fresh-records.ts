import { madeOnce } from '../../base/made-once.js'
import { keyText } from '../../adapter/rows/keys.js'
import type { WriteAction } from '../../declare/config.js'
import {
  type LinksOfWrite,
  RecordsOfWrite,
  WrittenLinks,
  type WrittenRecord,
} from '../../reader/known-records.js'
import type { KnownRecords } from '../../reader/run.js'
import { type CompiledResource, keyOfRecord } from '../../resource/compile.js'
import { watchersOf } from '../plan/watchers.js'
import type { WriteNode } from '../request/node.js'
import type { Moment } from './changes.js'
import type { Session } from './session.js'

/**
 * Notes a written record as saved and touched. If the store itself returned it, a copy shows later what the store had,
 * whatever the application does to the record in memory.
 *
 * @param returnedAt when the resource's operation returned the record; undefined if the record is another object
 */
export function noteWritten(
  session: Session,
  node: WriteNode,
  action: WriteAction,
  record: object,
  returnedAt?: Moment,
): void {
  const { resource } = node
  const isOfStore =
    action !== 'destroy' && !watchersOf(resource).overrides[action] && resource.facts().can.returnRecords
  const state = session.of(node)
  const returned = returnedAt && isOfStore ? { record: { ...record }, at: returnedAt } : undefined
  state.saved = record
  if (state.touched) Object.assign(state.touched, { record, returned })
  else session.touched.push((state.touched = { node, action, record, returned }))
}

/** A record of a write. */
export interface RecordOfWrite {
  readonly session: Session
  readonly node: WriteNode
  readonly record: object
}

/** The records that a response may show, and everything known about them without a read. */
export function knownRecordsOf(
  records: readonly RecordOfWrite[],
  links: LinksOfWrite = { links: new WrittenLinks(), isCertain: false },
): KnownRecords {
  const written = new Map<CompiledResource, Map<string, WrittenRecord>>()
  for (const { session, node, record } of records) {
    const { resource } = node
    const key = keyOfRecord(resource, record)
    const ofResource = madeOnce(written, resource, () => new Map<string, WrittenRecord>())
    const name = keyText(key) ?? ''
    // A request may name one record in several places, and write it in only one of them.
    const isKept = !session.of(node).touched && ofResource.has(name)
    if (!isKept) ofResource.set(name, { key, stored: freshRecord(session, node) })
  }
  return new RecordsOfWrite(written, links)
}

/**
 * A record as the store has it, if that is certain without a read: the store returned it, or the write found it, and
 * nothing that may have changed it came later (rule 11.9). A resource may trust what statements returned, or have all
 * records read (`readBack`).
 */
function freshRecord(session: Session, node: WriteNode): object | undefined {
  const { resource } = node
  const { touched, found } = session.of(node)
  const known = touched ? touched.returned : found
  if (!known || resource.config.readBack === true) return undefined
  const isTrusted = touched !== undefined && resource.config.readBack === false
  return isTrusted || session.changes.isUnchangedSince(known.at, resource.adapter(), resource)
    ? known.record
    : undefined
}
