import { belongsToOf } from '../../declare/sideload.js'
import { memberOf } from '../../base/cast.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { PreconditionFailed, RecordNotFound, TooManyRecords } from '../../error/errors.js'
import { type CompiledResource, hintOfSpelling, idOf } from '../../resource/compile.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { withReadDenial } from '../../read/read-denial.js'
import { scopeOf } from '../../read/scope.js'
import type { PlainSideload } from '../../read/related-scope.js'
import { type JoinRow, joinRowsOf, unjoinFaults } from './join-rows.js'
import { currentMembers, storedSpelling, visibleRecords } from './find-records.js'
import { lockLeftOut, lockSets } from './locks.js'
import { type Lookup, Lookups } from './lookups.js'
import { actionOf, actionOfMember, actionOfReference } from '../request/written-actions.js'
import {
  isKeyed,
  isOwn,
  type WriteNode,
  type WriteReference,
  type WriteRelationship,
} from '../request/node.js'
import type { WriteAction } from '../../declare/config.js'
import {
  deniedRecord,
  findPermitted,
  type FindNamed,
  type Permitted,
  type NamedRecord,
} from './find-permitted.js'
import type { Session } from './session.js'
import { type ReplacedSet, spendWriteBudget } from './write-budget.js'
import { isStale, staleVersion } from './version.js'

/**
 * Finds the records that a write names, before anything is written (rule 11.4): the primary record, the present members
 * of its relationships, and the records to link. Each is found in the scope that default filters leave visible. A
 * missing record is a fault with a pointer; all faults are collected.
 *
 * Throws PreconditionFailed if the entity tag of the primary record is not the one that the request demands.
 */
