import { isFinerThanDate, isStorableDate, parseDate, parseDateTime } from './dates.js'
import { isDecimal } from './decimal.js'
import { isStorableText } from './storable.js'
import { INT32_MAX, INT64_MAX, type AttributeType, type Kind } from './type.js'

/** A value in a form that is safe for the data layer: never an object, because a store could read one as an operator. */
export type Scalar = string | number | bigint | boolean | Date | Uint8Array

/** The result of a conversion: the value, or that the type cannot take it. */
export type Coerced<Value = Scalar> = { readonly ok: true; readonly value: Value } | { readonly ok: false }

const FAILED: Coerced<never> = Object.freeze({ ok: false })

/** Converts a string from a URL to the type's kind, exactly (rule 3.3): no trimming, no rounding, no guessing. */
export function coerceText(type: AttributeType, text: string): Coerced {
  return fromText[type.kind](text, type)
}

/**
 * Converts a JSON scalar, or a typed value of an in-process caller, to the type's kind. Numbers and booleans are
 * accepted if the kind holds them; a string is read as a string of that kind.
 */
export function coerceValue(type: AttributeType, value: unknown): Coerced {
  switch (typeof value) {
    case 'string':
      return type.kind === 'boolean' ? FAILED : coerceText(type, value)
    case 'number':
      return coerceNumber(type, value)
    case 'bigint':
      return coerceBigint(type, value)
    case 'boolean':
      return type.kind === 'boolean' ? coerced(value) : FAILED
    case 'object':
      return coerceObject(type.kind, value)
    default:
      return FAILED
  }
}

const coerced = <Value>(value: Value): Coerced<Value> => ({ ok: true, value })

const fromText: Readonly<Record<Kind, (text: string, type: AttributeType) => Coerced>> = {
  string: (text) => (isStorableText(text) ? coerced(text) : FAILED),
  integer: (text, type) => (/^-?\d{1,10}$/.test(text) ? coerceNumber(type, Number(text)) : FAILED),
  bigint: (text, type) => (/^-?\d{1,19}$/.test(text) ? coerceBigint(type, BigInt(text)) : FAILED),
  float: (text, type) => (isDecimal(text) ? coerceNumber(type, Number(text)) : FAILED),
  decimal: (text) => coerceDecimal(text),
  boolean: (text) => (text === 'true' ? coerced(true) : text === 'false' ? coerced(false) : FAILED),
  date: (text) => orFailed(parseDate(text)),
  datetime: (text) => orFailed(isFinerThanDate(text) ? undefined : parseDateTime(text)),
  uuid: (text) =>
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? coerced(text.toLowerCase()) : FAILED,
  json: (text) => (isStorableText(text) ? coerced(text) : FAILED),
  bytes: (text) => (isBase64(text) ? coerced(bytesOfBase64(text)) : FAILED),
  enum: (text, type) => (type.values.includes(text) ? coerced(text) : FAILED),
}

function coerceNumber({ kind, most = INT32_MAX }: AttributeType, value: number): Coerced {
  if (!Number.isFinite(value)) return FAILED
  switch (kind) {
    case 'integer':
      return Number.isInteger(value) && value >= -INT32_MAX - 1 && value <= most ? coerced(value) : FAILED
    case 'bigint':
      return Number.isSafeInteger(value) ? coerced(BigInt(value)) : FAILED
    case 'float':
      return coerced(value)
    case 'decimal':
      return coerced(String(value))
    default:
      return FAILED
  }
}

const coerceDecimal = (text: string): Coerced => (isDecimal(text) ? coerced(text) : FAILED)

function coerceBigint(type: AttributeType, value: bigint): Coerced {
  const { kind } = type
  if (kind === 'integer') return coerceNumber(type, Number(value))
  if (kind === 'decimal') return coerceDecimal(String(value))
  return kind === 'bigint' && value <= INT64_MAX && value >= -INT64_MAX - 1n ? coerced(value) : FAILED
}

function coerceObject(kind: Kind, value: unknown): Coerced {
  if (value instanceof Date) {
    return (kind === 'date' || kind === 'datetime') && isStorableDate(value) ? coerced(value) : FAILED
  }
  if (value instanceof Uint8Array) return kind === 'bytes' ? coerced(value) : FAILED
  return kind === 'decimal' && isDecimalObject(value) ? coerceDecimal(String(value)) : FAILED
}

/**
 * An object of a decimal library: its class writes the number. A JSON value has no methods, but may have a member named
 * `toString`.
 */
const isDecimalObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value.toString === 'function'

const orFailed = (date: Date | undefined): Coerced => (date === undefined ? FAILED : coerced(date))

/** Base64 in either alphabet. The unused bits of the last digit must be zero, because decoding would lose them. */
const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && /^[\w+/-]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/.test(text)

function bytesOfBase64(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0)
}
