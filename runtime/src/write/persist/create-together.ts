import { isDefault } from '../../adapter/overridden.js'
import { currentRequest } from '../../resource/frame.js'
import type { CompiledResource } from '../../resource/compile.js'
import { isOwn, type WriteNode, type WriteReference, type WriteRelationship } from '../request/node.js'
import type { LinkKeys } from './link-keys.js'
import { refusedTogether } from './one-by-one.js'
import { persistRelatives } from './persist-relatives.js'
import { linkedAttributes } from './persist-through.js'
import type { Session } from './session.js'
import { instanceOf } from './store-call.js'

/**
 * Entries of a relationship in their order, in lists of what is written together: new records that nothing needs to see
 * one after the other (rule 11.14), and any other by itself.
 */
export function writtenTogether(
  session: Session,
  node: WriteNode,
  { references }: WriteRelationship,
): readonly (readonly WriteReference[])[] {
  const isParentPlain = session.atOnce && isDefault(instanceOf(session, node).associate)
  const lists: WriteReference[][] = []
  let resource: CompiledResource | undefined
  for (const reference of references) {
    const isPlain = isParentPlain && isPlainCreate(session, reference)
    const last = lists.at(-1)
    if (isPlain && last && resource === reference.node.resource) last.push(reference)
    else lists.push([reference])
    resource = isPlain ? reference.node.resource : undefined
  }
  return lists
}

/**
 * Creates the records of several entries in a few statements, if the store can, and remembers them: they are linked one
 * after the other, and what is below them is written then.
 *
 * Throws OneByOne where the store refuses them, and what else it throws.
 *
 * @returns the records that can't be written: what is wrong with them is noted
 */
export async function createTogether(
  session: Session,
  references: readonly WriteReference[],
  keysOf: (child: WriteNode) => LinkKeys,
): Promise<ReadonlySet<WriteNode>> {
  const blocked = new Set<WriteNode>()
  const [first] = references
  if (!first || references.length < 2) return blocked
  const { resource } = first.node
  const rows: (readonly [WriteNode, LinkKeys])[] = []
  for (const { node } of references) {
    const columns = linkedAttributes(session, node, keysOf(node))?.columns
    const relatives = columns && (await persistRelatives(session, node, columns))
    if (relatives) rows.push([node, { ...columns, ...relatives.keys }])
    else blocked.add(node)
  }
  const records = await created(
    resource,
    rows.map(([, columns]) => columns),
  )
  for (const [index, [node]] of rows.entries()) {
    const record = records?.[index]
    if (record) session.made.set(node, record)
  }
  return blocked
}

async function created(
  resource: CompiledResource,
  rows: readonly LinkKeys[],
): Promise<readonly object[] | undefined> {
  const adapter = resource.adapter()
  currentRequest().budget.deadline.check()
  try {
    return await adapter.createAll?.(rows, resource)
  } catch (error) {
    throw refusedTogether(error, adapter, resource)
  }
}

/** Whether an entry is of a new record that no override of the application's sees, and that nothing else names. */
export function isPlainCreate(session: Session, { node, method, isInverse }: WriteReference): boolean {
  if (method !== 'create' || node.method !== 'create' || isInverse) return false
  if (node === session.root || session.shared.has(node)) return false
  if (session.saved.has(node) || session.made.has(node)) return false
  const { instance, model } = node.resource
  const isPlain =
    isDefault(instance.create) &&
    isDefault(instance.persistWithRelationships) &&
    isDefault(instance.associate)
  return (
    isPlain &&
    model !== undefined &&
    node.relationships.every((relationship) => isSettled(session, relationship))
  )
}

/** Whether nothing is to be written before a record: what it belongs to is there, and stays as it is. */
function isSettled(session: Session, { sideload, references }: WriteRelationship): boolean {
  if (!isOwn(sideload)) return true
  return references.every(
    ({ node, method, isInverse }) =>
      isInverse ||
      (method === 'associate' &&
        node !== session.root &&
        !node.hasContent &&
        node.relationships.length === 0 &&
        isDefault(node.resource.instance.persistWithRelationships) &&
        session.existing.has(node)),
  )
}
