import { columnValues } from '../../adapter/rows/column-values.js'
import { keyText } from '../../adapter/rows/keys.js'
import { type CompiledResource, keyOfId, keyOfRecord } from '../../resource/compile.js'
import { canLock, lock } from '../../reader/lock.js'
import { type KnownRelation, linkedValues, relationIn } from '../../resource/relations.js'
import type { KeyValues } from '../../value/key.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import { actionOfMember } from '../request/written-actions.js'
import type { LinkKeys } from '../plan/step.js'
import { Repeat } from '../unit/repeat.js'

/** The records of one model that a write locks. */
interface Locks {
  readonly resource: CompiledResource
  readonly keys: Map<string, KeyValues>
  readonly members: LinkKeys[]
  isShared: boolean
}

/**
 * The records to lock, by model: owners of written sets, records at the other end of a join, and records that hold a
 * foreign key.
 */
interface LocksByModel {
  readonly ends: Map<string, Locks>
  readonly holders: Map<string, Locks>
}

/**
 * Locks the owners of the sets that a write replaces or changes in several members, and the records that the write
 * names (rule 11.16). Two such writes of one set then run one after the other, from whichever side. Locks are taken in
 * the order of models and keys, so that two writes do not deadlock. They are taken before the transaction's first read,
 * because a store may fix a transaction's snapshot at that read.
 */
export async function lockSets(nodes: readonly WriteNode[]): Promise<void> {
  const wanted: LocksByModel = { ends: new Map(), holders: new Map() }
  for (const node of nodes) {
    for (const relationship of node.relationships) noteSet(wanted, relationship)
  }
  // A write that waits for an owner holds no lock on its members, which the owner's writer may unlink.
  for (const models of [wanted.ends, wanted.holders]) {
    for (const [, { resource, keys, members, isShared }] of [...models].toSorted(byName)) {
      await lock(resource, { keys: [...keys.values()], members, isShared })
    }
  }
}

const byName = ([one]: readonly [string, Locks], [other]: readonly [string, Locks]): number =>
  one < other ? -1 : 1

/**
 * Locks the members that a set leaves out, once they have been read.
 *
 * Throws Repeat if another writer has moved one of them meanwhile, because it must stay there.
 */
export async function lockLeftOut(
  relation: KnownRelation,
  parent: object,
  leftOut: readonly object[],
): Promise<void> {
  const { target } = relation
  const having = linkedValues(relation, parent)
  if (Object.keys(having).length === 0 || leftOut.length === 0) return
  const keys = leftOut.map((record) => keyOfRecord(target, record))
  const locked = await lock(target, { keys, members: [], isShared: false, having })
  if (locked !== undefined && locked < keys.length) throw new Repeat('outdated')
}

function noteSet({ ends, holders }: LocksByModel, relationship: WriteRelationship): void {
  const { node: owner, declared, references, replaces } = relationship
  const updatesMembers = actionOfMember(relationship) !== undefined
  if (!isKnownToOthers(owner) || (!declared.many && !updatesMembers)) return
  // Entries that may add or remove a record that other writers can know.
  const named = references.filter(
    ({ node, method, isInverse }) =>
      !isInverse &&
      node.id !== undefined &&
      node.method !== 'create' &&
      (method !== 'update' || !updatesMembers),
  )
  // Adding one record or removing one join does not depend on the members that were read.
  const decidesByReads =
    replaces || named.length > 1 || (updatesMembers && named.some(({ method }) => method === 'disassociate'))
  if (!decidesByReads) return
  noteKey(ends, owner, false)
  if (updatesMembers) {
    for (const { node } of named) noteKey(holders, node, false)
    if (replaces) noteMembers(holders, owner, relationIn(declared))
  } else if (declared.sharing.length > 0) {
    // The join is written from both sides.
    for (const { node } of named) noteKey(ends, node, true)
  }
}

/** Whether other writers can know the sets of a record. */
export const isKnownToOthers = ({ method, id }: WriteNode): boolean =>
  method !== 'create' && method !== 'destroy' && id !== undefined

function noteKey(models: Map<string, Locks>, { resource, id }: WriteNode, isShared: boolean): void {
  const key = keyOfId(resource, id ?? '')
  if (!key.ok || !canLock(resource)) return
  const locks = locksOf(models, resource)
  // One statement locks all records of a model, in the order of their keys.
  locks.isShared &&= isShared
  locks.keys.set(keyText(key.value) ?? '', key.value)
}

function noteMembers(
  models: Map<string, Locks>,
  { resource: owner, id }: WriteNode,
  relation: KnownRelation,
): void {
  const { target } = relation
  const key = keyOfId(owner, id ?? '')
  if (!key.ok || !canLock(target)) return
  const keys = linkedValues(relation, columnValues(owner.primaryKey, key.value))
  // If the key refers to a column other than the owner's id, its value is not known yet.
  if (Object.values(keys).includes(undefined)) return
  const locks = locksOf(models, target)
  locks.members.push(keys)
  locks.isShared = false
}

function locksOf(models: Map<string, Locks>, resource: CompiledResource): Locks {
  const name = String(resource.model)
  const known = models.get(name) ?? { resource, keys: new Map(), members: [], isShared: true }
  models.set(name, known)
  return known
}
