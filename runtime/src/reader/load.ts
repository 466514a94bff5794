import { isInTransaction } from '../adapter/transaction/current-transaction.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import { type Run, tooManyLinkages } from './run.js'
import type { CompiledResource } from '../resource/compile.js'
import { fetchRelated } from './fetch.js'
import type { Belonging } from './base/belonging.js'
import type { Loading } from './read.js'
import { groupedBy } from '../base/grouped-by.js'
import { memberOf, setMember } from '../base/cast.js'
import { valuesOf } from '../adapter/rows/column-values.js'
import type { Join } from '../adapter/condition.js'
import type { KeyValues } from '../value/key.js'
import { keyIn, keyText, uniqueKeys } from '../adapter/rows/keys.js'
import { groupOf, relationOfGroup } from '../resource/relations.js'
import { assignCustom, assignedIn } from './base/assign-custom.js'

/**
 * Loads the included relationships into the records, level by level: one query for each include path, for any number of
 * records (rule 9.4). Outside a transaction siblings run concurrently, within the limit of the run; inside one they
 * run in order.
 */
export async function loadIncludes(
  includes: readonly IncludePlan[],
  parents: readonly object[],
  owner: CompiledResource,
  run: Run,
): Promise<void> {
  if (includes.length === 0 || parents.length === 0) return
  const load = async (include: IncludePlan): Promise<void> => {
    for (const [node, children] of await loadInclude(include, parents, run)) {
      if (node.includes.length > 0) await loadIncludes(node.includes, children, node.resource, run)
    }
  }
  if (isOneByOne(includes, owner)) for (const include of includes) await load(include)
  else await Promise.all(includes.map(load))
}

/** Whether any of their stores is in a transaction, where only one query runs at a time. */
function isOneByOne(includes: readonly IncludePlan[], owner: CompiledResource): boolean {
  const targets = includes.flatMap(({ nodes }) => [...nodes.values()].map(({ resource }) => resource))
  return [owner, ...targets].some(({ facts }) => isInTransaction(facts().store))
}

/** Loads one relationship of the parents and assigns it: every parent gets an array, a record or null (rule 9.2). */
export async function loadInclude(
  { relationship, nodes }: IncludePlan,
  parents: readonly object[],
  run: Run,
): Promise<Assigned> {
  const groups = groupedBy(parents, (parent) => groupOf(relationship, parent))
  const assigned: Assigned[number][] = []
  for (const [group, members] of groups) {
    const relation = relationOfGroup(relationship, group)
    const node = nodes.get(group)
    if (relation && node) assigned.push([node, await loadRelation({ relation, node, parents: members }, run)])
    // A type column that is null, or has an unregistered value.
    else for (const parent of members) setMember(parent, relationship.name, null)
  }
  return assigned
}

/** The assigned children of one include, by node. Their own includes are loaded next. */
type Assigned = readonly (readonly [NodePlan, readonly object[]])[]

const loadRelation = (loading: Loading, run: Run): Promise<readonly object[]> =>
  loading.relation.holder === 'method' ? loadCustom(loading, run) : loadStored(loading, run)

/**
 * Loads the children over a key or a join: each child once for each parent, in the order of the query (rule 9.2). One
 * query finds the children by the parents' distinct keys without nulls. Without keys there is no query (rule 9.3).
 * Returns the assigned children, each once.
 */
async function loadStored(loading: Loading, run: Run): Promise<readonly object[]> {
  const { relation, node, parents } = loading
  const { name, many, pairs, join } = relation
  const { owner: parentKey, target: childKey } = pairs
  const keys = join ? uniqueKeys(parents, parentKey) : []
  // If there is only one parent, all related records belong to it.
  const needsRows = keys.length > 1
  const parentsOf = (child: object): readonly KeyValues[] => {
    if (!join) return [valuesOf(child, childKey)]
    return needsRows ? keysInRows(child, join) : keys
  }
  const belonging: Belonging = { keyAttributes: childKey, parentsOf, needsRows, parentKeys: new Map() }
  const children = await fetchRelated(loading, belonging, run)
  const groups = new Map<string, object[]>()
  for (const child of children) {
    const parentKeys =
      belonging.parentKeys.get(child) ??
      (join ? new Set(parentsOf(child).map(keyText)) : [keyIn(child, childKey)])
    for (const key of parentKeys) {
      if (key === undefined) continue
      const group = groups.get(key)
      if (group) group.push(child)
      else groups.set(key, [child])
    }
  }
  const assigned = new Set<object>()
  for (const parent of parents) {
    const key = keyIn(parent, parentKey)
    const group = groups.get(key ?? '') ?? []
    const own = many ? membersIn(group, parent, loading, run) : group.slice(0, 1)
    // After a write, only written records are read: if the parent refers to another, that one is unknown (rule 11.9).
    if (!own || (node.among && relation.holder === 'owner' && key !== undefined && own.length === 0)) continue
    setMember(parent, name, many ? own : (own[0] ?? null))
    for (const child of own) assigned.add(child)
  }
  return [...assigned]
}

/** The children that the parent shows, if any. */
const membersIn = (
  children: readonly object[],
  parent: object,
  { relation, node }: Loading,
  { known }: Run,
): readonly object[] | undefined =>
  node.among ? known?.membersIn(children, parent, relation) : [...children]

/** The keys of the parents in a child: it has the rows of the join under the name of the relation. */
function keysInRows(child: object, { relation, key }: Join): readonly KeyValues[] {
  const rows = memberOf(child, relation)
  return Array.isArray(rows) ? rows.map((row: object) => valuesOf(row, key)) : []
}

/**
 * Loads a sideload whose scope and assign functions the application defines (specification 2.5). Returns the assigned
 * children.
 */
async function loadCustom(loading: Loading, run: Run): Promise<readonly object[]> {
  const { relation, node, parents } = loading
  const children = await fetchRelated(
    loading,
    { keyAttributes: [], parentsOf: undefined, parentKeys: new Map() },
    run,
  )
  await assignCustom(relation, parents, children)
  if (node.among && relation.many) {
    for (const parent of parents) {
      setMember(parent, relation.name, membersIn(assignedIn(relation, parent), parent, loading, run))
    }
  }
  const members = parents.flatMap((parent) => assignedIn(relation, parent))
  const { budget } = run.request
  if (!budget.spend('linkages', members.length)) throw tooManyLinkages(node, budget)
  const assigned = new Set(members)
  return children.filter((child) => assigned.has(child))
}
