import type { JsonapiError } from '../../error/jsonapi-error.js'
import { PreconditionFailed, TooManyRecords } from '../../error/errors.js'
import { idOf } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { assignedTo } from '../../reader/base/assign-custom.js'
import { misspelledRecord, missingRecord } from '../../reader/missing.js'
import type { Read } from '../../reader/read.js'
import { read } from '../../reader/reader.js'
import { groupOf, type KnownRelation, scopeOf } from '../../resource/relations.js'
import { keyOfRoot } from './keyed-root.js'
import { type JoinRow, joinRowsOf, unjoinFaults } from '../session/join-rows.js'
import { lockLeftOut, lockSets } from './locks.js'
import {
  deniedRecord,
  findPermitted,
  type FindNamed,
  Lookups,
  namedBy,
  type NamedRecord,
  type NamedRelation,
  namedRelationsIn,
  NONE,
  type Permitted,
} from './lookups.js'
import { actionOfKept, actionOfMember } from '../request/written-actions.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import type { WriteAction } from '../../declare/config.js'
import type { Session } from '../session/session.js'
import { type ReplacedSet, spendWriteBudget } from '../session/write-budget.js'
import { isStale, staleVersion } from '../session/version.js'

/**
 * Finds the records that a write names, before anything is written (rule 11.4): the primary record, the present members
 * of its relationships, and the records to link. Each is found in the scope that default filters leave visible. A
 * missing record is a fault with a pointer; all faults are collected.
 *
 * Throws PreconditionFailed if the entity tag of the primary record is not the one that the request demands.
 */
export async function prepare(session: Session, faults: JsonapiError[]): Promise<void> {
  const { root } = session.graph
  if (!session.isLocked) await lockSets(session.graph.nodes)
  const key = root.method === 'create' ? undefined : keyOfRoot(session)
  if (key) {
    session.of(root).existing = key
    session.isUnread = true
  } else if (root.method !== 'create' && root.id !== undefined) {
    const { resource, id } = root
    const named: Read = {
      resource,
      instance: session.instance,
      base: { kind: 'given', scope: session.base() },
    }
    const find: FindNamed = (ids, action) => read({ ...named, ids, action, lock: action !== undefined })
    const { found, refused } = await findPermitted(resource, [{ id, action: root.action }], find)
    const record = found.get(id)
    const action = refused.get(id)
    const isThere = async (): Promise<boolean> => (await find([id], undefined)).length > 0
    if (record && (await isAsDemanded(session, isThere))) session.of(root).existing = record
    else if (action) faults.push(deniedRecord(resource, action, id, undefined))
    else faults.push(await missingRecord(named, id))
  }
  await findRelated(session, faults)
  faults.push(...(await unjoinFaults(session.unjoined)))
  for (const node of session.graph.nodes) {
    const { existing } = session.of(node)
    if (existing && isStale(node, existing)) faults.push(staleVersion(node))
  }
}

/**
 * Whether the primary record exists and meets the condition of the request. A record that another writer has destroyed
 * meanwhile is missing, and has no tag to compare (rule 26.4).
 */
async function isAsDemanded({ condition }: Session, isThere: () => Promise<boolean>): Promise<boolean> {
  try {
    await condition?.check()
    return true
  } catch (error) {
    if (error instanceof PreconditionFailed && !(await isThere())) return false
    throw error
  }
}

/** Finds the present members of relationships and the records to link. */
async function findRelated(session: Session, faults: JsonapiError[]): Promise<void> {
  const relations = namedRelationsIn(session.graph.nodes)
  const lookups = new Lookups(relations)
  // Parents come first, so that each record is known before its relationships are prepared.
  for (const one of relations) {
    const { relationship, relation, named } = one
    const { node } = relationship
    const { existing } = session.of(node)
    if (node.method !== 'create' && !existing) continue
    const members = existing ? await membersNow(session, one, existing) : NONE
    session.members.set(relationship, members.found)
    if (existing) session.unjoined.push(...removedJoins(existing, relationship, members.found))
    const linked = named.filter(
      ({ node: { id = '' }, method }) => method === 'associate' && !members.found.has(id),
    )
    const linkable = await lookups.of(relation).find(linked)
    await noteRelated(session, one, { members, linkable }, faults)
  }
}

/** Notes the records that a relationship names. Those that are missing or denied become faults. */
async function noteRelated(
  session: Session,
  { relationship, relation, named }: NamedRelation,
  { members, linkable }: { readonly members: Permitted; readonly linkable: Permitted },
  faults: JsonapiError[],
): Promise<void> {
  const { target } = relation
  const denials = new Map([...members.refused, ...linkable.refused])
  for (const { node: child, pointer } of named) {
    const { id = '' } = child
    const member = members.found.get(id)
    const record = member ?? linkable.found.get(id)
    const action = denials.get(id)
    if (action && !record) faults.push(deniedRecord(target, action, id, pointer))
    else if (!record) {
      const asked: Read = { resource: target, base: { kind: 'own' } }
      const missing = relationship.isLenient ? misspelledRecord : missingRecord
      const fault = await missing(asked, id, pointer)
      if (fault) faults.push(fault)
    } else if (!member) noteFound(session, relation, child, record)
    else session.of(child).existing ??= record
  }
  for (const [id, action] of denials) {
    const isNamed = named.some(({ node: child }) => child.id === id)
    if (!isNamed) faults.push(deniedRecord(target, action, id, relationship.pointer))
  }
}

