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
export function* keysSaid(root: WriteNode): Iterable<KeySaid> {
  for (const node of allNodes(root)) {
    if (node.method === 'destroy') continue
    for (const by of node.relationships) {
      if (isOwn(by.sideload)) yield* ownKeysSaid(node, by)
      else yield* childKeysSaid(node, by)
    }
  }
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

function* childKeysSaid(node: WriteNode, by: WriteRelationship): Iterable<KeySaid> {
  const { sideload, references } = by
  if (!isKeyed(sideload)) return
  for (const { node: child, method, pointer } of references) {
    if (method === 'destroy') continue
    const isUnlinked = method === 'disassociate'
    yield { node: child, columns: sideload.foreignKey, names: node, isUnlinked, by, pointer }
  }
}

/** A key that its own record unlinks names nothing, whatever it named before. */
function* ownKeysSaid(node: WriteNode, by: WriteRelationship): Iterable<KeySaid> {
  const { sideload, references, pointer } = by
  const [reference] = references
  if (reference && !setsKey(reference)) return
  const said = { node, by, isUnlinked: false, pointer: reference?.pointer ?? pointer }
  const names = reference?.node ?? null
  if (sideload.kind === 'belongsTo') yield { ...said, columns: sideload.foreignKey, names }
  if (sideload.kind !== 'polymorphicBelongsTo') return
  const linked = reference && sideload.groups.get(reference.group)?.foreignKey
  const all = [...sideload.groups.values()].map(({ foreignKey }) => foreignKey)
  const distinct = all.filter((one, index) => all.findIndex((each) => sameColumns(each, one)) === index)
  for (const columns of distinct) {
    yield { ...said, columns, names: linked && sameColumns(columns, linked) ? names : null }
  }
}

const setsKey = ({ method }: WriteReference): boolean => method !== 'destroy' && method !== 'disassociate'
