import { told } from '../adapter/facts.js'
import type { Comparison } from '../adapter/condition.js'
import { coerceCondition } from '../vocabulary/condition-value.js'
import { isOperator } from '../vocabulary/operators.js'
import type { CompiledResource } from '../resource/compile.js'
import type { DefaultFilterConfig, FilterConfig } from '../declare/config.js'
import { oncePerRegistry } from '../resource/registry.js'
import { filterTarget } from './filter-target.js'
import { storedPath } from '../resource/wire-names.js'

/**
 * What a default filter that is declared by conditions compares; nothing for one that is a function. Its type is the
 * stated one. Otherwise it is that of the attribute or the adapter's filter of its name, or that of the column if the
 * store tells it.
 *
 * Throws an Error for a default filter without a type, and for a condition that its type can't take: that is the application's bug.
 */
export function defaultComparisons(
  resource: CompiledResource,
  { name, type: stated, filter }: DefaultFilterConfig,
): readonly Comparison[] {
  if (typeof filter !== 'object') return []
  const { through, column, type } = filterTarget(resource, asFilter(resource, name, stated))
  return Object.entries(filter).map(([operator, value]) => {
    const coerced = coerceCondition(type, value)
    if (!isOperator(operator) || !coerced.ok) {
      throw new Error(
        `The default filter "${name}" of "${resource.type}" has a condition that its type can't take: ${operator}.`,
      )
    }
    return { kind: 'compare', name, through, column, operator, value: coerced.value, type }
  })
}

/** What a default filter compares, as a store gets it: its path by the store's relations. It is worked out once. */
export function storedComparisons(
  resource: CompiledResource,
  defaultFilter: DefaultFilterConfig,
): readonly Comparison[] {
  const ofResource = stored(resource)
  const known = ofResource.get(defaultFilter)
  if (known) return known
  const comparisons = defaultComparisons(resource, defaultFilter).map((comparison) => ({
    ...comparison,
    through: storedPath(resource, comparison.through),
  }))
  ofResource.set(defaultFilter, comparisons)
  return comparisons
}

const stored = oncePerRegistry<CompiledResource, Map<DefaultFilterConfig, readonly Comparison[]>>(
  () => new Map(),
)

/** The filter that a default filter is like: the allowed one of its name, unless that is a function, which compares nothing. */
function asFilter(
  resource: CompiledResource,
  name: string,
  stated: DefaultFilterConfig['type'],
): FilterConfig {
  const allowed = resource.config.filters.get(name)
  const like = allowed && !allowed.filter ? allowed : undefined
  const { attribute, column, type } = like ?? { attribute: name }
  const known = stated ?? type ?? storedType(resource, column ?? attribute)
  return {
    name,
    attribute,
    ...(column !== undefined && { column }),
    aliases: [name],
    required: false,
    ...(known && { type: known }),
  }
}

/** Of a column that is no attribute: a declared type wins over what the store tells. */
function storedType(resource: CompiledResource, attribute: string): FilterConfig['type'] {
  return attribute === 'id' || resource.config.attributes.has(attribute)
    ? undefined
    : told(resource.facts().column(attribute))
}
