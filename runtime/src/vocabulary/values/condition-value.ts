import { type Coerced, coerceValue, type Scalar } from './coerce.js'
import { unstorablePart } from './storable.js'
import type { AttributeType } from './type.js'

/** A whole JSON value, for attributes of the type `json`. */
export interface JsonValue {
  readonly json: unknown
}

/** One value to compare with; null means that there is no value. */
export type SingleValue = null | Scalar | JsonValue

/** A value to compare with: null, a single value, or a list, which means any of its values. */
export type ConditionValue = SingleValue | readonly SingleValue[]

/** Whether a value to compare with is a whole JSON value. */
export const isJsonValue = (value: ConditionValue): value is JsonValue =>
  typeof value === 'object' && value !== null && 'json' in value

/**
 * Converts the literal of a default filter to the value for the comparison. A list means any of its members, except for
 * the kind `json`. Null means no value, even if the type is not nullable.
 */
export function coerceCondition(type: AttributeType, literal: unknown): Coerced<ConditionValue> {
  const orNull: AttributeType = { ...type, nullable: true }
  if (!Array.isArray(literal) || type.kind === 'json') return coerceSingle(orNull, literal)
  const values: SingleValue[] = []
  for (const member of literal) {
    const coerced = coerceSingle(orNull, member)
    if (!coerced.ok) return coerced
    values.push(coerced.value)
  }
  return { ok: true, value: values }
}

/** Converts a JSON value, or the value of an in-process caller, to one value to compare with. */
export function coerceSingle(type: AttributeType, value: unknown): Coerced<SingleValue> {
  if (value === null && type.nullable) return { ok: true, value }
  if (type.kind !== 'json') return coerceValue(type, value)
  const isValue = value !== undefined && unstorablePart(value) === undefined
  return isValue ? { ok: true, value: { json: value } } : { ok: false }
}