/** Notes a record that the write links. It is a whole record, unless a scope of the relationship selects its columns. */
function noteFound(session: Session, relation: KnownRelation, node: WriteNode, record: object): void {
  if (session.of(node).existing !== undefined) return
  session.of(node).existing = record
  if (relation.holder === 'method' || scopeOf(relation) !== undefined) return
  if (relation.target.facts().can.returnRecords) {
    session.of(node).found = { record: { ...record }, at: session.startedAt }
  }
}

/** The rows of join models that the write destroys with the links of a many-to-many. */
function removedJoins(
  parent: object,
  relationship: WriteRelationship,
  members: ReadonlyMap<string, object>,
): readonly JoinRow[] {
  const { references, replaces, pointer } = relationship
  const named = new Map(references.map((reference) => [reference.node.id, reference]))
  const removed = [...members].flatMap(([id, child]) => {
    const reference = named.get(id)
    if (!reference) return replaces ? [{ parent, child, pointer }] : []
    return reference.method === 'disassociate' ? [{ parent, child, pointer: reference.pointer }] : []
  })
  return joinRowsOf(relationship, removed)
}

/**
 * The members of a relationship that the write needs: all of them if it replaces the set. Otherwise only the named
 * ones, if entries require membership or must not link a member again.
 */
async function membersNow(
  session: Session,
  { relationship, relation, named }: NamedRelation,
  parent: object,
): Promise<Permitted> {
  const { declared, replaces, pointer } = relationship
  const { name, target, group, holder } = relation
  if (groupOf(declared, parent) !== group) return NONE
  if (replaces && holder !== 'owner') {
    const set = { name, pointer }
    // One member more than may be left out is enough to refuse the write.
    const limit = Math.min(currentRequest().budget.limit('records'), session.writeBudget.left + named.length)
    const current = await currentMembers(relation, parent, { limit })
    const all = new Map(withinBounds(current, set).map((one) => [idOf(target, one), one]))
    const kept = named.map((reference) => ({
      id: reference.node.id ?? '',
      action: actionOfKept(reference),
    }))
    const dropped = [...all.keys()].filter((id) => !kept.some((one) => one.id === id))
    if (holder !== 'method') spendWriteBudget(session.writeBudget, dropped.length, set)
    const leftOut = dropped.flatMap((id) => all.get(id) ?? [])
    await lockLeftOut(relation, parent, leftOut)
    const action = actionOfMember(relationship)
    const changed = action ? dropped.map((id) => ({ id, action })) : []
    const members = kept.filter(({ id }) => all.has(id))
    return permittedMembers(relation, parent, all, [...members, ...changed])
  }
  const isOverKey = relation.pairs.target.length > 0
  const asked = isOverKey ? named.filter(({ method }) => method !== 'associate') : named
  if (asked.length === 0) return NONE
  return findPermitted(target, namedBy(asked), (ids, action) =>
    currentMembers(relation, parent, { ids, action }),
  )
}

/** The members of a loaded set that the write changes; members whose policies refuse the change become faults. */
async function permittedMembers(
  relation: KnownRelation,
  parent: object,
  all: ReadonlyMap<string, object>,
  changed: readonly NamedRecord[],
): Promise<Permitted> {
  const { refused } = await findPermitted(
    relation.target,
    changed.filter(({ action }) => action !== undefined),
    async (ids, action) =>
      action === undefined
        ? ids.flatMap((id) => all.get(id) ?? [])
        : currentMembers(relation, parent, { ids, action }),
  )
  return { found: new Map([...all].filter(([id]) => !refused.has(id))), refused }
}

/** A set with more members than one read returns cannot be replaced: clients change it by naming members. */
function withinBounds(members: readonly object[], { name, pointer }: ReplacedSet): readonly object[] {
  const limit = currentRequest().budget.limit('records')
  if (members.length <= limit) return members
  const remedy = 'Add and remove individual records instead.'
  throw new TooManyRecords({
    detail: `"${name}" has more than ${limit} records and cannot be replaced as a whole. ${remedy}`,
    ...(pointer !== undefined && { source: { pointer } }),
  })
}

/** The visible members of a relationship: those with some ids that an action permits, or at most so many of all. */
async function currentMembers(
  relation: KnownRelation,
  parent: object,
  { ids, action, limit }: Pick<Read, 'ids' | 'limit'> & { readonly action?: WriteAction | undefined },
): Promise<readonly object[]> {
  const { target: resource, holder } = relation
  const all: Read = { resource, base: { kind: 'related', relation, parents: [parent] }, action }
  if (holder !== 'method') return read({ ...all, ids, limit, lock: action !== undefined })
  const members = await assignedTo(relation, parent, await read(all))
  return ids ? members.filter((member) => ids.includes(idOf(resource, member))) : members
}
