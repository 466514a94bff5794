import { sameColumns } from '../../adapter/column-values.js'
import {
  allNodes,
  isKeyed,
  isOwn,
  type WriteNode,
  type WriteReference,
  type WriteRelationship,
} from './node.js'

/** The new value of one foreign key of a record, as a relationship of the request sets it. */
export interface KeyChange {
  /** The record that has the foreign key. */
  readonly node: WriteNode
  /** The columns of the foreign key. */
  readonly columns: readonly string[]
  /** The record that the key will name; null if it will name none. */
  readonly names: WriteNode | null
  /** Whether the key stops naming that record. */
  readonly isUnlinked: boolean
  readonly by: WriteRelationship
  readonly pointer: string | undefined
}

/** The foreign keys that a request sets in its records, through their own relationships and those of their parents. */
export function keyChanges(root: WriteNode): readonly KeyChange[] {
  const changes: KeyChange[] = []
  for (const node of allNodes(root)) {
    if (node.method === 'destroy') continue
    for (const by of node.relationships) {
      if (isOwn(by.sideload)) addOwnKeys(changes, node, by)
      else addChildKeys(changes, node, by)
    }
  }
  return changes
}

/**
 * The foreign keys of existing records that the request sets, to be found by `isKeyLinked`: a record that one set
 * leaves out may be linked elsewhere.
 */
export function linkedKeys(root: WriteNode): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { node, columns, names, isUnlinked } of keyChanges(root)) {
    if (node.id !== undefined && names && !isUnlinked) keys.add(keyName(node.resource.type, node.id, columns))
  }
  return keys
}

/** The name of a foreign key of a record in such a set. */
export const keyName = (type: string, id: string, columns: readonly string[]): string =>
  JSON.stringify([type, id, ...columns.toSorted()])

function addChildKeys(changes: KeyChange[], node: WriteNode, by: WriteRelationship): void {
  const { sideload, references } = by
  if (!isKeyed(sideload)) return
  for (const { node: child, method, pointer } of references) {
    if (method === 'destroy') continue
    const isUnlinked = method === 'disassociate'
    changes.push({ node: child, columns: sideload.foreignKey, names: node, isUnlinked, by, pointer })
  }
}

/** A key that its own record unlinks names nothing afterwards, whatever it named before. */
function addOwnKeys(changes: KeyChange[], node: WriteNode, by: WriteRelationship): void {
  const { sideload, references } = by
  const reference = references[0]
  if (reference && !setsKey(reference)) return
  const pointer = reference?.pointer ?? by.pointer
  const own = reference?.node ?? null
  const add = (columns: readonly string[], names: WriteNode | null): void => {
    changes.push({ node, columns, names, isUnlinked: false, by, pointer })
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
