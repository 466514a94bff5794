import { parseId } from '../../value/identifier.js'
import { memberOf } from '../../cast.js'
import { keyOf } from '../../read/keys.js'
import type { LinkKeys } from './link-keys.js'
import type { WriteMeta } from '../../resource/payload.js'
import type { WriteNode } from '../request/node.js'
import { relatedPayloads } from '../request/related-payloads.js'
import type { Session } from './session.js'
import { instanceOf, storeCall } from './store-call.js'
import { versionOf } from './version.js'

const pending = new WeakMap<WriteMeta, { readonly session: Session; readonly node: WriteNode }>()

/** The write that a call of persistWithRelationships is part of; undefined for a call of the application's own. */
export function pendingWrite(
  meta: WriteMeta,
): { readonly session: Session; readonly node: WriteNode } | undefined {
  return pending.get(meta)
}

/**
 * Persists a record through its resource's `persistWithRelationships`, whose override is what runs (rule 1.5); one that is
 * saved already is only linked (rule 11.3).
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
  if (saved) return isLinked(saved, keys) ? saved : linkAgain(session, node, saved, keys, parent)
  const meta: WriteMeta = { type: node.resource.type, tempId: node.tempId, method: node.method }
  pending.set(meta, { session, node })
  const values = session.values.get(node) ?? session.candidates.get(node)?.values ?? []
  const attributes = {
    ...idAttribute(session, node),
    ...Object.fromEntries(values),
    ...session.pendingKeys.get(node),
    ...keys,
  }
  return instanceOf(session, node).persistWithRelationships(meta, attributes, relatedPayloads(node), parent)
}

const isLinked = (record: object, keys: LinkKeys): boolean =>
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
  if (existing) return { [primaryKey]: memberOf(existing, primaryKey) }
  const parsed = node.id === undefined ? undefined : parseId(config.id.kind, node.id)
  return parsed?.ok ? { [primaryKey]: parsed.value } : {}
}
