import { isGroup } from '../../query/entry.js'
import type { ParamNode } from '../../query/params.js'
import type { NamesByKey } from '../../query/read-names.js'
import type { Query } from '../../query/query.js'
import type { CompiledResource } from '../../resource/compile.js'
import { type DeprecatedUse, partKey } from '../../resource/deprecated-uses.js'
import { relationsAlong, relationshipsAlong } from '../../resource/relations.js'
import { named, statColumn } from '../../resource/wire-names.js'
import { type Deprecable, inheritedDeprecation } from '../../vocabulary/deprecation.js'
import { filterTarget } from '../filters/filter-target.js'
import { groupMembers } from '../filters/plan-filters.js'
import type { NodePlan, ReadPlan } from '../plan.js'
import type { PlanOptions } from '../plan-options.js'

/**
 * The deprecated parts that a planned query uses; undefined if there are none. All of its names have been checked, so
 * the viewer may see them.
 */
export function usedDeprecations(
  { root, fields }: Pick<ReadPlan, 'root' | 'fields'>,
  query: Query,
  reached: ReadonlyMap<string, CompiledResource>,
  { within, single }: PlanOptions,
): readonly DeprecatedUse[] | undefined {
  const uses: DeprecatedUse[] = []
  const add = (use: DeprecatedUse | undefined): void => {
    if (use) uses.push(use)
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
  // The URL of related records uses the action whose guard it asks (rule 14.11).
  if (within) add(partOf(root.resource, 'action', single ? 'show' : 'index'))
  for (const name of query.stats.keys()) add(statUse(root.resource, name))
  for (const [type, resource] of reached) {
    if (!fields.types.has(type)) continue
    for (const name of namesIn(query.fields, type)) {
      add(partOf(resource, 'attribute', name) ?? partOf(resource, 'relationship', name))
    }
    for (const name of namesIn(query.extraFields, type)) add(partOf(resource, 'extra field', name))
  }
  return uses.length === 0 ? undefined : uses
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
    const { through, shown } = filterTarget(resource, filter)
    add(useOf(resource, 'filter', filter.name, { through, attribute: shown?.attribute }))
  } else if (isGroup(name)) {
    for (const [{ entries }, at] of groupMembers(name, value, parameter) ?? []) {
      for (const [member, node] of entries) {
        addFilters(resource, { name: member, value: node, parameter: at }, add)
      }
    }
  }
}

function sortUse(resource: CompiledResource, path: readonly string[]): DeprecatedUse | undefined {
  const through = path.slice(0, -1)
  const owner = relationsAlong(resource, through).at(-1)?.target ?? resource
  const { attribute } = named(owner, path.at(-1) ?? '')
  return useOf(resource, 'sort', path.join('.'), { through, attribute })
}

const statUse = (resource: CompiledResource, name: string): DeprecatedUse | undefined =>
  useOf(resource, 'stat', name, { through: [], attribute: statColumn(resource, name).attribute })

/** The use of a filter, a sort or a stat that is deprecated itself, or because of what it is about. */
function useOf(
  resource: CompiledResource,
  kind: DeprecatedUse['kind'],
  name: string,
  { through, attribute }: { readonly through: readonly string[]; readonly attribute: Deprecable | undefined },
): DeprecatedUse | undefined {
  const own = partOf(resource, kind, name)
  if (own) return own
  const inherited = inheritedDeprecation(relationshipsAlong(resource, through), attribute)
  if (!inherited) return undefined
  const { use: _replacesAnother, ...days } = inherited
  return { kind, type: resource.type, name, ...days }
}
