import { writeStep } from './write-step.js'
import { isInTransaction } from '../../adapter/current-transaction.js'
import type { RecordLocks } from '../../adapter/transaction-needs.js'
import { columnValues } from '../../adapter/column-values.js'
import type { KeyedSideload, PolymorphicHasMany } from '../../declare/sideload.js'
import { keyText } from '../../adapter/keys.js'
import { type CompiledResource, keyOfId, keyOfRecord } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { sameLinks } from '../../resource/same-link.js'
import type { KeyValues } from '../../value/key.js'
import { isKeyed, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import { childKeys, type LinkKeys } from '../plan/link-keys.js'
import { Outdated } from './retry.js'
import type { Session } from './session.js'

/** The records of one model that a write locks. */
interface Locks {
  readonly resource: CompiledResource
  readonly keys: Map<string, KeyValues>
  readonly members: LinkKeys[]
  isShared: boolean
}

/** By model: the records whose sets are written, with those at the other end of a join, and those that hold a key themselves. */
interface Wanted {
  readonly ends: Map<string, Locks>
  readonly holders: Map<string, Locks>
}

/**
 * Locks what decides about the sets that a write replaces, or changes several members of (rule 11.16): their owners, and the
 * records that it names. So two such writes of one set, from whichever side, come one after the other. It goes by the order of
 * the models and keys, so that they don't wait for each other in a circle. It does so before the transaction reads anything,
 * because a store may show a transaction what was there at its first read.
 */
export async function lockSets(nodes: readonly WriteNode[]): Promise<void> {
  const wanted: Wanted = { ends: new Map(), holders: new Map() }
  for (const node of nodes) {
    for (const relationship of node.relationships) noteSet(wanted, node, relationship)
  }
  // Who waits for an owner holds none of its members, which whoever has it may unlink.
  for (const models of [wanted.ends, wanted.holders]) {
    for (const [, { resource, keys, members, isShared }] of [...models].toSorted(byName)) {
      await lock(resource, { keys: [...keys.values()], members, isShared })
    }
  }
}

/** Whether a write replaces a set that stands in a key of its members: these are locked when they have been read. */
export const readsMembers = ({ nodes }: Pick<Session, 'nodes'>): boolean =>
  nodes.some((owner) =>
    owner.relationships.some(
      (relationship) => relationship.replaces && isSet(owner, relationship) && isKeyed(relationship.sideload),
    ),
  )

const byName = ([one]: readonly [string, Locks], [other]: readonly [string, Locks]): number =>
  one < other ? -1 : 1

/**
 * Locks the members that a set leaves out, which are known once it is read.
 *
 * Throws Outdated where one of them is a member no more: somebody has moved it meanwhile, and it must stay there.
 */
export async function lockLeftOut(
  owner: CompiledResource,
  parent: object,
  { sideload }: Pick<WriteRelationship, 'sideload'>,
  target: CompiledResource,
  leftOut: readonly object[],
): Promise<void> {
  if (!isKeyed(sideload) || leftOut.length === 0) return
  const having = childKeys(sideload, owner, target, parent)
  const keys = leftOut.map((record) => keyOfRecord(target, record))
  const locked = await lock(target, { keys, members: [], isShared: false, having })
  if (locked !== undefined && locked < keys.length) throw new Outdated(undefined)
}

async function lock(resource: CompiledResource, locks: RecordLocks): Promise<number | undefined> {
  if (!canLock(resource)) return undefined
  currentRequest().budget.deadline.check()
  const result = await writeStep(resource, { kind: 'lock', resource, locks })
  return result.kind === 'locked' ? result.found : undefined
}

/** Records of another store are not of this transaction. */
function canLock(resource: CompiledResource): boolean {
  const { locks, store } = resource.facts()
  return locks && isInTransaction(store)
}

function noteSet({ ends, holders }: Wanted, owner: WriteNode, relationship: WriteRelationship): void {
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

/** Whether it is a set of a record that others know. */
const isSet = ({ method, id }: WriteNode, { many, sideload }: WriteRelationship): boolean =>
  method !== 'create' && method !== 'destroy' && id !== undefined && (many || sideload.kind === 'hasOne')

/** Whether an entry may put a record that others know into the set, or take it out. */
const isChange = ({ sideload }: WriteRelationship, { node, method, isInverse }: WriteReference): boolean =>
  !isInverse &&
  node.id !== undefined &&
  node.method !== 'create' &&
  (method !== 'update' || !isKeyed(sideload))

/**
 * Whether what becomes of the set depends on what is read of it. To add one record, or to remove one join, does not: whatever
 * others do at the same time, it comes before or after them.
 */
const decidesByReads = (
  { sideload, replaces }: WriteRelationship,
  changes: readonly WriteReference[],
): boolean =>
  replaces ||
  changes.length > 1 ||
  (isKeyed(sideload) && changes.some(({ method }) => method === 'disassociate'))

const isWrittenFromBothSides = ({ resource: owner }: WriteNode, { sideload }: WriteRelationship): boolean =>
  sameLinks({ owner, sideload }).some((other) => other.sideload.kind === 'hasAndBelongsToMany')

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
  const keys = childKeys(sideload, owner, target, columnValues(owner.primaryKey, key.value))
  // Where it refers to another key of the owner than that of its id, nobody knows that yet.
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
