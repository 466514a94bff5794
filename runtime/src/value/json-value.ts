import { isoText } from './iso.js'
import type { AttributeType, Kind } from '../vocabulary/values/type.js'

/** Converts a value of the store to its JSON form. */
export type RenderValue = (value: unknown) => unknown

/** A value of the store that JSON cannot show, in a field that is never null (rule 12.3). */
export class UnshowableValue extends Error {
  constructor(value: unknown) {
    const shown =
      value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : String(value)
    super(`The store contains a value that JSON cannot represent: ${shown}.`)
  }
}

/**
 * Returns the function that renders values of a type (rule 12.3): dates as ISO 8601, bigint and decimal as strings,
 * bytes as base64. Undefined becomes null, because a document never omits a requested attribute.
 *
 * The function throws UnshowableValue for a value without a JSON form, such as NaN, unless the type may be null.
 */
export function renderValueOf(type: AttributeType): RenderValue {
  const one = renderers[type.kind]
  if (type.list) {
    const member = required(one)
    return (value) => (Array.isArray(value) ? value.map(member) : null)
  }
  return type.nullable ? one : required(one)
}

const required =
  (render: RenderValue): RenderValue =>
  (value) => {
    const rendered = render(value)
    if (rendered === null && value !== null && value !== undefined) throw new UnshowableValue(value)
    return rendered
  }

/** Renders a value without a declared type, such as the result of a custom calculation, by what it is. */
export function jsonValue(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return String(value)
    case 'number':
      return asNumber(value)
    case 'object':
      if (value instanceof Date) return asDateTime(value)
      if (value instanceof Uint8Array) return asBytes(value)
      return value !== null && 'toFixed' in value ? asDecimal(value) : value
    default:
      return unchanged(value)
  }
}

const unchanged: RenderValue = (value) => (value === undefined ? null : value)

/** JSON has no NaN and no infinity, but a driver may return them. */
const asNumber: RenderValue = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return value === null || value === undefined ? null : asNumber(Number(value))
}

const asString: RenderValue = (value) => {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : String(value)
}

/** `toFixed` of a Decimal prints no exponent, so that 1e30 stays digits. */
const asDecimal: RenderValue = (value) => {
  if (value === null || value === undefined) return null
  const text =
    typeof value === 'object' && 'toFixed' in value && typeof value.toFixed === 'function'
      ? String(value.toFixed())
      : String(value)
  return NOT_A_NUMBER.test(text) ? null : text
}

/** PostgreSQL's decimals have these values too. */
const NOT_A_NUMBER = /^-?(?:NaN|Infinity)$/

const asDateTime: RenderValue = (value) => {
  if (value === null || value === undefined) return null
  return isoText(value instanceof Date ? value : new Date(String(value)))
}

const asDate: RenderValue = (value) => {
  const moment = asDateTime(value)
  return typeof moment === 'string' ? moment.slice(0, moment.indexOf('T')) : null
}

const asBytes: RenderValue = (value) => {
  if (!(value instanceof Uint8Array)) return null
  let binary = ''
  for (const byte of value) binary += String.fromCodePoint(byte)
  return btoa(binary)
}

const renderers: Readonly<Record<Kind, RenderValue>> = {
  string: asString,
  integer: asNumber,
  bigint: asString,
  float: asNumber,
  decimal: asDecimal,
  boolean: unchanged,
  date: asDate,
  datetime: asDateTime,
  uuid: asString,
  json: unchanged,
  bytes: asBytes,
  enum: asString,
}
