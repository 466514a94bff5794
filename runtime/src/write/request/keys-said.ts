import { sameColumns } from '../../adapter/column-values.js'
import {
  allNodes,
  isKeyed,
  isOwn,
  type WriteNode,
  type WriteReference,
  type WriteRelationship,
} from './node.js'

/** What a relationship of a request says of one foreign key of a record. */
export interface KeySaid {
  /** The record that has the key. */
  readonly node: WriteNode
  /** The foreign key that it is. */
  readonly columns: readonly string[]
  /** The record that the key is to name; null where it is to name none. */
  readonly names: WriteNode | null
  /** Whether the key is to name that record no more. */
  readonly isUnlinked: boolean
  readonly by: WriteRelationship
  readonly pointer: string | undefined
}

/** What a request says of the keys that stand in its records: their own relationships, and those of their parents. */
export function keysSaid(root: WriteNode): readonly KeySaid[] {
  const said: KeySaid[] = []
  for (const node of allNodes(root)) {
    if (node.method === 'destroy') continue
    for (const by of node.relationships) {
      if (isOwn(by.sideload)) addOwnKeys(said, node, by)
      else addChildKeys(said, node, by)
    }
  }
  return said
}

/**
 * The keys of existing records that the request sets, to be found by `isKeyLinked`: what a set leaves out, or one record
 * unlinks, may be linked to another.
 */
export function linkedKeys(root: WriteNode): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { node, columns, names, isUnlinked } of keysSaid(root)) {
    if (node.id !== undefined && names && !isUnlinked) keys.add(keyName(node.resource.type, node.id, columns))
  }
  return keys
}

/** The name of a key of a record. */
export const keyName = (type: string, id: string, columns: readonly string[]): string =>
  JSON.stringify([type, id, ...columns.toSorted()])

function addChildKeys(said: KeySaid[], node: WriteNode, by: WriteRelationship): void {
  const { sideload, references } = by
  if (!isKeyed(sideload)) return
  for (const { node: child, method, pointer } of references) {
    if (method === 'destroy') continue
    const isUnlinked = method === 'disassociate'
    said.push({ node: child, columns: sideload.foreignKey, names: node, isUnlinked, by, pointer })
  }
}

/** A key that its own record unlinks names nothing, whatever it named before. */
function addOwnKeys(said: KeySaid[], node: WriteNode, by: WriteRelationship): void {
  const { sideload, references } = by
  const reference = references[0]
  if (reference && !setsKey(reference)) return
  const pointer = reference?.pointer ?? by.pointer
  const own = reference?.node ?? null
  const add = (columns: readonly string[], names: WriteNode | null): void => {
    said.push({ node, columns, names, isUnlinked: false, by, pointer })
  }
  if (sideload.kind === 'belongsTo') add(sideload.foreignKey, own)
  if (sideload.kind !== 'polymorphicBelongsTo') return
  const linked = reference && sideload.groups.get(reference.group)?.foreignKey
  const all = [...sideload.groups.values()].map(({ foreignKey }) => foreignKey)
  const distinct = all.filter((one, index) => all.findIndex((each) => sameColumns(each, one)) === index)
  for (const columns of distinct) {
    add(columns, linked && sameColumns(columns, linked) ? own : null)
  }
}

const setsKey = ({ method }: WriteReference): boolean => method !== 'destroy' && method !== 'disassociate'
