import { isGroup } from '../../query/entry.js'
import type { ParamNode } from '../../query/params.js'
import type { NamesByKey } from '../../query/read-names.js'
import type { Query } from '../../query/query.js'
import type { CompiledResource } from '../../resource/compile.js'
import { type DeprecatedUse, partKey } from '../../resource/deprecated-uses.js'
import { relationsAlong } from '../../resource/relations.js'
import type { Deprecation } from '../../vocabulary/contract/contract.js'
import { filterPath } from '../filters/filter-target.js'
import { groupMembers } from '../filters/plan-filters.js'
import type { NodePlan, ReadPlan } from '../plan.js'

/**
 * The deprecated parts that a planned query uses; undefined if there are none. All of its names have been checked, so
 * the viewer may see them.
 */
export function usedDeprecations(
  { root, fields }: Pick<ReadPlan, 'root' | 'fields'>,
  query: Query,
  reached: ReadonlyMap<string, CompiledResource>,
): readonly DeprecatedUse[] | undefined {
  const uses = new Map<string, DeprecatedUse>()
  const add = (use: DeprecatedUse | undefined): void => {
    if (use) uses.set(JSON.stringify([use.kind, use.type, use.name]), use)
  }
  const visit = (node: NodePlan): void => {
    const { resource, path, includes } = node
    add(partOf(resource, 'resource'))
    const { filter, sort } = query.entry(path)
    for (const [name, { value, parameter }] of filter) addFilters(resource, { name, value, parameter }, add)
    for (const { value } of sort) add(sortUse(resource, value.path))
    for (const { relationship, nodes } of includes) {
      add(partOf(resource, 'relationship', relationship.name))
      for (const below of nodes.values()) visit(below)
    }
  }
  visit(root)
  for (const name of query.stats.keys()) add(statUse(root.resource, name))
  for (const [type, resource] of reached) {
    if (!fields.types.has(type)) continue
    for (const name of namesIn(query.fields, type)) {
      add(partOf(resource, 'attribute', name) ?? partOf(resource, 'relationship', name))
    }
    for (const name of namesIn(query.extraFields, type)) add(partOf(resource, 'extra field', name))
  }
  return uses.size === 0 ? undefined : [...uses.values()]
}

const namesIn = (names: NamesByKey, type: string): readonly string[] => names.get(type)?.value ?? []

const partOf = (
  resource: CompiledResource,
  kind: DeprecatedUse['kind'],
  name = '',
): DeprecatedUse | undefined => resource.deprecated?.get(partKey(kind, name))

/** A filter of a request, under one of its names, or a group of filters. */
interface AskedFilter {
  readonly name: string
  readonly value: ParamNode
  readonly parameter: string
}

function addFilters(
  resource: CompiledResource,
  { name, value, parameter }: AskedFilter,
  add: (use: DeprecatedUse | undefined) => void,
): void {
  const filter = resource.filters.get(name)
  if (filter) {
    const own = partOf(resource, 'filter', filter.name)
    add(own ?? inherited(resource, 'filter', filter.name, filterPath(filter)))
  } else if (isGroup(name)) {
    for (const [{ entries }, at] of groupMembers(name, value, parameter) ?? []) {
      for (const [member, node] of entries) {
        addFilters(resource, { name: member, value: node, parameter: at }, add)
      }
    }
  }
}

const sortUse = (resource: CompiledResource, path: readonly string[]): DeprecatedUse | undefined =>
  partOf(resource, 'sort', path.join('.')) ?? inherited(resource, 'sort', path.join('.'), path)

function statUse(resource: CompiledResource, name: string): DeprecatedUse | undefined {
  const { column } = resource.config.stats.get(name) ?? {}
  return partOf(resource, 'stat', name) ?? inherited(resource, 'stat', name, [column ?? name])
}

/** The deprecation of a filter, a sort or a stat without its own: that of a relationship on its path, or its attribute. */
function inherited(
  resource: CompiledResource,
  kind: DeprecatedUse['kind'],
  name: string,
  path: readonly string[],
): DeprecatedUse | undefined {
  const found = deprecationAt(resource, path)
  if (!found) return undefined
  const { since, sunset } = found
  return { kind, type: resource.type, name, since, ...(sunset !== undefined && { sunset }) }
}

function deprecationAt(resource: CompiledResource, path: readonly string[]): Deprecation | undefined {
  let owner: CompiledResource | undefined = resource
  for (const segment of path.slice(0, -1)) {
    const deprecated: Deprecation | undefined = owner?.config.sideloads.get(segment)?.deprecated
    if (deprecated) return deprecated
    owner = owner && relationsAlong(owner, [segment]).at(-1)?.target
  }
  const name = path.at(-1) ?? ''
  return (owner?.config.attributes.get(name) ?? owner?.byColumn.get(name))?.deprecated
}
