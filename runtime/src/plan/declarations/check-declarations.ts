import { cursorTypeIn, isComparable, joinFault } from '../../facts/implied.js'
import { memberOf } from '../../base/cast.js'
import { cacheFault, isShared } from '../../vocabulary/cache-directives.js'
import { guardOf } from '../../declare/config.js'
import type { SideloadConfig } from '../../declare/sideload.js'
import type { Handler } from '../../declare/handler.js'
import { replacementFaults } from '../../resource/deprecated-uses.js'
import { named, statColumn } from '../../resource/wire-names.js'
import { didYouMean } from '../../vocabulary/nearest.js'
import type { CompiledResource } from '../../resource/compile.js'
import { faultOfPath, relationFaults } from './check-relations.js'
import { attributeFaults, columnFaults } from './check-columns.js'
import { defaultComparisons } from '../filters/default-filters.js'
import {
  isKnown,
  type KnownRelation,
  relationsAlong,
  relationshipOf,
  relationshipsOf,
  targetsIn,
  toOneAlong,
} from '../../resource/relations.js'
import { filterPath, filterTarget } from '../filters/filter-target.js'
import { filterName } from '../view/names.js'
import { hasReadPolicy } from '../../resource/compile.js'

/**
 * Checks a resource's declarations for mistakes that would otherwise make requests return 500. Returns a sentence for
 * each mistake. Names that the store does not know are assumed to exist.
 */
export function declarationFaults(resource: CompiledResource): readonly string[] {
  return [
    ...adapterFaults(resource),
    ...attributeFaults(resource),
    ...handlerFaults(resource),
    ...filterFaults(resource),
    ...scopeFaults(resource),
    ...defaultFilterFaults(resource),
    ...sortFaults(resource),
    ...statFaults(resource),
    ...pageFaults(resource),
    ...cacheFaults(resource),
    ...replacementFaults(resource.config, resource.deprecated),
    ...[...resource.config.sideloads.values()].flatMap((sideload) => sideloadFaults(resource, sideload)),
  ]
}

function adapterFaults({ config }: CompiledResource): readonly string[] {
  return config.adapter ? [] : ['it has no adapter: declare one with useAdapter']
}

/** Methods that declarations name but the instance does not have. */
function handlerFaults({ config, instance }: CompiledResource): readonly string[] {
  const named: (readonly [string, Handler | undefined])[] = [
    ...[...config.filters.values()].map(({ name, filter }) => [`allowFilter('${name}')`, filter] as const),
    ...[...config.defaultFilters.values()].map(
      ({ name, filter }) =>
        [`defaultFilter('${name}')`, typeof filter === 'object' ? undefined : filter] as const,
    ),
    ...[...config.stats.values()].flatMap(({ attribute, calculations }) =>
      [...calculations.values()].map(
        (one) => [`allowStat('${attribute}')`, typeof one === 'object' ? undefined : one] as const,
      ),
    ),
    ...[...config.extraFields.values()].flatMap(({ name, scope, value, values }) =>
      [scope, value, values].map((handler) => [`extraField('${name}')`, handler] as const),
    ),
    ...[...config.sideloads.values()].flatMap(({ name, scope, assign }) =>
      [scope, assign].map((handler) => [`the sideload "${name}"`, handler] as const),
    ),
    ...[...config.scopes].flatMap(([layer, scopes]) =>
      Object.entries(scopes).map(
        ([policy, handler]) => [`${SCOPES[layer]}({ ${policy} })`, handler] as const,
      ),
    ),
    ...config.hooks.map(({ moment, handler }) => [moment, handler] as const),
    ['sort', config.sorting],
    ['paginate', config.pagination],
  ]
  return named.flatMap(([declaration, handler]) =>
    typeof handler !== 'string' || typeof memberOf(instance, handler) === 'function'
      ? []
      : [
          `${declaration} refers to the method "${handler}", which ${instance.constructor.name} does not have`,
        ],
  )
}

const SCOPES = { own: 'scopes', default: 'defaultScopes' } as const

function scopeFaults(resource: CompiledResource): readonly string[] {
  if (resource.config.scopes.size === 0 || !leavesToResource(resource, 'filter')) return []
  return [`scopes(…) narrow reads, but ${adapterName(resource)} cannot filter records itself`]
}