export async function prepare(session: Session, base: () => unknown, faults: JsonapiError[]): Promise<void> {
  const { root } = session
  if (!session.isLocked) await lockSets(session.nodes)
  if (root.method !== 'create' && root.id !== undefined) {
    const { resource, id } = root
    const within = (): unknown => scopeOf(session.instance, base())
    const find: FindNamed = (ids, action) => visibleRecords(resource, within(), ids, action)
    const { found, refused } = await findPermitted(resource, [{ id, action: actionOf(root, root) }], find)
    const record = found.get(id)
    const action = refused.get(id)
    const isThere = async (): Promise<boolean> => (await find([id], undefined)).length > 0
    if (record && (await isAsDemanded(session, isThere))) session.existing.set(root, record)
    else if (action) faults.push(deniedRecord(resource, action, id, undefined))
    else faults.push(await notFound(resource, within, id, undefined))
  }
  // Parents come first, so that each record is known before its relationships are prepared.
  for (const relation of namedRelations(session)) {
    const { node } = relation
    const isMissing = node.method !== 'create' && !session.existing.has(node)
    // Most relationships of a list need no further lookup, and so no promise each.
    if (!isMissing && !isLookedUp(session, relation)) await lookUp(session, relation, faults)
  }
  faults.push(...(await unjoinFaults(session.unjoined)))
  for (const [node, record] of session.existing) if (isStale(node, record)) faults.push(staleVersion(node))
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

/**
 * The relationships of a write that lead to one resource, with the existing records that they name. Lookups that do not
 * depend on other records are announced: those of new records, and those of a record's own keys.
 */
function namedRelations(session: Session): readonly NamedRelation[] {
  const lookups = new Lookups()
  const relations: NamedRelation[] = []
  for (const node of session.nodes) {
    for (const relationship of node.relationships) {
      const named = namedIn(relationship)
      const plain = plainOf(node, relationship, named[0]?.group ?? '')
      if (!plain) continue
      const lookup = lookups.of({ owner: node.resource, ...plain })
      relations.push({ node, relationship, named, lookup, ...plain })
      if (node.method !== 'create' && !isOwn(relationship.sideload)) continue
      for (const reference of named) {
        if (reference.method !== 'associate') continue
        lookup.note(reference.node.id ?? '', actionIn(relationship, reference, session))
      }
    }
  }
  return relations
}

/** The existing records that a relationship names. */
const namedIn = ({ references }: WriteRelationship): readonly WriteReference[] =>
  references.filter(
    ({ node: child, isInverse }) => !isInverse && child.id !== undefined && child.method !== 'create',
  )

/** Whether a new record links only records that were found for relationships before. They are noted. */
function isLookedUp(session: Session, { node, relationship, named, lookup }: NamedRelation): boolean {
  if (session.existing.has(node)) return false
  const found = named.map((reference) => {
    if (reference.method !== 'associate') return undefined
    return lookup.known(reference.node.id ?? '', actionIn(relationship, reference, session))
  })
  if (found.includes(undefined)) return false
  session.members.set(relationship, NOBODY.found)
  for (const [at, { node: child }] of named.entries()) {
    const record = found[at]
    if (record && !session.existing.has(child)) session.existing.set(child, record)
  }
  return true
}

async function lookUp(session: Session, relation: NamedRelation, faults: JsonapiError[]): Promise<void> {
  const { node, relationship, named, target, lookup } = relation
  const wanted = (references: readonly WriteReference[]): readonly NamedRecord[] =>
    references.map((reference) => ({
      id: reference.node.id ?? '',
      action: actionIn(relationship, reference, session),
    }))
  const { found: members, refused } = session.existing.has(node)
    ? await membersNow(session, relation, wanted)
    : NOBODY
  const found = new Map(members)
  session.members.set(relationship, members)
  session.unjoined.push(...removedJoins(session, node, relationship, members))
  const denials = new Map(refused)
  const others = named.filter(
    ({ node: child, method }) => method === 'associate' && !found.has(child.id ?? ''),
  )
  if (others.length > 0) {
    const linkable = await findPermitted(target, wanted(others), lookup.find)
    for (const [id, record] of linkable.found) found.set(id, record)
    for (const [id, action] of linkable.refused) denials.set(id, action)
  }
  for (const { node: child, pointer } of named) {
    const id = child.id ?? ''
    const record = found.get(id)
    const action = denials.get(id)
    if (action && !record) faults.push(deniedRecord(target, action, id, pointer))
    else if (!record && !relationship.isLenient) {
      const base = (): unknown => currentRequest().baseScopeOf(target.instance, currentFrame().context)
      faults.push(await notFound(target, base, id, pointer))
    } else if (record && !session.existing.has(child)) session.existing.set(child, record)
  }
  for (const [id, action] of denials) {
    const isNamed = named.some(({ node: child }) => child.id === id)
    if (!isNamed) faults.push(deniedRecord(target, action, id, relationship.pointer))
  }
}

/** The rows of join models that the write destroys with the links of a many-to-many. */
function removedJoins(
  { existing }: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  members: ReadonlyMap<string, object>,
): readonly JoinRow[] {
  const parent = existing.get(node)
  if (!parent || relationship.sideload.kind !== 'hasAndBelongsToMany') return []
  const { references, replaces, pointer } = relationship
  const named = new Map(references.map((reference) => [reference.node.id, reference]))
  const removed = [...members].flatMap(([id, child]) => {
    const reference = named.get(id)
    if (!reference) return replaces ? [{ parent, child, pointer }] : []
    return reference.method === 'disassociate' ? [{ parent, child, pointer: reference.pointer }] : []
  })
  return joinRowsOf(node, relationship, removed)
}

/** The action that a write does to a record that a relationship names. */
function actionIn(
  relationship: WriteRelationship,
  reference: WriteReference,
  { root }: Session,
): WriteAction | undefined {
  return actionOfReference(relationship, reference) ?? actionOf(reference.node, root)
}

/** A relationship that leads to one resource. */
interface PlainRelation {
  readonly sideload: PlainSideload
  readonly target: CompiledResource
  /** Whether a parent's type column leads to this resource, if the relationship is polymorphic. */
  readonly leadsThere: (parent: object) => boolean
}

/** A relationship that leads to one resource, and the existing records that it names. */
interface NamedRelation extends PlainRelation {
  readonly node: WriteNode
  readonly relationship: WriteRelationship
  readonly named: readonly WriteReference[]
  /** Finds the records to link. */
  readonly lookup: Lookup
}

function plainOf(
  { resource }: WriteNode,
  { sideload }: WriteRelationship,
  group: string,
): PlainRelation | undefined {
  const target = resource.targets(sideload).get(group)
  if (!target) return undefined
  if (sideload.kind !== 'polymorphicBelongsTo') return { sideload, target, leadsThere: always }
  const plain = belongsToOf(sideload, group)
  const leadsThere = (parent: object): boolean => memberOf(parent, sideload.groupBy) === group
  return plain && { sideload: plain, target, leadsThere }
}

const always = (): boolean => true

/**
 * The members of a relationship that the write needs: all of them if it replaces the set. Otherwise only the named
 * ones, if entries require membership or must not link a member again.
 */
async function membersNow(
  session: Session,
  { node, relationship, sideload, target, leadsThere, named }: NamedRelation,
  wanted: (references: readonly WriteReference[]) => readonly NamedRecord[],
): Promise<Permitted> {
  const { many, replaces, pointer } = relationship
  const parent = session.existing.get(node)
  if (!parent || !leadsThere(parent)) return NOBODY
  const isWhole = replaces && (many || sideload.kind === 'hasOne' || sideload.kind === 'custom')
  if (isWhole) {
    const set = { name: sideload.name, pointer }
    // One member more than may be left out is enough to refuse the write.
    const limit = Math.min(currentRequest().budget.limit('records'), session.writeBudget.left + named.length)
    const current = await currentMembers(node.resource, parent, sideload, target, { limit })
    const all = new Map(withinBounds(current, set).map((one) => [idOf(target, one), one]))
    const kept = named.map((reference) => ({
      id: reference.node.id ?? '',
      action: actionOfMember(reference, session.root),
    }))
    const dropped = [...all.keys()].filter((id) => !kept.some((one) => one.id === id))
    if (sideload.kind !== 'custom') spendWriteBudget(session.writeBudget, dropped.length, set)
    const leftOut = dropped.flatMap((id) => all.get(id) ?? [])
    await lockLeftOut(node.resource, parent, relationship, target, leftOut)
    const changed = isKeyed(sideload) ? dropped.map((id) => ({ id, action: 'update' as const })) : []
    const members = kept.filter(({ id }) => all.has(id))
    return permittedMembers(node.resource, parent, { sideload, target }, all, [...members, ...changed])
  }
  const isJoined = sideload.kind === 'hasAndBelongsToMany' || sideload.kind === 'custom'
  const asked = isJoined ? named : named.filter(({ method }) => method !== 'associate')
  if (asked.length === 0) return NOBODY
  return findPermitted(target, wanted(asked), (ids, action) =>
    currentMembers(node.resource, parent, sideload, target, { ids, action }),
  )
}

const NOBODY: Permitted = { found: new Map(), refused: new Map() }

/** The members of a loaded set that the write changes; members whose policies refuse the change become faults. */
async function permittedMembers(
  owner: CompiledResource,
  parent: object,
  { sideload, target }: Pick<PlainRelation, 'sideload' | 'target'>,
  all: ReadonlyMap<string, object>,
  changed: readonly NamedRecord[],
): Promise<Permitted> {
  const { refused } = await findPermitted(
    target,
    changed.filter(({ action }) => action !== undefined),
    async (ids, action) =>
      action === undefined
        ? ids.flatMap((id) => all.get(id) ?? [])
        : currentMembers(owner, parent, sideload, target, { ids, action }),
  )
  return { found: new Map([...all].filter(([id]) => !refused.has(id))), refused }
}

/** A set with more members than one read returns cannot be replaced: clients change it by naming members. */
function withinBounds(members: readonly object[], { name, pointer }: ReplacedSet): readonly object[] {
  const limit = currentRequest().budget.limit('records')
  if (members.length <= limit) return members
  const remedy = 'Add to it and remove from it instead.'
  throw new TooManyRecords({
    detail: `"${name}" has more than ${limit} records and cannot be replaced as a whole. ${remedy}`,
    ...(pointer !== undefined && { source: { pointer } }),
  })
}

async function notFound(
  resource: CompiledResource,
  base: () => unknown,
  id: string,
  pointer: string | undefined,
): Promise<RecordNotFound> {
  const told = hintOfSpelling(resource, id)
  const stored = told === '' && hasTexts(resource) ? await storedSpelling(resource, base(), id) : undefined
  const hint = stored === undefined ? told : ` This id is spelled ${JSON.stringify(stored)}.`
  const detail = `There is no record of type "${resource.type}" with the id "${id}" here.${hint}`
  const fault = new RecordNotFound({ detail, ...(pointer !== undefined && { source: { pointer } }) })
  return withReadDenial(fault, resource, base, id)
}

/** Whether a store may take two ids for one: it may ignore the case of a text. */
const hasTexts = ({ key }: CompiledResource): boolean => key.some(({ type }) => type.kind === 'string')
