import type { Dice } from './dice.js'
import type { TableColumn } from './tables.js'

/**
 * A value of a column, in one form for all drivers: a decimal, a large integer and a moment are text, bytes are
 * hexadecimal digits, and lists and JSON are JSON text.
 */
export type Value = string | number | boolean | null

const WORDS = ['alpha', 'beta', 'Alpha', 'alph', 'be', 'gamma']
const MOMENTS = ['2026-01-01', '2026-01-02', '2026-02-28', '2026-12-31'].map((day) => `${day}T00:00:00.000Z`)
const DECIMALS = ['0', '1', '1.5', '2', '9.9', '10']

/**
 * A value that fits a column. Only a few values are used, so that they collide and are close in sort order; a number
 * makes them unique.
 *
 * @param number determines a value that is different for every number
 */
export function valueFor(column: TableColumn, dice: Dice, number?: number): Value {
  const { type, rules } = column
  if (type.list) return '[]'
  if (number === undefined && type.nullable && dice.oneIn(2)) return null
  switch (type.kind) {
    case 'boolean':
      return number === undefined ? dice.oneIn(2) : number % 2 === 0
    case 'integer':
    case 'float':
      return bounded(number ?? dice.below(6), column)
    case 'bigint':
      return String(bounded(number ?? dice.below(6), column))
    case 'decimal':
      return number === undefined && rules.minimum === undefined && rules.maximum === undefined
        ? (dice.of(DECIMALS) ?? '0')
        : String(bounded(number ?? dice.below(6), column))
    case 'date':
    case 'datetime':
      return number === undefined
        ? (dice.of(MOMENTS) ?? null)
        : new Date(Date.UTC(2026, 0, 1 + number)).toISOString()
    case 'enum':
      return (number === undefined ? dice.of(type.values) : type.values[number % type.values.length]) ?? ''
    case 'uuid':
      return uuidOf(number ?? dice.below(1000))
    case 'json':
      return JSON.stringify(number ?? { word: dice.of(WORDS) })
    case 'bytes':
      return (number ?? dice.below(6)).toString(16).padStart(4, '0')
    case 'string':
      return textFor(column, dice, number)
  }
}

/** The version 4 uuid that represents a number. */
export const uuidOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

function bounded(number: number, { rules: { minimum, maximum } }: TableColumn): number {
  const from = Math.ceil(minimum ?? 0)
  if (maximum === undefined) return from + number
  const size = Math.floor(maximum) - from + 1
  // There may be no whole number between fractional bounds.
  return size < 1 ? (minimum ?? maximum) : from + (number % size)
}

function textFor({ rules, native, type }: TableColumn, dice: Dice, number: number | undefined): string {
  if (rules.values && rules.values.length > 0) {
    return (number === undefined ? dice.of(rules.values) : rules.values[number % rules.values.length]) ?? ''
  }
  if (type.kind === 'string' && native?.name === 'Uuid') return uuidOf(number ?? dice.below(1000))
  const word = `${dice.of(WORDS) ?? ''}${number ?? ''}`
  if (rules.format !== undefined) return formatted(rules.format, word, number ?? dice.below(6))
  if (rules.pattern !== undefined) return matching(rules.pattern, word, number ?? dice.below(20))
  const size = Math.min(rules.maxLength ?? 191, native?.sizes[0] ?? 191)
  const short =
    word.length > size
      ? String(number ?? dice.below(10))
          .padStart(size, 'k')
          .slice(-size)
      : word
  return short.padEnd(Math.min(rules.minLength ?? 0, size), 'x')
}

function formatted(format: string, word: string, number: number): string {
  switch (format) {
    case 'email':
      return `${word}@people.example`
    case 'uri':
    case 'url':
    case 'uri-reference':
      return `https://people.example/${word}`
    case 'uuid':
      return uuidOf(number)
    case 'date':
      return `2026-01-0${1 + (number % 9)}`
    case 'date-time':
      return `2026-01-0${1 + (number % 9)}T00:00:00Z`
    case 'time':
      return `0${number % 10}:00:00Z`
    case 'ipv4':
      return `10.0.0.${number % 256}`
    case 'ipv6':
      return `::${(number % 0xffff).toString(16)}`
    case 'hostname':
      return `${word}.example`
    default:
      return word
  }
}

/** Text that matches a pattern, if simple text does; otherwise the word, which only writes reject. */
function matching(pattern: string, word: string, number: number): string {
  const test = new RegExp(pattern, 'u')
  const letters = [number % 26, Math.floor(number / 26) % 26, Math.floor(number / 676) % 26]
    .map((each) => String.fromCodePoint(65 + each))
    .join('')
  const digits = String(number)
  const candidates = [word, word.toLowerCase(), letters, letters.toLowerCase(), letters.slice(0, 2), digits]
  const padded = [2, 3, 4, 5, 6, 8, 10].map((length) => digits.padStart(length, '0'))
  const mixed = [
    `${letters}-${digits}`,
    `${letters}${digits}`,
    `#${digits.padStart(6, '0')}`,
    `+49${digits.padStart(9, '1')}`,
  ]
  return [...candidates, ...padded, ...mixed].find((candidate) => test.test(candidate)) ?? word
}