function filterFaults(resource: CompiledResource): readonly string[] {
  return [...resource.config.filters.values()].flatMap((filter) => {
    const declaration = `allowFilter('${filter.name}')`
    if (filter.filter !== undefined) return []
    if (leavesToResource(resource, 'filter')) {
      return [`${declaration} has no function, and ${adapterName(resource)} cannot filter records itself`]
    }
    const path = filterPath(filter)
    const barrier = faultOfPath(resource, path.slice(0, -1))
    if (barrier !== undefined) return [`${declaration} cannot go through "${path.join('.')}": ${barrier}`]
    if (path.length > 1 && !resource.facts().can.filterThrough) {
      return [
        `${declaration} has no function, and ${adapterName(resource)} cannot filter through "${path.slice(0, -1).join('.')}"`,
      ]
    }
    const owner = relationsAlong(resource, path.slice(0, -1)).at(-1)?.target ?? resource
    if (faultOf(() => filterTarget(resource, filter)) !== undefined) {
      return [
        `${declaration} is not an attribute of "${owner.type}" and has no type.${near(path.at(-1) ?? '', owner)}`,
      ]
    }
    const { target, operators } = filterName(resource, filter)
    const columns = target.key ? owner.primaryKey : [target.column]
    if (operators.length === 0) {
      return [
        `${declaration} compares "${target.column}" in a way that ${adapterName(resource)} does not support`,
      ]
    }
    return columns.flatMap((column) =>
      isComparable(owner, column)
        ? columnFaults(owner, column, declaration)
        : [
            `${declaration} compares "${column}", which ${adapterName(resource)} does not support: rename the field of the model`,
          ],
    )
  })
}

function defaultFilterFaults(resource: CompiledResource): readonly string[] {
  return [...resource.config.defaultFilters.values()].flatMap((defaultFilter) => {
    const { name, filter } = defaultFilter
    const declaration = `defaultFilter('${name}')`
    if (typeof filter !== 'object') return []
    if (leavesToResource(resource, 'filter')) {
      return [`${declaration} is not a function, and ${adapterName(resource)} cannot filter records itself`]
    }
    const fault = faultOf(() => defaultComparisons(resource, defaultFilter))
    if (fault !== undefined) return [`${declaration}: ${fault}`]
    return defaultComparisons(resource, defaultFilter).flatMap(({ through, column }) => {
      const owner = toOneOwner(resource, through)
      if (!owner) return [`${declaration} goes through "${name}", which is not a path of to-one sideloads`]
      const barrier = faultOfPath(resource, through)
      if (barrier !== undefined) return [`${declaration} cannot go through "${name}": ${barrier}`]
      return columnFaults(owner, column, declaration)
    })
  })
}

/** Checks the default sort and the allowed sort paths. */
function sortFaults(resource: CompiledResource): readonly string[] {
  const listed = [...resource.config.sorts].flatMap((path) =>
    pathFaults(resource, path, `allowSort('${path}')`),
  )
  if (resource.config.sorting !== undefined) return listed
  const keys = resource.config.defaultSort.flatMap((entry) => Object.keys(entry))
  return [...listed, ...keys.flatMap((path) => pathFaults(resource, path, `defaultSort([{ ${path}: … }])`))]
}

/** Checks one sort key, which may be at the end of a path. */
function pathFaults(resource: CompiledResource, path: string, declaration: string): readonly string[] {
  const owner = toOneOwner(resource, path.split('.').slice(0, -1))
  const name = path.split('.').at(-1) ?? path
  if (!owner) return [`${declaration} goes through "${path}", which is not a path of to-one sideloads`]
  const isOwnSort = resource.config.sorting !== undefined
  const fault = isOwnSort ? undefined : faultOfPath(resource, path.split('.').slice(0, -1))
  if (fault !== undefined) return [`${declaration} cannot go through "${path}": ${fault}`]
  const columns = name === 'id' ? owner.primaryKey : [named(owner, name).column]
  return columns.flatMap((column) => columnFaults(owner, column, declaration))
}

function statFaults(resource: CompiledResource): readonly string[] {
  return [...resource.config.stats.values()].flatMap(({ attribute, calculations }) => {
    const isBuiltIn = [...calculations.values()].some((calculation) => typeof calculation === 'object')
    const declaration = `allowStat('${attribute}')`
    if (!isBuiltIn) return []
    if (leavesToResource(resource, 'calculate')) {
      return [`${declaration} has no function, and ${adapterName(resource)} cannot calculate stats itself`]
    }
    const { column } = statColumn(resource, attribute)
    return column === 'total' ? [] : columnFaults(resource, column, declaration)
  })
}

function pageFaults(resource: CompiledResource): readonly string[] {
  const { config } = resource
  const { defaultPageNumber, defaultPageSize, maxPageSize } = config
  return [
    ...(isWhole(defaultPageNumber, 1)
      ? []
      : [`defaultPageNumber(${defaultPageNumber}) is not a page number`]),
    ...(isWhole(defaultPageSize, 0) ? [] : [`defaultPageSize(${defaultPageSize}) is not a page size`]),
    ...(isWhole(maxPageSize, 1) ? [] : [`maxPageSize(${maxPageSize}) is not a page size`]),
    ...(defaultPageSize > maxPageSize
      ? [`defaultPageSize(${defaultPageSize}) exceeds maxPageSize(${maxPageSize})`]
      : []),
    ...(config.pageStyle === 'cursor' ? cursorFaults(resource) : []),
  ]
}

function cacheFaults(resource: CompiledResource): readonly string[] {
  const { cache } = resource.config
  if (cache === undefined) return []
  const fault = cacheFault(cache)
  if (fault !== undefined) return [`cache('${cache}'): ${fault}`]
  const limit = isShared(cache) ? readingLimit(resource) : undefined
  return limit === undefined
    ? []
    : [
        `cache('${cache}') lets shared caches store its responses for all clients, but ${limit} restricts what each client may see`,
      ]
}

