import { isGroup, type QueryEntry } from '../query/entry.js'
import { type IncludeTree, NO_INCLUDES, permittedIncludes } from '../query/include.js'
import type { ParamNode } from '../query/params.js'
import type { Query } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Asking, Rule } from '../resource/guards.js'
import { targetsIn } from '../resource/relations.js'
import { addNamedTypes } from './plan-includes.js'
import { comparisonsOf, groupMembers, requiresFilters } from './filters/plan-filters.js'
import type { PlanOptions } from './plan-options.js'
import { namesOf } from './view/view.js'

/** A query for a resource. */
interface AskedQuery {
  readonly resource: CompiledResource
  readonly query: Query
  readonly options: PlanOptions
  /** The resources that relationships lead to. The guards of their relationships have already been asked. */
  readonly reachable: ReadonlySet<CompiledResource>
}

/**
 * Asks the guards of all names that the plan of a query looks up, in its order: the attributes of all types in the
 * response, and the names in its filters and sorts; after a refusal, the names that may be suggested.
 */
export function* askNames({ resource, query, options, reachable }: AskedQuery): Asking<void> {
  const { include } = query
  const { permitted } = options
  const includes = include && permitted ? permittedIncludes(include, permitted) : (include ?? NO_INCLUDES)
  const reached = new Map([[resource.type, resource]])
  yield* askIncludes(resource, includes, reached)
  addNamedTypes(resource, reached, query)
  for (const one of reached.values()) {
    const { attributes, relations } = namesOf(one)
    if (reachable.has(one)) {
      for (const { readable } of [...attributes.values(), ...relations.values()]) yield readable
    } else {
      // Nothing leads to a type that only `fields` names: its relationships are seen by what its attributes ask.
      for (const { readable } of attributes.values()) for (const rule of readable) yield [rule]
    }
  }
  yield* askNode({ resource, path: '', includes }, query, options)
}

function* askIncludes(
  owner: CompiledResource,
  includes: IncludeTree,
  reached: Map<string, CompiledResource>,
): Asking<void> {
  for (const [name, below] of includes) {
    for (const target of yield* askTargets(owner, name)) {
      reached.set(target.type, target)
      yield* askIncludes(target, below, reached)
    }
  }
}

/** The resources that a relationship leads to, if the request may see it; else others may be suggested. */
function* askTargets(owner: CompiledResource, name: string): Asking<readonly CompiledResource[]> {
  const { relations } = namesOf(owner)
  const known = relations.get(name)
  if (known && (yield known.readable)) return targetsIn(known.relationship)
  // The error has all rules that refuse, and suggests the relationships that none of theirs refuses.
  for (const rule of known?.readable ?? []) yield [rule]
  for (const { readable } of relations.values()) yield readable
  return []
}

/** A resource at an include path, and the includes below it. */
interface AskedNode {
  readonly resource: CompiledResource
  readonly path: string
  readonly includes: IncludeTree
}

function* askNode({ resource, path, includes }: AskedNode, query: Query, options: PlanOptions): Asking<void> {
  const entry = query.entry(path)
  yield* askFilters(resource, entry, requiresFilters(path, options))
  for (const [name, below] of includes) {
    for (const target of yield* askTargets(resource, name)) {
      const at = path === '' ? name : `${path}.${name}`
      yield* askNode({ resource: target, path: at, includes: below }, query, options)
    }
  }
  yield* askSort(resource, entry)
}

/** Asks for the filters that a node names and for those that it lacks; after a refusal, for all that may be suggested. */
function* askFilters(resource: CompiledResource, { filter }: QueryEntry, required: boolean): Asking<void> {
  const used = new Set<string>()
  for (const [name, { parameter, value }] of filter) yield* askNamed(resource, name, value, parameter, used)
  if (!required) return
  for (const { config, rules } of namesOf(resource).filters()) {
    if (config.required && !used.has(config.name)) yield* askAll(rules)
  }
}

function* askNamed(
  resource: CompiledResource,
  name: string,
  node: ParamNode,
  parameter: string,
  used: Set<string>,
): Asking<void> {
  const names = namesOf(resource)
  const filter = names.filter(name)
  if (!filter && isGroup(name)) {
    const inner = (groupMembers(name, node, parameter) ?? []).flatMap(([{ entries }]) => [...entries])
    // A group that the store does not have is refused, whatever is in it.
    if (inner.every(([member]) => isOpen(resource, member)) || !resource.facts().can.filterByGroups) return
    for (const [member, value] of inner) yield* askNamed(resource, member, value, parameter, new Set())
  } else if (filter && (yield* askAll(filter.rules))) {
    if (comparisonsOf(node, parameter).length > 0) used.add(filter.config.name)
  } else {
    for (const { rules } of names.filters()) yield* askAll(rules)
  }
}

/** Whether anyone may use a filter of that name. */
const isOpen = (resource: CompiledResource, name: string): boolean =>
  namesOf(resource)
    .filter(name)
    ?.rules.flat()
    .every(({ guard }) => guard === true) === true

/** Asks for the sort keys that a node names; after a refusal, for all that may be suggested. */
function* askSort(resource: CompiledResource, { sort }: QueryEntry): Asking<void> {
  const names = namesOf(resource)
  for (const { value } of sort) {
    const target = names.sortKey(value.path)
    if (target && (yield* askAll(target.rules))) continue
    for (const path of names.sortKeys()) yield* askAll(names.sortKey(path)?.rules ?? [])
  }
}

/** Asks for lists of rules until one refuses. */
export function* askAll(rules: readonly (readonly Rule[])[]): Asking<boolean> {
  for (const list of rules) if (!(yield list)) return false
  return true
}
