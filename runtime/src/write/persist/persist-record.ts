import { pickColumns } from '../../adapter/column-values.js'
import { associate, disassociate } from './associate.js'
import { destroyNode } from './destroy.js'
import { mayLink, mayUnlink } from './link-columns.js'
import { type LinkKeys, ownKeys, unlinkedKeys } from './link-keys.js'
import { persistThrough } from './persist-through.js'
import { isOwn, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import { persistChildren } from './persist-children.js'
import type { Session } from './session.js'
import { storeCall } from './store-call.js'
import { versionOf } from './version.js'

/**
 * Persists a record and everything below it (rule 11.3). First come the relatives that it belongs to, each fully, then
 * their keys and the record itself. Its other relatives follow with their foreign key set, then the associations in
 * memory.
 *
 * @param attributes what is written of the record itself, by column, with its id and with what links it to its parent
 * @returns the record; undefined where it, or a relative that it needs, is invalid
 */
export async function persistNode(
  session: Session,
  node: WriteNode,
  attributes: LinkKeys,
  parent: object | undefined,
): Promise<object | undefined> {
  if (node.method === 'destroy') return destroyNode(session, node, parent)
  const relatives = await persistRelatives(session, node, attributes)
  const record = relatives && (await saveNode(session, node, { ...attributes, ...relatives.keys }, parent))
  if (!record) return undefined
  session.saved.set(node, record)
  for (const relationship of node.relationships) {
    if (!isOwn(relationship.sideload)) await persistChildren(session, node, relationship, record)
  }
  await associateRelatives(session, node, relatives, record)
  return record
}

/** The relatives that a record belongs to, persisted: the keys that refer to them, and those that it refers to no more. */
interface Relatives {
  readonly keys: LinkKeys
  readonly linked: readonly (readonly [WriteRelationship, object])[]
  readonly unlinked: readonly (readonly [WriteRelationship, WriteReference])[]
}

/** @param attributes what is written of the record besides, with what links it to its parent */
async function persistRelatives(
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
    const relative = await persistThrough(session, reference.node, {}, record)
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

async function saveNode(
  session: Session,
  node: WriteNode,
  attributes: LinkKeys,
  parent: object | undefined,
): Promise<object | undefined> {
  const { resource } = node
  if (node.method === 'create') {
    return storeCall(session, node, 'create', (instance) => instance.create(attributes, parent))
  }
  const existing = session.existing.get(node)
  if (!existing) throw new Error(`The record of "${resource.type}" to update was not found before.`)
  const isChanged = Object.keys(attributes).some((name) => !resource.primaryKey.includes(name))
  if (!isChanged && node !== session.root) return existing
  const key = pickColumns(existing, resource.primaryKey)
  const parameters = { ...key, ...versionOf(session, node, existing), ...attributes, ...key }
  return storeCall(session, node, 'update', (instance) => instance.update(parameters, parent))
}

/** In memory; what the record does not refer to any more is destroyed at last, or its key would still name it. */
async function associateRelatives(
  session: Session,
  node: WriteNode,
  { linked, unlinked }: Relatives,
  record: object,
): Promise<void> {
  for (const [relationship, relative] of linked) {
    await associate(session, { node, relationship, parent: record, child: relative })
  }
  for (const [relationship, { node: relative }] of unlinked) {
    const former =
      relative.method === 'destroy'
        ? await destroyNode(session, relative, record)
        : await persistThrough(session, relative, {}, record)
    if (former) await disassociate(session, { node, relationship, parent: record, child: former })
  }
}
