import { belongsToOf } from '../../declare/sideload.js'
import { memberOf } from '../../cast.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { RecordNotFound, TooManyRecords } from '../../error/errors.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import type { PlainSideload } from '../../read/related-scope.js'
import { currentMembers, linkableRecords, visibleRecords } from './find-records.js'
import type { WriteNode, WriteReference, WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'
import { isStale, staleVersion } from './version.js'

/**
 * Finds the records that a write names, before anything is written: the primary one, those that are in a relationship now,
 * and those that may be linked, each through the scope that the default filters leave visible (rule 11.4). What is not
 * found is a fault with its pointer; all of them are collected.
 */
export async function prepare(session: Session, base: () => unknown, faults: JsonapiError[]): Promise<void> {
  const { root } = session
  if (root.method !== 'create' && root.id !== undefined) {
    const [found] = await visibleRecords(root.resource, base(), [root.id])
    if (found) session.existing.set(root, found)
    else faults.push(notFound(root.resource.type, root.id, undefined))
  }
  // Parents come before what they lead to, so that the record of each is known when its relationships are looked at.
  for (const node of session.nodes) {
    const isMissing = node.method !== 'create' && !session.existing.has(node)
    if (!isMissing) {
      for (const relationship of node.relationships) {
        await prepareRelationship(session, node, relationship, faults)
      }
    }
  }
  for (const [node, record] of session.existing) if (isStale(node, record)) faults.push(staleVersion(node))
}

async function prepareRelationship(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  faults: JsonapiError[],
): Promise<void> {
  const named = relationship.references.filter(
    ({ node: child, isInverse }) => !isInverse && child.id !== undefined && child.method !== 'create',
  )
  const related = plainOf(node, relationship, named[0]?.group ?? '')
  if (!related) return
  const { sideload, target } = related
  const members = await membersNow(session, node, relationship, related, named)
  const found = new Map(members.map((member) => [idOf(target, member), member]))
  session.members.set(relationship, new Map(found))
  const others = named.filter(
    ({ node: child, method }) => method === 'associate' && !found.has(child.id ?? ''),
  )
  if (others.length > 0) {
    for (const record of await linkableRecords(node.resource, sideload, target, namedIds(others))) {
      found.set(idOf(target, record), record)
    }
  }
  for (const { node: child, pointer } of named) {
    const record = found.get(child.id ?? '')
    if (!record && !relationship.isLenient) faults.push(notFound(target.type, child.id ?? '', pointer))
    else if (record && !session.existing.has(child)) session.existing.set(child, record)
  }
}

/** A relationship as one that leads to a single resource. */
interface PlainRelation {
  readonly sideload: PlainSideload
  readonly target: CompiledResource
  /** Whether a record's type column leads there, where the relationship is polymorphic. */
  readonly leadsThere: (parent: object) => boolean
}

function plainOf(
  { resource }: WriteNode,
  { sideload }: WriteRelationship,
  group: string,
): PlainRelation | undefined {
  const target = resource.targets(sideload).get(group)
  if (!target) return undefined
  if (sideload.kind !== 'polymorphicBelongsTo') return { sideload, target, leadsThere: () => true }
  const plain = belongsToOf(sideload, group)
  const leadsThere = (parent: object): boolean => memberOf(parent, sideload.groupBy) === group
  return plain && { sideload: plain, target, leadsThere }
}

/**
 * The members of the relationship as far as the write has to know them: all of them where the set is replaced, those that
 * are named where only a member may be touched or what is linked already must not be linked again.
 */
async function membersNow(
  session: Session,
  node: WriteNode,
  { many, replaces, pointer }: WriteRelationship,
  { sideload, target, leadsThere }: PlainRelation,
  named: readonly WriteReference[],
): Promise<readonly object[]> {
  const parent = session.existing.get(node)
  if (!parent || !leadsThere(parent)) return []
  const isWhole = replaces && (many || sideload.kind === 'hasOne' || sideload.kind === 'custom')
  if (isWhole) {
    const members = await currentMembers(node.resource, parent, sideload, target)
    return withinBounds(members, sideload, pointer)
  }
  const isJoined = sideload.kind === 'hasAndBelongsToMany' || sideload.kind === 'custom'
  const asked = isJoined ? named : named.filter(({ method }) => method !== 'associate')
  return asked.length === 0 ? [] : currentMembers(node.resource, parent, sideload, target, namedIds(asked))
}

/** A set whose members are more than are read at once can't be replaced: it is changed by those that are named. */
function withinBounds(
  members: readonly object[],
  { name }: PlainSideload,
  pointer: string | undefined,
): readonly object[] {
  const most = currentRequest().budget.limit('records')
  if (members.length <= most) return members
  const remedy = 'Add to it and remove from it instead.'
  throw new TooManyRecords({
    detail: `"${name}" has more than ${most} records, and can't be replaced as a whole. ${remedy}`,
    ...(pointer !== undefined && { source: { pointer } }),
  })
}

const namedIds = (references: readonly WriteReference[]): readonly string[] =>
  references.flatMap(({ node }) => node.id ?? [])

function notFound(type: string, id: string, pointer: string | undefined): RecordNotFound {
  const detail = `There is no record of the type "${type}" with the id "${id}" here.`
  return new RecordNotFound({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}
