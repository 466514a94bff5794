import { valuesOf } from './column-values.js'
import { castTo, memberOf } from '../../base/cast.js'
import { coerceValue, type Scalar } from '../../vocabulary/values/coerce.js'
import { plainDecimal } from '../../vocabulary/values/decimal.js'
import type { KeyValues } from '../../value/key.js'
import type { AttributeType } from '../../vocabulary/values/type.js'

/** A value in a comparable form, whether the store returns it as a string, a number or a bigint. */
export function keyOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return value.toISOString()
  // A decimal of the store is an object, and prints large and small numbers with an exponent.
  return plainDecimal(String(value)) ?? String(value)
}

/** A key in a comparable form. Undefined if any of its values is null, because such a key does not identify a record. */
export function keyText(values: KeyValues): string | undefined {
  if (values.length === 1) return keyOf(values[0])
  const texts = values.map(keyOf)
  return texts.includes(undefined) ? undefined : JSON.stringify(texts)
}

/** Returns a record's key in the given columns, in a comparable form. */
export function keyIn(record: object, columns: readonly string[]): string | undefined {
  const [only] = columns
  return columns.length === 1 && only !== undefined
    ? keyOf(memberOf(record, only))
    : keyText(valuesOf(record, columns))
}

/** Returns the distinct keys of records in the given columns, in record order. Keys that contain null are omitted. */
export function uniqueKeys(records: readonly object[], columns: readonly string[]): readonly KeyValues[] {
  return distinctByKey(records, columns).map((record) => valuesOf(record, columns))
}

/** The first record for each key. Records whose key contains null are omitted. */
export function distinctByKey(records: readonly object[], columns: readonly string[]): readonly object[] {
  const firsts = new Map<string, object>()
  for (const record of records) {
    const key = keyIn(record, columns)
    if (key !== undefined && !firsts.has(key)) firsts.set(key, record)
  }
  return [...firsts.values()]
}

/** Splits a list into pieces of at most `size` members. An empty list has no pieces. */
export function inPieces<Member>(list: readonly Member[], size: number): readonly (readonly Member[])[] {
  if (list.length === 0) return []
  if (list.length <= size) return [list]
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/**
 * The number of keys with these columns that an adapter accepts in one list. The adapter's limit counts the values of
 * all columns.
 */
export const keysAtOnce = ({ maxKeys }: { readonly maxKeys: number }, columns: readonly string[]): number =>
  Math.max(1, Math.floor(maxKeys / columns.length))

/**
 * Converts keys to the types of the columns that they are compared with, if those are known. Keys that cannot be
 * converted match nothing and are dropped.
 */
export function keysOfType(
  keys: readonly KeyValues[],
  types: readonly (AttributeType | undefined)[],
): readonly (readonly Scalar[])[] {
  const converted: (readonly Scalar[])[] = []
  for (const key of keys) {
    const values = key.map((value, index) => inType(value, types[index]))
    if (values.every((value) => value !== undefined)) converted.push(values)
  }
  return converted
}

/** Converts a value to a type; undefined if that is not possible. */
function inType(value: unknown, type: AttributeType | undefined): Scalar | undefined {
  const coerced = type ? coerceValue(type, value) : undefined
  if (coerced) return coerced.ok ? coerced.value : undefined
  return castTo<Scalar>(value)
}

/** Groups records by their keys in the given columns. The order of the records is preserved in each group. */
export function groupByKey(records: readonly object[], columns: readonly string[]): Map<string, object[]> {
  const groups = new Map<string, object[]>()
  for (const record of records) {
    const key = keyIn(record, columns)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(record)
    else groups.set(key, [record])
  }
  return groups
}
