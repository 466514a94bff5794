import type { ValueContract } from '@jsonapi-gen/runtime/vocabulary'

/** The control for entering a value. */
export type Control = 'text' | 'lines' | 'number' | 'choice' | 'date' | 'datetime' | 'json'

/** The control for the values of a type. Numbers are entered as text, so no browser rounds them. */
export function controlOf({ type, list, values }: ValueContract): Control {
  if (list) return 'lines'
  switch (type) {
    case 'boolean':
    case 'enum':
      return type === 'boolean' || values ? 'choice' : 'text'
    case 'date':
      return 'date'
    case 'datetime':
      return 'datetime'
    case 'integer':
    case 'bigint':
    case 'float':
    case 'decimal':
      return 'number'
    case 'json':
      return 'json'
    case 'string':
    case 'uuid':
    case 'bytes':
      return 'text'
  }
}

/** The choices for a value with a fixed set of them. */
export const choicesOf = ({ type, values = [] }: ValueContract): readonly string[] =>
  type === 'boolean' ? ['true', 'false'] : values

/** The hint for a value: its type and its bounds. */
export function hintOf(value: ValueContract & Bounds): string {
  const { type, list, nullable, minLength, maxLength, minimum, maximum, pattern, format } = value
  const parts = [
    `${list ? 'list of ' : ''}${format ?? type}`,
    bounds('characters', minLength, maxLength),
    bounds('', minimum, maximum),
    pattern === undefined ? '' : `matches ${pattern}`,
    nullable ? 'or null' : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

interface Bounds {
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number | string
  readonly maximum?: number | string
  readonly pattern?: string
  readonly format?: string
}

function bounds(unit: string, least: number | string | undefined, most: number | string | undefined): string {
  const text =
    least !== undefined && most !== undefined
      ? `${least} to ${most}`
      : least !== undefined
        ? `at least ${least}`
        : most !== undefined
          ? `at most ${most}`
          : ''
  if (text === '' || unit === '') return text
  return `${text} ${text.endsWith(' 1') ? unit.replace(/s$/, '') : unit}`
}

/** Text as a JSON value; `fault` says why the text is not valid. */
export type Converted = { readonly value: unknown } | { readonly fault: string }

/**
 * The value that text represents in a body. Text that is not a number is sent unchanged, so the server
 * reports the problem.
 */
export function valueOf(type: ValueContract, text: string): Converted {
  if (type.list) {
    const { list: _list, ...member } = type
    const lines = (text === '' ? [] : text.split('\n')).map((line) => valueOf(member, line))
    return (
      lines.find((line) => 'fault' in line) ?? {
        value: lines.flatMap((line) => ('value' in line ? [line.value] : [])),
      }
    )
  }
  if (type.type !== 'json') return { value: scalarOf(type, text) }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'This is not valid JSON.' }
  }
  const lost = lostNumber(text)
  if (lost === undefined) return { value }
  return {
    fault: `The number ${lost} cannot be represented exactly: JSON numbers are limited to 64 bits. Write it as a string.`,
  }
}

/** The first number in a JSON text that a double would change. */
export function lostNumber(json: string): string | undefined {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? []
  return tokens.find((token) => !token.startsWith('"') && digitsOf(token) !== digitsOf(String(Number(token))))
}

/** The same text for the same number, regardless of its notation. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = (whole + part).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return whole === '' ? 'none' : '0'
  return `${sign}${significant}e${Number(exponent) - part.length + digits.length - significant.length}`
}

function scalarOf({ type }: ValueContract, text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = type === 'integer' || type === 'float'
  if (!isNumber || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return text
  const number = Number(text)
  return Number.isFinite(number) && (type === 'float' || Number.isSafeInteger(number)) ? number : text
}

/** A JSON value as the text of its control. */
export function textOf(type: ValueContract, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (type.type === 'json' && !type.list) return JSON.stringify(value, null, 2)
  if (Array.isArray(value)) {
    const isText = (each: unknown): each is string => typeof each === 'string' && type.type !== 'json'
    return value.map((each) => (isText(each) ? each : JSON.stringify(each))).join('\n')
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
