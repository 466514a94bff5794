import { mayLink, mayUnlink } from './link-columns.js'
import { type LinkKeys, ownKeys, unlinkedKeys } from './link-keys.js'
import { persistThrough } from './persist-through.js'
import { isOwn, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'

/** The relatives that a record belongs to, persisted: the keys that refer to them, and those that it refers to no more. */
export interface Relatives {
  readonly keys: LinkKeys
  readonly linked: readonly (readonly [WriteRelationship, object])[]
  readonly unlinked: readonly (readonly [WriteRelationship, WriteReference])[]
}

/**
 * Persists the relatives that a record belongs to, each fully (rule 11.3).
 *
 * @param attributes what is written of the record besides, with what links it to its parent
 * @returns undefined where one of them is invalid, or can't be linked so
 */
export async function persistRelatives(
  session: Session,
  node: WriteNode,
  attributes: LinkKeys,
): Promise<Relatives | undefined> {
  const record = session.existing.get(node)
  const unlinkedToo = node.relationships.flatMap(({ sideload, references: [reference] }) =>
    isUnlinked(reference) ? [sideload.name] : [],
  )
  let keys: LinkKeys = {}
  let isBlocked = false
  const linked: [WriteRelationship, object][] = []
  const unlinked: [WriteRelationship, WriteReference][] = []
  for (const relationship of node.relationships) {
    const { sideload } = relationship
    const [reference] = relationship.references
    if (!isOwn(sideload) || reference?.isInverse) continue
    const { pointer } = relationship
    if (!reference || isUnlinked(reference)) {
      const own = unlinkedKeys(sideload, node.resource, unlinkedToo)
      const columns = sideload.kind === 'belongsTo' ? sideload.foreignKey : Object.keys(own)
      isBlocked ||= !mayUnlink(session, { node, columns, keys: own, pointer }, record)
      keys = { ...keys, ...own }
      if (reference) unlinked.push([relationship, reference])
      continue
    }
    const persisted = persistThrough(session, reference.node, {}, record)
    const relative = persisted instanceof Promise ? await persisted : persisted
    const own = relative && ownKeys(sideload, reference.node.resource, reference.group, relative)
    const columns = sideload.kind === 'belongsTo' ? sideload.foreignKey : Object.keys(own ?? {})
    const link = own && { node, columns, keys: own, pointer }
    if (relative && link && mayLink(session, link, { ...attributes, ...keys }, record)) {
      keys = { ...keys, ...own }
      linked.push([relationship, relative])
    } else isBlocked = true
  }
  return isBlocked ? undefined : { keys, linked, unlinked }
}

const isUnlinked = (reference: WriteReference | undefined): boolean =>
  !reference || reference.method === 'destroy' || reference.method === 'disassociate'
