import { isPlainKey } from '../../value/key.js'
import type { NewChildren } from '../../adapter/adapter.js'
import { isDefault } from '../../adapter/overridden.js'
import { keysOf } from '../../resource/key-columns.js'
import type { CompiledResource } from '../../resource/compile.js'
import { isOwn, type WriteNode, type WriteRelationship } from '../request/node.js'
import { isPlainCreate } from './create-together.js'
import type { LinkKeys } from './link-keys.js'
import { refusedTogether } from './one-by-one.js'
import { persistRelatives } from './persist-relatives.js'
import { linkedAttributes } from './persist-through.js'
import type { Session } from './session.js'
import { instanceOf } from './store-call.js'

/** New records that a new one will have in a relationship. */
interface Below {
  readonly nodes: readonly WriteNode[]
  readonly resource: CompiledResource
  /** The columns of theirs that refer to the new one, and those that they refer to. */
  readonly foreignKey: readonly string[]
  readonly key: readonly string[]
}

/**
 * Creates a record with the new records that refer to it, if nothing needs to see one after the other (rule 11.14), and
 * remembers these: they are linked later, and what is below them is written then.
 *
 * Throws OneByOne where the store refuses them, and what else it throws.
 *
 * @param attributes what is written of the record itself, by column
 * @returns undefined, and nothing is created, where each has to be created by itself, or the adapter can do no better
 */
export async function createWithChildren(
  session: Session,
  node: WriteNode,
  attributes: LinkKeys,
): Promise<object | undefined> {
  const { resource } = node
  const instance = instanceOf(session, node)
  const isPlain =
    session.atOnce &&
    resource.model !== undefined &&
    isDefault(instance.create) &&
    isDefault(instance.associate) &&
    node.relationships.length > 0
  const adapter = resource.adapter()
  if (!isPlain || !adapter.createWith) return undefined
  const below = node.relationships.flatMap((relationship) => belowOf(session, node, relationship) ?? [])
  if (below.length === 0) return undefined
  const children: NewChildren[] = []
  for (const { nodes, resource: target, foreignKey, key } of below) {
    const rows = []
    for (const child of nodes) {
      const columns = linkedAttributes(session, child, {})?.columns
      const relatives = columns && (await persistRelatives(session, child, columns))
      if (!relatives) return undefined
      rows.push({ ...columns, ...relatives.keys })
    }
    children.push({ resource: target, rows, foreignKey, key, linked: [] })
  }
  const created = await adapter
    .createWith(attributes, { children, linked: [] }, resource)
    .catch((error: unknown) => {
      throw refusedTogether(error, adapter, resource)
    })
  if (!created) return undefined
  for (const [index, { nodes }] of below.entries()) {
    for (const [at, child] of nodes.entries()) {
      const made = created.children[index]?.[at]
      if (made) session.made.set(child, made.record)
    }
  }
  return created.record
}

/** What a relationship holds, if all of it is new and can be created with the record. */
function belowOf(
  session: Session,
  { resource }: WriteNode,
  { sideload, references }: WriteRelationship,
): Below | undefined {
  const [first] = references
  if (!first || (sideload.kind !== 'hasMany' && sideload.kind !== 'hasOne')) return undefined
  const { resource: target } = first.node
  if (target.adapter() !== resource.adapter()) return undefined
  const { parentKey: key, childKey: foreignKey } = keysOf(sideload, resource, target)
  const isBelow = references.every(
    (reference) =>
      isPlainCreate(session, reference) &&
      reference.node.resource === target &&
      isFree(reference.node, foreignKey),
  )
  return isBelow
    ? { nodes: references.map(({ node }) => node), resource: target, foreignKey, key }
    : undefined
}

/** Whether the columns that a record refers to others by have nothing in common, so that no two of its links can disagree. */
function isFree({ resource, relationships }: WriteNode, foreignKey: readonly string[]): boolean {
  const others = relationships.filter(
    ({ sideload, references: [reference] }) => isOwn(sideload) && !reference?.isInverse,
  )
  const columns = [...foreignKey, ...resource.primaryKey]
  for (const { sideload } of others) {
    if (sideload.kind !== 'belongsTo') return false
    columns.push(...sideload.foreignKey)
  }
  return isPlainKey(resource.key) && new Set(columns).size === columns.length
}
