import { isObject } from './is-object.js'
import { OPERATORS } from './vocabulary.js'

/**
 * The parameters of filters. A list is joined with commas. Text that the server would misread is sent as JSON in triple
 * braces.
 *
 * Throws a RangeError for NaN and Infinity. If `hasDigits` says that the filter needs all digits, it also throws a
 * RangeError for a number beyond 2^53, which has lost its last digits.
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
    // Below an operator, an object is a JSON value.
    const isOperator = OPERATORS.has(name.replace(/^not_/, '')) && path !== 'filter'
    if (!isOperator && isObject(value) && !(value instanceof Date)) {
      return filterEntries(value, hasDigits, here, name)
    }
    const filtered = isOperator ? of : name
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    // A negated `<` also rejects NaN.
    const bound = hasDigits(filtered) ? 2 ** 53 : Infinity
    const lost = values.find((one) => typeof one === 'number' && !(Math.abs(one) < bound))
    if (lost !== undefined) {
      throw new RangeError(
        `"${filtered}" is ${String(lost)}, which is not an exact number: use a bigint or a string`,
      )
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

/** Text that the server would split, drop, or read as a different value. */
const READ_OTHERWISE = /^\s*$|,|\{\{|\}\}|^(?:true|false|null|nil)$/
