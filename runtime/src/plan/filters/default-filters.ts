import { typeOfColumn } from '../../facts/implied.js'
import type { Comparison } from '../../adapter/condition.js'
import { coerceCondition } from '../../vocabulary/values/condition-value.js'
import { isOperator } from '../../vocabulary/operators.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { DefaultFilterConfig, FilterConfig } from '../../declare/config.js'
import { filterTarget } from './filter-target.js'
import { madeOnce } from '../../base/made-once.js'
import { storedPath } from '../../resource/relations.js'
import { namesOf } from '../view/view.js'

/**
 * The comparisons of a default filter that is declared by conditions; empty if it is a function. The type is the
 * declared one, or that of the attribute, of the filter of that name, or of the column.
 *
 * Throws an Error if a default filter has no type, or if the type cannot take a literal.
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
        `The default filter "${name}" of "${resource.type}" uses an operator that its type does not support: ${operator}.`,
      )
    }
    return { kind: 'compare', name, through, column, operator, value: coerced.value, type }
  })
}

/** The comparisons of a default filter for the store: paths have the names of the store's relations. Computed once. */
export function storedComparisons(
  resource: CompiledResource,
  defaultFilter: DefaultFilterConfig,
): readonly Comparison[] {
  return madeOnce(namesOf(resource).defaultFilters, defaultFilter, () =>
    defaultComparisons(resource, defaultFilter).map((comparison) => ({
      ...comparison,
      through: storedPath(resource, comparison.through),
    })),
  )
}

/** The allowed filter with the name of a default filter, unless it is a function, which compares nothing. */
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

/** The type of a column that is not an attribute: a declared type wins over the store's facts. */
function storedType(resource: CompiledResource, attribute: string): FilterConfig['type'] {
  return attribute === 'id' || resource.config.attributes.has(attribute)
    ? undefined
    : typeOfColumn(resource, attribute)
}
