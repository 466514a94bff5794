import { writeStep } from './write-step.js'
import { isInTransaction } from '../../adapter/current-transaction.js'
import type { RecordLocks } from '../../adapter/transaction-needs.js'
import { columnValues } from '../../adapter/column-values.js'
import type { KeyedSideload, PolymorphicHasMany } from '../../declare/sideload.js'
import { keyText } from '../../adapter/keys.js'
import { type CompiledResource, keyOfId, keyOfRecord } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { isLimited } from '../../plan/policies.js'
import { linkedValues, relationshipOf, relationTo } from '../../resource/relations.js'
import type { KeyValues } from '../../value/key.js'
import { isKeyed, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import type { LinkKeys } from '../plan/step.js'
import { Outdated } from './retry.js'
import type { Session } from './session.js'

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
    for (const relationship of node.relationships) noteSet(wanted, node, relationship)
  }
  // A write that waits for an owner holds no lock on its members, which the owner's writer may unlink.
  for (const models of [wanted.ends, wanted.holders]) {
    for (const [, { resource, keys, members, isShared }] of [...models].toSorted(byName)) {
      await lock(resource, { keys: [...keys.values()], members, isShared })
    }
  }
}

/** Whether a write replaces a set whose foreign key is in its members: these are locked after they are read. */
export const readsMembers = ({ nodes }: Pick<Session, 'nodes'>): boolean =>
  nodes.some((owner) =>
    owner.relationships.some(
      (relationship) => relationship.replaces && isSet(owner, relationship) && isKeyed(relationship.sideload),
    ),
  )

const byName = ([one]: readonly [string, Locks], [other]: readonly [string, Locks]): number =>
  one < other ? -1 : 1

/**
 * Locks the members that a set leaves out, once they have been read.
 *
 * Throws Outdated if another writer has moved one of them meanwhile, because it must stay there.
 */
export async function lockLeftOut(
  owner: CompiledResource,
  parent: object,
  { sideload }: Pick<WriteRelationship, 'sideload'>,
  target: CompiledResource,
  leftOut: readonly object[],
): Promise<void> {
  if (!isKeyed(sideload) || leftOut.length === 0) return
  const having = linkedValues(relationTo(owner, sideload), parent)
  const keys = leftOut.map((record) => keyOfRecord(target, record))
  const locked = await lock(target, { keys, members: [], isShared: false, having })
  if (locked !== undefined && locked < keys.length) throw new Outdated(undefined)
}

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

/** Whether scopes limit what a write may do to existing records: these are locked after they are read. */
export const readsPermitted = ({ nodes }: Pick<Session, 'nodes'>): boolean =>
  nodes.some(
    ({ method, resource }) =>
      method !== 'create' && (isLimited(resource, 'update') || isLimited(resource, 'destroy')),
  )

async function lock(resource: CompiledResource, locks: RecordLocks): Promise<number | undefined> {
  if (!canLock(resource)) return undefined
  currentRequest().budget.deadline.check()
  const result = await writeStep(resource, { kind: 'lock', resource, locks })
  return result.kind === 'locked' ? result.found : undefined
}

/** Records of another store are outside of this transaction. */
function canLock(resource: CompiledResource): boolean {
  const { locks, store } = resource.facts()
  return locks && isInTransaction(store)
}

function noteSet({ ends, holders }: LocksByModel, owner: WriteNode, relationship: WriteRelationship): void {
  const { sideload, replaces } = relationship
  const named = relationship.references.filter((reference) => isChange(relationship, reference))
  if (!isSet(owner, relationship) || !decidesByReads(relationship, named)) return
  noteKey(ends, owner, false)
  if (isKeyed(sideload)) {
    for (const { node } of named) noteKey(holders, node, false)
    const target = owner.resource.target(sideload)
    if (replaces && target) noteMembers(holders, owner, sideload, target)
  } else if (sideload.kind === 'hasAndBelongsToMany' && isWrittenFromBothSides(owner, relationship)) {
    for (const { node } of named) noteKey(ends, node, true)
  }
}

/** Whether the relationship is a set of a record that other writers can know. */
const isSet = ({ method, id }: WriteNode, { many, sideload }: WriteRelationship): boolean =>
  method !== 'create' && method !== 'destroy' && id !== undefined && (many || sideload.kind === 'hasOne')

/** Whether an entry may add or remove a record that other writers can know. */
const isChange = ({ sideload }: WriteRelationship, { node, method, isInverse }: WriteReference): boolean =>
  !isInverse &&
  node.id !== undefined &&
  node.method !== 'create' &&
  (method !== 'update' || !isKeyed(sideload))

/**
 * Whether the write of a set depends on the members that it has read. Adding one record or removing one join does not:
 * it may run before or after other writes.
 */
const decidesByReads = (
  { sideload, replaces }: WriteRelationship,
  changes: readonly WriteReference[],
): boolean =>
  replaces ||
  changes.length > 1 ||
  (isKeyed(sideload) && changes.some(({ method }) => method === 'disassociate'))

const isWrittenFromBothSides = ({ resource: owner }: WriteNode, { sideload }: WriteRelationship): boolean =>
  relationshipOf(owner, sideload).sharing.some(({ holder }) => holder === 'join')

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
  sideload: KeyedSideload | PolymorphicHasMany,
  target: CompiledResource,
): void {
  const key = keyOfId(owner, id ?? '')
  if (!key.ok || !canLock(target)) return
  const keys = linkedValues(relationTo(owner, sideload), columnValues(owner.primaryKey, key.value))
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
