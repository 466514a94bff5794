import { isPending } from '../../declare/pending.js'
import { associate } from './associate.js'
import { destroyNode } from './destroy.js'
import { createTogether, writtenTogether } from './create-together.js'
import { mayLink } from './link-columns.js'
import { childKeys, type LinkKeys } from './link-keys.js'
import { putInMemory, takeFromMemory } from './in-memory.js'
import { joinsTogether, joinTogether } from './join-together.js'
import { linkAtOnce } from './link-at-once.js'
import { persistThrough } from './persist-through.js'
import { isKeyed, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'
import { unlinkChild, unlinkMember } from './unlink.js'

/**
 * Persists what a relationship of a saved record leads to, with the foreign key set to it (rule 11.3). What the
 * request's set leaves out is unlinked before anything is linked, because a unique key may allow only one (rule 11.4).
 */
export async function persistChildren(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  record: object,
): Promise<void> {
  const dropped = leftOut(session, relationship)
  if (await linkAtOnce(session, node, relationship, record, dropped)) return
  for (const [child, keys] of newLinks(session, node, relationship, record)) {
    const pending = session.pendingKeys.get(child) ?? {}
    const link = { node: child, columns: Object.keys(keys), keys }
    if (mayLink(session, link, pending, undefined)) session.pendingKeys.set(child, { ...pending, ...keys })
  }
  for (const member of dropped) {
    await unlinkMember(session, node, relationship, member, record)
  }
  const keysOf = (child: WriteNode): LinkKeys => keysOfChild(session, node, relationship, child, record)
  const joins = joinsTogether(session, node, relationship) ? new Map<object, string | undefined>() : undefined
  for (const together of writtenTogether(session, node, relationship)) {
    const blocked = together.length > 1 ? await createTogether(session, together, keysOf) : NOBODY
    for (const reference of together) {
      if (reference.isInverse || blocked.has(reference.node)) continue
      await persistChild(session, { node, relationship, record, joins }, reference)
    }
  }
  if (joins) await joinTogether(session, node, relationship, record, joins)
}

const NOBODY: ReadonlySet<WriteNode> = new Set()

/** A relationship whose members are persisted, of a record that is saved. */
interface Parent {
  readonly node: WriteNode
  readonly relationship: WriteRelationship
  readonly record: object
  /** Records that are joined when all are persisted, each with its pointer; undefined where each is joined at once. */
  readonly joins: Map<object, string | undefined> | undefined
}

/** What links a child to the record; nothing where it is linked already, or where no key of its own does. */
function keysOfChild(
  session: Session,
  { resource }: WriteNode,
  relationship: WriteRelationship,
  child: WriteNode,
  record: object,
): LinkKeys {
  const { sideload } = relationship
  if (!isKeyed(sideload) || isMemberNow(session, relationship, child)) return {}
  return childKeys(sideload, resource, child.resource, record)
}

async function persistChild(
  session: Session,
  { node, relationship, record, joins }: Parent,
  reference: WriteReference,
): Promise<void> {
  const { sideload, many } = relationship
  const { node: child, method } = reference
  switch (method) {
    case 'destroy': {
      const destroyed = await destroyNode(session, child, record)
      if (destroyed) takeFromMemory(record, destroyed, { name: sideload.name, many })
      return
    }
    case 'disassociate':
      if (relationship.isLenient && !session.existing.has(child)) return
      return unlinkChild(session, node, relationship, reference, record)
    case 'create':
    case 'update':
    case 'associate': {
      const isMember = isMemberNow(session, relationship, child)
      const keys = keysOfChild(session, node, relationship, child, record)
      const related = await persistThrough(session, child, keys, record)
      if (!related) return
      if (isMember && sideload.kind === 'hasAndBelongsToMany') {
        putInMemory(record, related, { name: sideload.name, many })
      } else if (joins) joins.set(related, reference.pointer)
      else {
        const { pointer } = reference
        const associated = associate(session, { node, relationship, parent: record, child: related, pointer })
        if (isPending(associated)) await associated
      }
    }
  }
}

/** The keys of the children that are to be linked, by child. */
function newLinks(
  session: Session,
  { resource }: WriteNode,
  relationship: WriteRelationship,
  record: object,
): readonly (readonly [WriteNode, LinkKeys])[] {
  const { sideload, references } = relationship
  if (!isKeyed(sideload)) return []
  return references.flatMap(({ node: child, method, isInverse }) => {
    const isLinked = isInverse || method === 'destroy' || method === 'disassociate'
    if (isLinked || isMemberNow(session, relationship, child)) return []
    return [[child, childKeys(sideload, resource, child.resource, record)]]
  })
}

/** Linking what is already linked adds nothing (rule 11.4). */
function isMemberNow(session: Session, relationship: WriteRelationship, { id }: WriteNode): boolean {
  return id !== undefined && session.members.get(relationship)?.has(id) === true
}

function leftOut(session: Session, relationship: WriteRelationship): readonly object[] {
  if (!relationship.replaces) return []
  const kept = new Set(relationship.references.map(({ node }) => node.id))
  const members = session.members.get(relationship) ?? new Map<string, object>()
  return [...members].flatMap(([id, member]) => (kept.has(id) ? [] : [member]))
}
