import { isPlainKey } from '../../value/key.js'
import { pickColumns } from '../../adapter/column-values.js'
import { memberOf } from '../../cast.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { keyOf } from '../../read/keys.js'
import { idValueOf, keyOfId } from '../../resource/compile.js'
import { mayLink } from './link-columns.js'
import type { LinkKeys } from './link-keys.js'
import { byColumns } from '../../resource/wire-names.js'
import { isDefault } from '../../adapter/overridden.js'
import type { WriteNode } from '../request/node.js'
import { relatedPayloads } from '../request/related-payloads.js'
import { PendingMeta } from './pending-meta.js'
import type { Session } from './session.js'
import { instanceOf, storeCall } from './store-call.js'
import { versionOf } from './version.js'

/**
 * Persists a record, through its resource's `persistWithRelationships` where that is overridden (rule 1.5): only an override
 * is shown what an application sees of a write. A record that is saved already is only linked (rule 11.3).
 *
 * @param keys what links the record to the one it was reached from
 * @returns the record; undefined where it, or a relative that it needs, is invalid
 */
export function persistThrough(
  session: Session,
  node: WriteNode,
  keys: LinkKeys,
  parent: object | undefined,
): Awaitable<object | undefined> {
  const saved = session.saved.get(node)
  if (saved) return hasKeys(saved, keys) ? saved : linkAgain(session, node, saved, keys, parent)
  const linked = linkedAttributes(session, node, keys)
  if (!linked) return undefined
  if (isDefault(instanceOf(session, node).persistWithRelationships)) {
    return session.persist(session, node, linked.columns, parent)
  }
  return throughOverride(session, node, linked, parent)
}

async function throughOverride(
  session: Session,
  node: WriteNode,
  { attributes, links }: LinkedAttributes,
  parent: object | undefined,
): Promise<object | undefined> {
  const instance = instanceOf(session, node)
  const meta = new PendingMeta(session, node)
  return instance.persistWithRelationships(meta, { ...attributes, ...links }, relatedPayloads(node), parent)
}

/** What is written of a record, and what links it. */
interface LinkedAttributes {
  /** By their names on the wire. */
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: LinkKeys
  /** Both, by column. */
  readonly columns: LinkKeys
}

/** What is written of a record that is linked by these keys, among others; undefined where it can't be: the issue is noted. */
export function linkedAttributes(
  session: Session,
  node: WriteNode,
  keys: LinkKeys,
): LinkedAttributes | undefined {
  const links = { ...session.pendingKeys.get(node), ...keys }
  const link = { node, columns: Object.keys(links), keys: links }
  const values = session.values.get(node) ?? session.candidates.get(node)?.values ?? []
  const attributes = { ...idAttribute(session, node), ...Object.fromEntries(values) }
  const written = byColumns(node.resource, attributes)
  if (!mayLink(session, link, keyWritten(node, written), session.existing.get(node))) return undefined
  return { attributes, links, columns: { ...written, ...links } }
}

/** What a create writes of a key by attributes: a link has to agree with it (rule 11.11). */
function keyWritten({ resource: { key, primaryKey }, method }: WriteNode, written: LinkKeys): LinkKeys {
  const names = !isPlainKey(key) && method === 'create' ? primaryKey : []
  return pickColumns(
    written,
    names.filter((name) => Object.hasOwn(written, name)),
  )
}

const hasKeys = (record: object, keys: LinkKeys): boolean =>
  Object.entries(keys).every(([name, key]) => keyOf(memberOf(record, name)) === keyOf(key))

async function linkAgain(
  session: Session,
  node: WriteNode,
  saved: object,
  keys: LinkKeys,
  parent: object | undefined,
): Promise<object | undefined> {
  const { resource } = node
  if (!mayLink(session, { node, columns: Object.keys(keys), keys }, {}, saved)) return undefined
  const key = pickColumns(saved, resource.primaryKey)
  const parameters = { ...versionOf(session, node, saved), ...keys, ...key }
  const record = await storeCall(session, node, 'update', (instance) => instance.update(parameters, parent))
  if (record) session.saved.set(node, record)
  return record
}

/** The id of a record that is there, as the store has it; of a new one, the client's own. */
function idAttribute(session: Session, node: WriteNode): LinkKeys {
  const { resource, id } = node
  const existing = session.existing.get(node)
  if (existing) return { id: idValueOf(resource, existing) }
  const parsed = id === undefined ? undefined : keyOfId(resource, id)
  return parsed?.ok ? { id: parsed.value[0] } : {}
}
