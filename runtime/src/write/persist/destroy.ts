import { valuesOf } from '../../adapter/column-values.js'
import { memberOf } from '../../cast.js'
import { idValueOf } from '../../resource/compile.js'
import { checkDependents } from './dependents.js'
import { isOwn, type WriteNode, type WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'
import { storeCall } from './store-call.js'
import { unlinkChild } from './unlink.js'

/**
 * Destroys a record: first the records below it that the request names, then the record, then the records it belonged
 * to. So no key ever names a record that is gone. Returns the record as it was; undefined where it is invalid.
 */
export async function destroyNode(
  session: Session,
  node: WriteNode,
  parent: object | undefined,
): Promise<object | undefined> {
  const done = session.saved.get(node)
  if (done) return done
  const existing = session.existing.get(node)
  if (!existing) throw new Error(`The record of "${node.resource.type}" to destroy was not found before.`)
  for (const relationship of node.relationships) {
    if (!isOwn(relationship.sideload)) await removeBelow(session, node, relationship, existing)
  }
  const id = idValueOf(node.resource, existing)
  const record = await storeCall(session, node, 'destroy', async (instance) => {
    await hold(session, node, existing)
    await checkDependents(node, existing)
    return instance.destroy(id, parent)
  })
  if (!record) return undefined
  session.saved.set(node, record)
  for (const { sideload, references } of node.relationships) {
    if (!isOwn(sideload)) continue
    for (const { node: relative, method } of references) {
      if (method === 'destroy') await destroyNode(session, relative, record)
    }
  }
  return record
}

async function removeBelow(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  record: object,
): Promise<void> {
  for (const reference of relationship.references) {
    if (reference.method === 'destroy') await destroyNode(session, reference.node, record)
    else await unlinkChild(session, node, relationship, reference, record)
  }
}

/** A condition that is about the version alone is compared by a statement, where the store can (rule 26.5). */
async function hold({ root, condition }: Session, node: WriteNode, record: object): Promise<void> {
  const { resource } = node
  const { version, primaryKey } = resource
  if (node !== root || !condition?.byVersion || version === undefined) return
  await resource.adapter().holdVersion?.(valuesOf(record, primaryKey), memberOf(record, version), resource)
}
