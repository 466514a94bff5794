import { isInTransaction } from '../adapter/transaction/current-transaction.js'
import type { RecordLocks } from '../adapter/transaction/transaction-needs.js'
import { type CompiledResource, keyOfRecord } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'

/**
 * Locks records whose scope decides whether a write is permitted (rule 14.10), until the transaction ends.
 *
 * @returns whether the store has such locks; another writer may have changed the records before
 */
export async function lockRecords(resource: CompiledResource, records: readonly object[]): Promise<boolean> {
  if (records.length === 0) return false
  const keys = records.map((record) => keyOfRecord(resource, record))
  return (await lock(resource, { keys, members: [], isShared: false })) !== undefined
}

/** Locks records, and returns how many there are; undefined if the store has no such locks. */
export async function lock(resource: CompiledResource, locks: RecordLocks): Promise<number | undefined> {
  if (!canLock(resource)) return undefined
  currentRequest().budget.deadline.check()
  const [result] = await resource.adapter().write([{ kind: 'lock', resource, locks }])
  return result?.kind === 'locked' ? result.found : undefined
}

/** Whether records can be locked: those of another store are outside this transaction. */
export function canLock(resource: CompiledResource): boolean {
  const { can, store } = resource.facts()
  return can.lock && isInTransaction(store)
}
