import type { Comparison } from '../adapter/condition.js'
import { coerceValue } from '../value/coerce.js'
import { isOperator } from '../query/operators.js'
import type { CompiledResource } from '../resource/compile.js'
import type { DefaultFilterConfig } from '../declare/config.js'
import { filterTarget } from './filter-target.js'

/**
 * What a default filter that is declared by conditions compares; nothing for one that is a function.
 *
 * Throws an Error for a condition that its type can't take: that is the application's bug.
 */
export function defaultComparisons(
  resource: CompiledResource,
  { name, filter }: DefaultFilterConfig,
): readonly Comparison[] {
  if (typeof filter !== 'object') return []
  const { through, attribute, type } = filterTarget(
    resource,
    resource.config.filters.get(name) ?? { name, attribute: name, aliases: [name], required: false },
  )
  return Object.entries(filter).map(([operator, value]) => {
    const coerced = value === null ? { ok: true as const, value: null } : coerceValue(type, value)
    if (!isOperator(operator) || !coerced.ok) {
      throw new Error(
        `The default filter "${name}" of "${resource.type}" has a condition that its type can't take: ${operator}.`,
      )
    }
    return { kind: 'compare', name, through, attribute, operator, value: coerced.value, type }
  })
}
