import { valuesOf } from '../adapter/column-values.js'
import { memberOf, setMember } from '../base/cast.js'
import type { Run } from './run.js'
import type { JoinedSideload } from '../declare/sideload.js'
import { fetchRelated, type Loading, parentsOfPages } from './fetch.js'
import type { KeyValues } from '../value/key.js'
import { keyIn, keyText } from '../adapter/keys.js'

/**
 * Loads a many-to-many: each child once for each parent, in the order of the query (rule 9.2). Returns the assigned
 * children.
 */
export async function loadJoined(loading: Loading<JoinedSideload>, run: Run): Promise<readonly object[]> {
  const { sideload, parents, owner } = loading
  const parentKey = sideload.primaryKey ?? owner.primaryKey
  const parentsOf = (child: object): readonly KeyValues[] => keysOfParents(child, sideload)
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

/** The keys of the parents in a child: it has the rows of the join under the name of the relation. */
function keysOfParents(child: object, { join, joinKey }: JoinedSideload): readonly KeyValues[] {
  const rows = memberOf(child, join)
  return Array.isArray(rows) ? rows.map((row: object) => valuesOf(row, joinKey)) : []
}
