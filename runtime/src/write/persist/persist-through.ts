import { parseId } from '../../value/identifier.js'
import { memberOf } from '../../cast.js'
import { keyOf } from '../../read/keys.js'
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
export async function persistThrough(
  session: Session,
  node: WriteNode,
  keys: LinkKeys,
  parent: object | undefined,
): Promise<object | undefined> {
  const saved = session.saved.get(node)
  if (saved) return hasKeys(saved, keys) ? saved : linkAgain(session, node, saved, keys, parent)
  const values = session.values.get(node) ?? session.candidates.get(node)?.values ?? []
  const attributes = { ...idAttribute(session, node), ...Object.fromEntries(values) }
  const links = { ...session.pendingKeys.get(node), ...keys }
  const instance = instanceOf(session, node)
  if (isDefault(instance.persistWithRelationships)) {
    return session.persist(session, node, { ...byColumns(node.resource, attributes), ...links }, parent)
  }
  const meta = new PendingMeta(session, node)
  return instance.persistWithRelationships(meta, { ...attributes, ...links }, relatedPayloads(node), parent)
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
  const { primaryKey } = node.resource
  const parameters = { [primaryKey]: memberOf(saved, primaryKey), ...versionOf(node, saved), ...keys }
  const record = await storeCall(session, node, 'update', (instance) => instance.update(parameters, parent))
  if (record) session.saved.set(node, record)
  return record
}

/** The id of a record that is there, as the store has it; of a new one, the client's own. */
function idAttribute(session: Session, node: WriteNode): LinkKeys {
  const { primaryKey, config } = node.resource
  const existing = session.existing.get(node)
  if (existing) return { id: memberOf(existing, primaryKey) }
  const parsed = node.id === undefined ? undefined : parseId(config.id.kind, node.id)
  return parsed?.ok ? { id: parsed.value } : {}
}
