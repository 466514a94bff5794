import { isDefault } from '../../adapter/overridden.js'
import { currentRequest } from '../../resource/frame.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import { associate } from './associate.js'
import { associationOf } from './association.js'
import { joinRowsOf } from './join-rows.js'
import { refusedTogether } from './one-by-one.js'
import type { Session } from './session.js'
import { instanceOf } from './store-call.js'

/** Whether the records of a many-to-many, new ones among them, are joined together once all of them are there (rule 11.14). */
export const joinsTogether = (
  session: Session,
  node: WriteNode,
  { sideload, many }: WriteRelationship,
): boolean =>
  session.atOnce &&
  many &&
  sideload.kind === 'hasAndBelongsToMany' &&
  isDefault(instanceOf(session, node).associate)

/**
 * Joins records to a parent in a few statements.
 *
 * Throws OneByOne where the store refuses them, and what else it throws.
 *
 * @param children each with what the request calls its link
 */
export async function joinTogether(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  parent: object,
  children: ReadonlyMap<object, string | undefined>,
): Promise<void> {
  const [only] = children
  if (only && children.size === 1) {
    const [child, pointer] = only
    return associate(session, { node, relationship, parent, child, pointer })
  }
  if (!only) return
  const adapter = node.resource.adapter()
  const association = associationOf(node.resource, parent, relationship.sideload.name)
  currentRequest().budget.deadline.check()
  try {
    await adapter.associateAll(parent, [...children.keys()], association)
  } catch (error) {
    throw refusedTogether(error, adapter, node.resource)
  }
  const pairs = [...children].map(([child, pointer]) => ({ parent, child, pointer }))
  session.joined.push(...joinRowsOf(node, relationship, pairs))
}
