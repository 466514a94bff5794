import { type Coerced, coerceValue, type Scalar } from './coerce.js'
import { misfitOf } from './misfit.js'
import { unstorablePart } from './storable.js'
import { type AttributeType, describeValue, type Kind } from './type.js'

/** A value from a body, converted to the type of its attribute; or its fault, with the place in the value. */
export type CoercedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly path: readonly number[] }

/**
 * Converts a JSON value to the type of an attribute, without guessing: a number is not a string, and a string is not a
 * number. Only bigint and decimal are strings in JSON. In-process callers may pass the store's own types.
 */
export function coerceJson(type: AttributeType, value: unknown): CoercedJson {
  if (value === null || value === undefined) {
    return type.nullable ? { ok: true, value: null } : refused('cannot be null')
  }
  if (!type.list) return coerceOne(type, value, [])
  if (!Array.isArray(value)) return refused(misfit(type))
  const one: AttributeType = { ...type, list: false }
  const members: unknown[] = []
  for (const [index, member] of value.entries()) {
    const coerced = coerceOne(one, member, [index])
    if (!coerced.ok) return coerced
    members.push(coerced.value)
  }
  return { ok: true, value: members }
}

function coerceOne(type: AttributeType, value: unknown, path: readonly number[]): CoercedJson {
  if (type.kind === 'json') {
    const part = unstorablePart(value)
    return part === undefined
      ? { ok: true, value }
      : refused(`contains a ${part} that no store accepts`, path)
  }
  if (!JSON_FORMS[type.kind].includes(typeof value)) return refused(misfit(type), path)
  // A response would spell the bytes in the other alphabet, so that a client did not get back what it sent.
  const isOfUrls = type.kind === 'bytes' && typeof value === 'string' && /[-_]/.test(value)
  if (isOfUrls) return refused('is not standard base64: use "+" and "/" instead of "-" and "_"', path)
  const coerced: Coerced<Scalar> = coerceValue(type, value)
  return coerced.ok ? coerced : refused(misfitOf(type, value) ?? misfit(type), path)
}

const misfit = (type: AttributeType): string => `is not ${describeValue(type)}`

const refused = (message: string, path: readonly number[] = []): CoercedJson => ({ ok: false, message, path })

/** The results of `typeof` for the values of a kind; objects are dates, bytes and decimals of in-process callers. */
const JSON_FORMS: Readonly<Record<Exclude<Kind, 'json'>, readonly string[]>> = {
  string: ['string'],
  integer: ['number', 'bigint'],
  bigint: ['number', 'bigint', 'string'],
  float: ['number'],
  decimal: ['number', 'bigint', 'string', 'object'],
  boolean: ['boolean'],
  date: ['string', 'object'],
  datetime: ['string', 'object'],
  uuid: ['string'],
  bytes: ['string', 'object'],
  enum: ['string'],
}
