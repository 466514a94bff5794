import { compareDecimals } from '../../vocabulary/values/decimal.js'
import type { AttributeConfig, Constraints } from '../../declare/config.js'
import { isOfFormat } from '../../vocabulary/values/formats.js'
import { withArticle } from '../../vocabulary/values/type.js'

/**
 * The detail of the first declared constraint that a value breaks (docs/schema-format.md); undefined if it breaks none.
 * The value has its attribute's type. The constraints of a list apply to each member.
 */
export function brokenConstraint(
  attribute: AttributeConfig,
  value: unknown,
): { readonly message: string; readonly path: readonly number[] } | undefined {
  if (value === null) return undefined
  if (!attribute.type.list || !Array.isArray(value)) {
    const message = broken(attribute, value)
    return message === undefined ? undefined : { message, path: [] }
  }
  for (const [index, member] of value.entries()) {
    const message = broken(attribute, member)
    if (message !== undefined) return { message, path: [index] }
  }
  return undefined
}

function broken(constraints: Constraints, value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      // A decimal is a string, but has no length constraint.
      return brokenText(constraints, value) ?? brokenNumber(constraints, value)
    case 'number':
    case 'bigint':
      return brokenNumber(constraints, value)
    default:
      return undefined
  }
}

/** Counts code points, as JSON Schema does. */
function brokenText({ pattern, format, ...lengths }: Constraints, text: string): string | undefined {
  const broken = brokenLength(lengths, text)
  if (broken !== undefined) return broken
  if (pattern !== undefined && !regexOf(pattern).test(text)) return `does not match ${pattern}`
  if (format !== undefined && !isOfFormat(format, text)) return `is not ${withArticle(format)}`
  return undefined
}

/** The same for the length of a string alone. */
export function brokenLength(
  { minLength, maxLength }: Pick<Constraints, 'minLength' | 'maxLength'>,
  text: string,
): string | undefined {
  const length = minLength === undefined && maxLength === undefined ? 0 : codePoints(text)
  if (minLength !== undefined && length < minLength) {
    return minLength === 1 ? 'cannot be empty' : `is shorter than ${minLength} characters`
  }
  if (maxLength !== undefined && length > maxLength) {
    return `is longer than ${counted(maxLength, 'character')}`
  }
  return undefined
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** A value or a bound; a string holds a decimal. */
type Numeric = number | bigint | string

function brokenNumber({ minimum, maximum }: Constraints, value: Numeric): string | undefined {
  if (minimum !== undefined && isLess(value, minimum)) return `is less than ${minimum}`
  if (maximum !== undefined && isLess(maximum, value)) return `is greater than ${maximum}`
  return undefined
}

/** Compares exactly: JavaScript compares a number with a bigint, but a decimal must not become a number. */
function isLess(one: Numeric, other: Numeric): boolean {
  if (typeof one !== 'string' && typeof other !== 'string') return one < other
  const order = compareDecimals(String(one), String(other))
  return order !== undefined && order < 0
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const regexes = new Map<string, RegExp>()

/** Patterns come from declarations, so their number is bounded. */
function regexOf(pattern: string): RegExp {
  let regex = regexes.get(pattern)
  if (!regex) regexes.set(pattern, (regex = new RegExp(pattern, 'u')))
  return regex
}
