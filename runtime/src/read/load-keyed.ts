import { valuesOf } from '../adapter/column-values.js'
import { setMember } from '../base/cast.js'
import type { Run } from './run.js'
import type { KeyedSideload, PolymorphicHasMany } from '../declare/sideload.js'
import { fetchRelated, type Loading } from './fetch.js'
import type { KeyValues } from '../value/key.js'
import { groupByKey, keyIn } from '../adapter/keys.js'
import { keysOf } from '../resource/key-columns.js'

/**
 * Loads the kinds with a foreign key (rule 9.2). One query finds the children by the parents' distinct keys without
 * nulls. Without keys there is no query (rule 9.3). Returns the assigned children, each once.
 */
export async function loadKeyed(
  loading: Loading<KeyedSideload | PolymorphicHasMany>,
  run: Run,
): Promise<readonly object[]> {
  const { sideload, node, parents, owner } = loading
  const { parentKey, childKey } = keysOf(sideload, owner, node.resource)
  const parentsOf = (child: object): readonly KeyValues[] => [valuesOf(child, childKey)]
  const children = await fetchRelated(loading, { keyAttributes: childKey, parentsOf }, run)
  const groups = groupByKey(children, childKey)
  const assigned = new Set<object>()
  const isMany = sideload.kind === 'hasMany' || sideload.kind === 'polymorphicHasMany'
  for (const parent of parents) {
    const key = keyIn(parent, parentKey)
    const group = groups.get(key ?? '') ?? []
    const own = isMany ? group : group.slice(0, 1)
    // After a write only written records are read: if the parent refers to another record, its relative is not known
    // here (rule 11.9).
    if (node.among && sideload.kind === 'belongsTo' && key !== undefined && own.length === 0) continue
    setMember(parent, sideload.name, isMany ? [...own] : (own[0] ?? null))
    for (const child of own) assigned.add(child)
  }
  return [...assigned]
}
