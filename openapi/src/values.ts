import {
  type AttributeContract,
  type AttributeType,
  coerceJson,
  compareDecimals,
  type DecimalDigits,
  INT32_MAX,
  isOfFormat,
  type ValueContract,
} from '@jsonapi-gen/runtime/vocabulary'
import type { Json, JsonObject } from './json.js'

/** The schema of a value in a response (rule 12.3). */
export function answerSchema(value: ValueContract): JsonObject {
  return orNull(value, listed(value, answered(value)))
}

/** The schema of a value in a body, with the constraints of its attribute. */
export function bodySchema(attribute: AttributeContract): JsonObject {
  const { minLength, maxLength, pattern, format, minimum, maximum } = attribute
  const one = {
    ...written(attribute),
    ...(attribute.type === 'decimal' && attribute.digits && digitsSchema(attribute.digits)),
    ...(attribute.type === 'string' && { minLength, maxLength, pattern }),
    ...(attribute.type === 'string' && format !== undefined && { format: FORMATS.get(format) ?? format }),
    ...(isNumber(attribute) && { ...exactly('minimum', minimum), ...exactly('maximum', maximum) }),
  }
  return orNull(attribute, listed(attribute, one))
}

/**
 * A decimal with a limited number of digits. Zeros at either end do not count. A JSON number is only compared with
 * bounds, because it has no last digit.
 */
function digitsSchema({ whole, places }: DecimalDigits): JsonObject {
  const before = whole === undefined ? '\\d+' : whole === 0 ? '0+' : `0*\\d{1,${whole}}`
  const behind = places === 0 ? '0+' : `\\d{1,${places}}0*`
  const pattern = `^-?${before}(\\.${behind})?$`
  return whole === undefined
    ? { pattern }
    : { pattern, exclusiveMinimum: -(10 ** whole), exclusiveMaximum: 10 ** whole }
}

/**
 * The bounds of an attribute in words, if its schema cannot express them: a bigint and a decimal are sent as strings,
 * which JSON Schema cannot compare. Empty for other types.
 */
