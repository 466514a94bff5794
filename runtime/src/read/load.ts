import { isInTransaction } from '../adapter/current-transaction.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import type { Run } from './run.js'
import type { CompiledResource } from '../resource/compile.js'
import { type Loading, fetchRelated, parentsOfPages } from './fetch.js'
import type { PlainSideload } from './related-scope.js'
import { memberOf, setMember } from '../base/cast.js'
import {
  belongsToOf,
  type PolymorphicBelongsTo,
  type KeyedSideload,
  type PolymorphicHasMany,
  type JoinedSideload,
  type CustomSideload,
} from '../declare/sideload.js'
import { valuesOf } from '../adapter/column-values.js'
import type { KeyValues } from '../value/key.js'
import { groupByKey, keyIn, keyText, uniqueKeys } from '../adapter/keys.js'
import { relationTo } from '../resource/relations.js'
import { tooManyLinkages } from './record-limits.js'
import { assignCustom, assignedIn } from './assign-custom.js'

/**
 * Loads the included relationships into the records, level by level: one query for each include path, for any number of
 * records (rule 9.4). Outside of a transaction siblings run concurrently, within the limit of the run; inside one they
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
    for (const [node, children] of await loadInclude(include, parents, owner, run)) {
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
  include: IncludePlan,
  parents: readonly object[],
  owner: CompiledResource,
  run: Run,
): Promise<Assigned> {
  const { sideload } = include
  if (sideload.kind === 'polymorphicBelongsTo') {
    return loadPolymorphic({ sideload, nodes: include.nodes, parents, owner }, run)
  }
  const node = include.nodes.get('')
  if (!node) return []
  return [[node, await loadPlain(sideload, { node, parents, owner }, run)]]
}

function loadPlain(
  sideload: PlainSideload,
  of: Omit<Loading<PlainSideload>, 'sideload'>,
  run: Run,
): Promise<readonly object[]> {
  switch (sideload.kind) {
    case 'hasMany':
    case 'hasOne':
    case 'belongsTo':
    case 'polymorphicHasMany':
      return loadKeyed({ sideload, ...of }, run)
    case 'hasAndBelongsToMany':
      return loadJoined({ sideload, ...of }, run)
    case 'custom':
      return loadCustom({ sideload, ...of }, run)
  }
}

/** The assigned children of one include, by node. Their own includes are loaded next. */
type Assigned = readonly (readonly [NodePlan, readonly object[]])[]

/** A polymorphic to-one to load: the node of each resource, by the value of the type column. */
interface PolymorphicLoading
  extends Omit<Loading<PolymorphicBelongsTo>, 'node'>, Pick<IncludePlan, 'nodes'> {}

/**
 * Loads a polymorphic to-one: the parents are grouped by the type column, and each group is loaded as a belongsTo. A
 * null or unregistered value gets null (rule 9.2).
 */
async function loadPolymorphic(
  { sideload, nodes, parents, owner }: PolymorphicLoading,
  run: Run,
): Promise<Assigned> {
  const byGroup = grouped(parents, sideload.groupBy)
  const assigned: Assigned[number][] = []
  for (const [value, members] of byGroup) {
    const belongsTo = typeof value === 'string' ? belongsToOf(sideload, value) : undefined
    const node = typeof value === 'string' ? nodes.get(value) : undefined
    if (!belongsTo || !node) {
      for (const parent of members) setMember(parent, sideload.name, null)
      continue
    }
    assigned.push([node, await loadKeyed({ sideload: belongsTo, node, parents: members, owner }, run)])
  }
  return assigned
}

function grouped(parents: readonly object[], groupBy: string): ReadonlyMap<unknown, readonly object[]> {
  const groups = new Map<unknown, object[]>()
  for (const parent of parents) {
    const value = memberOf(parent, groupBy)
    const group = groups.get(value)
    if (group) group.push(parent)
    else groups.set(value, [parent])
  }
  return groups
}

/**
 * Loads the kinds with a foreign key (rule 9.2). One query finds the children by the parents' distinct keys without
 * nulls. Without keys there is no query (rule 9.3). Returns the assigned children, each once.
 */
async function loadKeyed(
  loading: Loading<KeyedSideload | PolymorphicHasMany>,
  run: Run,
): Promise<readonly object[]> {
  const { sideload, node, parents, owner } = loading
  const { owner: parentKey, target: childKey } = relationTo(owner, sideload).pairs
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

/**
 * Loads a many-to-many: each child once for each parent, in the order of the query (rule 9.2). Returns the assigned
 * children.
 */
async function loadJoined(loading: Loading<JoinedSideload>, run: Run): Promise<readonly object[]> {
  const { sideload, parents, owner } = loading
  const parentKey = sideload.primaryKey ?? owner.primaryKey
  const keys = uniqueKeys(parents, parentKey)
  // What is related to one parent alone belongs to it.
  const needsRows = keys.length > 1
  const parentsOf = (child: object): readonly KeyValues[] =>
    needsRows ? keysOfParents(child, sideload) : keys
  const children = await fetchRelated(loading, { keyAttributes: [], parentsOf, needsRows }, run)
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

/**
 * Loads a sideload whose scope and assign functions the application defines (specification 2.5). Returns the assigned
 * children.
 */
async function loadCustom(loading: Loading<CustomSideload>, run: Run): Promise<readonly object[]> {
  const { sideload, node, parents, owner } = loading
  const children = await fetchRelated(loading, { keyAttributes: [], parentsOf: undefined }, run)
  await assignCustom(sideload, parents, children, owner)
  const members = parents.flatMap((parent) => assignedIn(sideload, parent))
  const { budget } = run.request
  if (!budget.spend('linkages', members.length)) throw tooManyLinkages(node, budget)
  const assigned = new Set(members)
  return children.filter((child) => assigned.has(child))
}
