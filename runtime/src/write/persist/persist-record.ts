import { pickColumns } from '../../adapter/column-values.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { isPending } from '../../declare/pending.js'
import { associate, disassociate } from './associate.js'
import { createWithChildren } from './create-with-children.js'
import { destroyNode } from './destroy.js'
import type { LinkKeys } from './link-keys.js'
import { persistRelatives, type Relatives } from './persist-relatives.js'
import { persistThrough } from './persist-through.js'
import { isOwn, type WriteNode } from '../request/node.js'
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
export function persistNode(
  session: Session,
  node: WriteNode,
  attributes: LinkKeys,
  parent: object | undefined,
): Awaitable<object | undefined> {
  const existing = session.existing.get(node)
  const isLinkedAlone =
    existing !== undefined &&
    node !== session.root &&
    node.method !== 'destroy' &&
    node.relationships.length === 0 &&
    !isChanged(node, attributes)
  if (!isLinkedAlone) return persistWritten(session, node, attributes, parent)
  session.saved.set(node, existing)
  return existing
}

async function persistWritten(
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

/** Whether anything of a record is to be written but what tells it from all others. */
const isChanged = ({ resource: { primaryKey } }: WriteNode, attributes: LinkKeys): boolean =>
  Object.keys(attributes).some((name) => !primaryKey.includes(name))

async function saveNode(
  session: Session,
  node: WriteNode,
  attributes: LinkKeys,
  parent: object | undefined,
): Promise<object | undefined> {
  const { resource } = node
  const made = session.made.get(node)
  if (made) {
    session.touched.set(node, { node, action: 'create', record: made })
    return made
  }
  if (node.method === 'create') {
    return storeCall(
      session,
      node,
      'create',
      async (instance) =>
        (await createWithChildren(session, node, attributes)) ?? instance.create(attributes, parent),
    )
  }
  const existing = session.existing.get(node)
  if (!existing) throw new Error(`The record of "${resource.type}" to update was not found before.`)
  if (!isChanged(node, attributes) && node !== session.root) return existing
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
    const associated = associate(session, { node, relationship, parent: record, child: relative })
    if (isPending(associated)) await associated
  }
  for (const [relationship, { node: relative }] of unlinked) {
    const former =
      relative.method === 'destroy'
        ? await destroyNode(session, relative, record)
        : await persistThrough(session, relative, {}, record)
    if (former) await disassociate(session, { node, relationship, parent: record, child: former })
  }
}
