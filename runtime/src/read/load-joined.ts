import { setMember } from '../cast.js'
import type { Run } from './run.js'
import type { JoinedSideload } from '../declare/sideload.js'
import { fetchRelated, type Loading, parentsOfPages } from './fetch.js'
import type { KeyValues } from '../value/key.js'
import { keyIn, keyText } from './keys.js'

/** Loads a many-to-many: each child once per parent, in the query's order (rule 9.2). Returns the children assigned. */
export async function loadJoined(loading: Loading<JoinedSideload>, run: Run): Promise<readonly object[]> {
  const { sideload, node, parents, owner } = loading
  const parentKey = sideload.primaryKey ?? owner.primaryKey
  const adapter = node.resource.adapter()
  const join = { relation: sideload.join, key: sideload.joinKey }
  const parentsOf = (child: object): readonly KeyValues[] => adapter.parentsOf(child, join)
  const children = await fetchRelated(loading, { keyAttributes: [], parentsOf }, run)
  const groups = new Map<string, Set<object>>()
  const assigned = new Set<object>()
  for (const child of children) {
    for (const key of parentsOfPages(child) ?? parentsOf(child).map(keyText)) {
      if (key === undefined) continue
      groups.set(key, (groups.get(key) ?? new Set()).add(child))
      assigned.add(child)
    }
  }
  for (const parent of parents) {
    setMember(parent, sideload.name, [...(groups.get(keyIn(parent, parentKey) ?? '') ?? [])])
  }
  return [...assigned]
}
