import { isObject } from './is-object.js'
import { OPERATORS } from './vocabulary.js'

/**
 * The parameters of filters. A list is joined by commas. A text that the server would read as something else goes in triple braces,
 * as JSON.
 *
 * Throws a RangeError for NaN and Infinity. Also for a number beyond 2^53, if `hasDigits` says that the filter needs all digits:
 * its last ones are lost.
 */
export function filterEntries(
  filter: object,
  hasDigits: (name: string) => boolean,
  path = 'filter',
  of = '',
): (readonly [name: string, value: string])[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const here = `${path}[${name}]`
    if (value === undefined) return []
    if ((name === 'and' || name === 'or') && Array.isArray(value)) {
      return value.flatMap((group, index) => filterEntries(group, hasDigits, `${here}[${index}]`))
    }
    // Below an operator an object is a value of JSON.
    const isOperator = OPERATORS.has(name.replace(/^not_/, '')) && path !== 'filter'
    if (!isOperator && isObject(value) && !(value instanceof Date)) {
      return filterEntries(value, hasDigits, here, name)
    }
    const filtered = isOperator ? of : name
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    // NaN is below no bound.
    const bound = hasDigits(filtered) ? 2 ** 53 : Infinity
    const lost = values.find((one) => typeof one === 'number' && !(Math.abs(one) < bound))
    if (lost !== undefined) {
      throw new RangeError(`"${filtered}" is ${String(lost)}, which is not exact: use a bigint or text`)
    }
    return [[here, values.map(valueText).join(',')]]
  })
}

function valueText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return READ_OTHERWISE.test(value) ? inBraces(value) : value
  return typeof value === 'object' && value !== null ? inBraces(value) : String(value)
}

const inBraces = (value: unknown): string => `{{{${JSON.stringify(value)}}}}`

/** Texts that the server would split, drop, or read as another value. */
const READ_OTHERWISE = /^\s*$|,|\{\{|\}\}|^(?:true|false|null|nil)$/
