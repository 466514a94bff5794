import type { FilterConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { filterTarget, operatorsOfFilter } from '../plan/filter-target.js'
import { isOrderable } from '../plan/plan-sort.js'
import { calculationsOf, statColumn } from '../plan/plan-stats.js'
import { OPERATORS } from '../vocabulary/operators.js'
import { isIdKind } from '../vocabulary/type.js'
import type { CompiledResource } from '../resource/compile.js'
import { relationshipsOfKey } from '../resource/relations.js'
import { guardsOfRelationship, readersOfAttribute } from '../resource/link-guards.js'
import { offeredValue } from '../vocabulary/offered-members.js'
import { allOf, type Who } from '../vocabulary/who.js'
import type { Offer } from './offered-fields.js'

/** The filters, each with its guards. */
export function offeredFilters(resource: CompiledResource): Offer {
  return Object.fromEntries(
    [...resource.config.filters].map(([name, filter]) => [name, offeredFilter(filter, resource)]),
  )
}

/** The sort keys: the resource's own attributes, and the paths through relationships that it lists. */
export function offeredSorts(resource: CompiledResource): Offer {
  const listed = [...resource.config.sorts].map((path): readonly [string, Who] => [
    path,
    listedSort(path, resource),
  ])
  return Object.fromEntries([...ownOffered(resource), ...listed])
}

/** The stats, each with its guards. */
export function offeredStats(resource: CompiledResource): Offer {
  return Object.fromEntries(
    [...resource.config.stats.keys()].map((name) => {
      const { attribute, column } = statColumn(resource, name)
      const guards = attribute
        ? readersOfAttribute(resource, attribute)
        : relationshipsOfKey(resource, column).flatMap((one) => readersOf(resource, one))
      return [
        name,
        { who: allOf(...guards), calculations: [...calculationsOf(resource, name).keys()].toSorted() },
      ]
    }),
  )
}

function offeredFilter(filter: FilterConfig, resource: CompiledResource): Offer {
  const target = filterTarget(resource, filter)
  const { key, type, isId, shown, relationships, through } = target
  const custom = filter.filter !== undefined
  const operators = operatorsOfFilter(filter, target)
  return {
    ...offeredValue(key ? { ...type, kind: 'string', nullable: false } : type),
    who: allOf(
      ...(filter.if === undefined ? [] : [filter.if]),
      ...relationships.flatMap((one) => readersOf(one.owner, one)),
      ...(shown ? readersOfAttribute(shown.owner, shown.attribute) : []),
    ),
    operators: OPERATORS.filter((each) => operators.includes(each)),
    aliases: filter.aliases.filter((alias) => alias !== filter.name).toSorted(),
    required: filter.required,
    custom,
    ids: key !== undefined || (isId && isIdKind(type.kind)) ? true : undefined,
    through: through.length > 0 ? through : undefined,
  }
}

const readersOf = (owner: CompiledResource, sideload: Pick<SideloadConfig, 'name'>): readonly Guard[] =>
  guardsOfRelationship(owner, sideload).readable

function ownOffered(resource: CompiledResource): readonly (readonly [string, Who])[] {
  const sortable = [...resource.config.attributes.values()].filter(
    (attribute) =>
      isOrderable(resource, attribute) && attribute.readable !== false && attribute.sortable !== false,
  )
  const offered = sortable.map((attribute): readonly [string, Who] => [
    attribute.name,
    allOf(...readersOfAttribute(resource, attribute), attribute.sortable ?? true),
  ])
  return [['id', true], ...offered]
}

function listedSort(path: string, resource: CompiledResource): Who {
  const segments = path.split('.')
  const guards: (boolean | string)[] = []
  let owner: CompiledResource | undefined = resource
  for (const segment of segments.slice(0, -1)) {
    const sideload: SideloadConfig | undefined = owner?.config.sideloads.get(segment)
    if (owner && sideload) guards.push(...readersOf(owner, sideload))
    owner = sideload && owner?.target(sideload)
  }
  const own = owner && ownOffered(owner).find(([name]) => name === segments.at(-1))?.[1]
  return combined(guards, own ?? true)
}

const combined = (guards: readonly (boolean | string)[], who: Who): Who =>
  allOf(...guards, ...(typeof who === 'boolean' ? [who] : who))