/** The rule that limits which records, or which of their fields, a viewer sees; undefined if everybody sees the same. */
function readingLimit(resource: CompiledResource): string | undefined {
  const { config } = resource
  if (hasReadPolicy(resource)) return 'its scope'
  const guards = [
    guardOf(config, 'index'),
    guardOf(config, 'show'),
    ...[...config.attributes.values(), ...config.sideloads.values()].map(({ readable }) => readable),
    ...[...config.filters.values()].map((filter) => filter.if),
  ]
  const guard = guards.find((one) => typeof one === 'string')
  return guard === undefined ? undefined : `the guard "${guard}"`
}

/** The reason why cursor pages cannot be the default, because every request without a sort would be rejected. */
function cursorFaults(resource: CompiledResource): readonly string[] {
  const { sorting, pagination, defaultPageSize, defaultSort } = resource.config
  const declaration = "pageStyle('cursor')"
  if (sorting) {
    return [`${declaration} requires the adapter to sort, but the resource declares its own sort`]
  }
  if (pagination) {
    return [`${declaration} requires the adapter to paginate, but the resource declares its own paginate`]
  }
  if (defaultPageSize === 0) return [`${declaration} needs a defaultPageSize of at least 1`]
  const names = [...defaultSort.flatMap((entry) => Object.keys(entry)), 'id']
  return names.flatMap((name) => {
    if (name.includes('.')) return [`${declaration} cannot use "${name}", which belongs to a related record`]
    const columns = name === 'id' ? resource.primaryKey : [named(resource, name).column]
    const isKnown = columns.every((column) => cursorTypeIn(resource, column) !== undefined)
    const isShown = name === 'id' || resource.config.attributes.get(name)?.readable !== false
    const isAttribute = name === 'id' || resource.config.attributes.has(name)
    if (isKnown && isShown && isAttribute) return []
    return [`${declaration} cannot use "${name}", which does not support cursors`]
  })
}

const isWhole = (value: number, least: number): boolean => Number.isSafeInteger(value) && value >= least

function sideloadFaults(resource: CompiledResource, sideload: SideloadConfig): readonly string[] {
  const declaration = `the sideload "${sideload.name}"`
  const relationship = relationshipOf(resource, sideload)
  const fault = faultOf(() => targetsIn(relationship))
  if (fault !== undefined) return [`${declaration}: ${fault}`]
  const relations = relationship.relations.filter(isKnown)
  const isNamed = 'relation' in sideload && sideload.relation !== undefined
  const stored = relations.flatMap((relation) => relationFaults(relation, isNamed))
  if (stored.length > 0) return stored
  const { groupBy } = relationship
  return [
    ...(groupBy === undefined ? [] : columnFaults(resource, groupBy, declaration)),
    ...relations.flatMap((relation) => keyFaults(relation, declaration)),
    ...inverseFaults(relations, sideload, declaration),
  ]
}

function keyFaults(relation: KnownRelation, declaration: string): readonly string[] {
  const { owner, target, pairs, foreignKey, references } = relation
  const join = joinFault(relation)
  return [
    ...pairs.owner.flatMap((column) => columnFaults(owner, column, declaration)),
    ...pairs.target.flatMap((column) => columnFaults(target, column, declaration)),
    // A foreign key must have as many columns as the key that it refers to.
    ...(foreignKey.length === references.length
      ? []
      : [
          `${declaration} maps ${foreignKey.join(', ')} to the key ${references.join(', ')}, which has a different number of columns`,
        ]),
    // Without this check, only the first request through a wrong join would fail.
    ...(join === undefined ? [] : [`${declaration}: ${join}`]),
  ]
}

/** A polymorphic to-many must name the relationship of its records that refers back. */
function inverseFaults(
  relations: readonly KnownRelation[],
  sideload: SideloadConfig,
  declaration: string,
): readonly string[] {
  if (!('as' in sideload)) return []
  return relations.flatMap(({ target }) =>
    relationshipsOf(target).get(sideload.as)?.groupBy === undefined
      ? [`${declaration} refers to "${sideload.as}", which is not a polymorphicBelongsTo of "${target.type}"`]
      : [],
  )
}

const near = (name: string, { config }: CompiledResource): string =>
  didYouMean(name, config.attributes.keys())

/** The resource at the end of a path of to-one sideloads; undefined if a sideload does not exist. */
function toOneOwner(resource: CompiledResource, through: readonly string[]): CompiledResource | undefined {
  const relations = toOneAlong(resource, through)
  return relations && (relations.at(-1)?.target ?? resource)
}

/** Whether the adapter requires the resource to provide a function, as the Null adapter does. */
function leavesToResource({ config, facts }: CompiledResource, what: 'filter' | 'calculate'): boolean {
  return config.adapter !== undefined && !facts().can[what]
}

const adapterName = ({ config }: CompiledResource): string => config.adapter?.constructor.name ?? 'nothing'

function faultOf(look: () => unknown): string | undefined {
  try {
    look()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  }
}