export function boundsInWords({ type, minimum, maximum }: AttributeContract): string {
  if (type !== 'bigint' && type !== 'decimal') return ''
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`
  if (minimum !== undefined) return `At least ${minimum}.`
  return maximum === undefined ? '' : `At most ${maximum}.`
}

/** The schema of one value in a query parameter. */
export function parameterSchema(value: ValueContract): JsonObject {
  const one = inUrl(value)
  return value.nullable ? { anyOf: [one, { type: 'string', const: 'null' }] } : one
}

/** The value of an attribute that a create omits, in the form of the attribute's schema. */
export function defaultOf({ type, default: preset }: Partial<AttributeContract>): Json {
  if (type !== 'datetime') return preset as Json
  return Array.isArray(preset) ? preset.map(momentText) : momentText(preset as Json)
}

/** An example value of a type; undefined if no value is certainly valid. */
export function exampleOf(value: ValueContract & Partial<AttributeContract>): Json {
  if (value.default !== undefined && value.default !== null) return jsonDefault(value)
  const one = oneExample(value)
  return one === undefined || !value.list ? one : [one]
}

/** An example value of a type, as it appears in a URL. */
export function exampleInUrl(value: ValueContract): Json {
  if (value.type === 'json') return 'text'
  const example = oneExample({ ...value, list: undefined as never })
  return value.type === 'bigint' || value.type === 'decimal' ? String(example) : example
}

// With one exception, the runtime and JSON Schema use the same names.
const FORMATS: ReadonlyMap<string, string> = new Map([['url', 'uri']])

/** A bound as a number; empty if a number cannot represent all of its digits. */
function exactly(name: 'minimum' | 'maximum', bound: number | string | undefined): JsonObject {
  if (bound === undefined) return {}
  const number = Number(bound)
  const isExact = Number.isFinite(number) && compareDecimals(String(number), String(bound)) === 0
  return isExact ? { [name]: number } : {}
}

const isNumber = ({ type }: ValueContract): boolean =>
  type === 'integer' || type === 'float' || type === 'bigint' || type === 'decimal'

const orNull = ({ nullable, type }: ValueContract, schema: JsonObject): JsonObject =>
  nullable && type !== 'json' ? { anyOf: [schema, { type: 'null' }] } : schema

const listed = ({ list }: ValueContract, items: JsonObject): JsonObject =>
  list ? { type: 'array', items } : items

function answered(value: ValueContract): JsonObject {
  switch (value.type) {
    case 'string':
      return { type: 'string' }
    case 'integer':
      return { type: 'integer' }
    case 'float':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'bigint':
      return { type: 'string', pattern: '^-?\\d+$' }
    case 'decimal':
      return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'uuid':
      return { type: 'string', format: 'uuid' }
    case 'bytes':
      return { type: 'string', contentEncoding: 'base64' }
    case 'enum':
      return { type: 'string', enum: value.values ?? [] }
    case 'json':
      return { description: 'Any JSON value.' }
  }
}

function written(value: ValueContract): JsonObject {
  switch (value.type) {
    case 'bigint':
      return { type: ['string', 'integer'], pattern: '^-?\\d+$' }
    case 'decimal':
      return { type: ['string', 'number'], pattern: '^-?\\d+(\\.\\d+)?$' }
    case 'integer':
      return { type: 'integer', minimum: -INT32_MAX - 1, maximum: INT32_MAX }
    default:
      return answered(value)
  }
}

function inUrl(value: ValueContract): JsonObject {
  switch (value.type) {
    case 'json':
      return { type: 'string' }
    case 'integer':
      return written(value)
    default:
      return answered(value)
  }
}

function jsonDefault(attribute: ValueContract & Partial<AttributeContract>): Json {
  const { type, default: preset } = attribute
  return type === 'decimal' || type === 'bigint' ? String(preset) : defaultOf(attribute)
}

const MOMENT: AttributeType = { kind: 'datetime', values: [], list: false, nullable: false }

/** A moment in the form that JSON Schema names, because the server also reads other forms. */
function momentText(text: Json): Json {
  if (typeof text !== 'string' || isOfFormat('date-time', text)) return text
  const moment = coerceJson(MOMENT, text)
  return moment.ok && moment.value instanceof Date ? moment.value.toISOString() : text
}

function oneExample(value: ValueContract & Partial<AttributeContract>): Json {
  const { minimum, maximum } = value
  const number =
    typeof minimum === 'number' ? minimum : typeof maximum === 'number' && maximum < 1 ? maximum : 1
  switch (value.type) {
    case 'string':
      return textExample(value)
    case 'integer':
      return Math.ceil(number)
    case 'float':
      return number
    case 'bigint':
      return String(minimum ?? least('1', maximum))
    case 'decimal':
      return String(minimum ?? least(decimalExample(value), maximum))
    case 'boolean':
      return true
    case 'date':
      return '2026-01-31'
    case 'datetime':
      return '2026-01-31T12:00:00.000Z'
    case 'uuid':
      return '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    case 'bytes':
      return 'aGVsbG8='
    case 'enum':
      return value.values?.[0]
    case 'json':
      return { key: 'value' }
  }
}

const decimalExample = ({ digits }: Partial<AttributeContract>): string =>
  digits?.places === 0 ? '1' : digits?.whole === 0 ? '0.5' : '1.5'

/** A number, or its upper bound if that is less. */
const least = (number: string, bound: number | string = number): string =>
  (compareDecimals(String(bound), number) ?? 0) < 0 ? String(bound) : number

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['email', 'somebody@example.org'],
  ['uri', 'https://example.org/'],
  ['url', 'https://example.org/'],
  ['uri-reference', '/somewhere'],
  ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['hostname', 'example.org'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
])

function textExample({
  pattern,
  format,
  minLength = 0,
  maxLength = Infinity,
}: Partial<AttributeContract>): Json {
  if (pattern !== undefined) return undefined
  if (format === undefined) return 'text'.slice(0, maxLength).padEnd(minLength, 'x')
  const text = TEXTS.get(format)
  const fits = text !== undefined && text.length >= minLength && text.length <= maxLength
  return fits ? text : undefined
}
