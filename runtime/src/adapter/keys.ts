import { valuesOf } from './column-values.js'
import { castTo, memberOf } from '../base/cast.js'
import { coerceValue, type Scalar } from '../vocabulary/coerce.js'
import { plainDecimal } from '../vocabulary/decimal.js'
import type { KeyValues } from '../value/key.js'
import type { AttributeType } from '../vocabulary/type.js'

/** A value as something to compare by, whether the store gives it as a string, a number or a bigint (rule 9.3). */
export function keyOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return String(value)
  if (value instanceof Date) return value.toISOString()
  // A decimal of the store is an object, which writes a large or a small number with an exponent.
  return plainDecimal(String(value)) ?? String(value)
}

/** A key as something to compare by. It is undefined if any of its values is null, because it then names no record. */
export function keyText(values: KeyValues): string | undefined {
  if (values.length === 1) return keyOf(values[0])
  const texts = values.map(keyOf)
  return texts.includes(undefined) ? undefined : JSON.stringify(texts)
}

/** The key that a record has in some columns, as something to compare by. */
export function keyIn(record: object, columns: readonly string[]): string | undefined {
  const [only] = columns
  return columns.length === 1 && only !== undefined
    ? keyOf(memberOf(record, only))
    : keyText(valuesOf(record, columns))
}

/** The unique keys that records have in some columns, without those that have a null, in the order of the records. */
export function uniqueKeys(records: readonly object[], columns: readonly string[]): readonly KeyValues[] {
  return distinctByKey(records, columns).map((record) => valuesOf(record, columns))
}

/** The first record of each key, without those that have a null in it. */
export function distinctByKey(records: readonly object[], columns: readonly string[]): readonly object[] {
  const firsts = new Map<string, object>()
  for (const record of records) {
    const key = keyIn(record, columns)
    if (key !== undefined && !firsts.has(key)) firsts.set(key, record)
  }
  return [...firsts.values()]
}

/** A list in pieces of at most so many members; no piece where it is empty. */
export function inPieces<Member>(list: readonly Member[], size: number): readonly (readonly Member[])[] {
  if (list.length === 0) return []
  if (list.length <= size) return [list]
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** How many keys of some columns an adapter takes in one list: its limit counts the values of all columns. */
export const keysAtOnce = ({ maxKeys }: { readonly maxKeys: number }, columns: readonly string[]): number =>
  Math.max(1, Math.floor(maxKeys / columns.length))

/**
 * Keys in the types of the columns that they are compared with, where these are known. Keys that cannot be converted match
 * nothing and are dropped.
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

/** A value in a type; undefined where it cannot be converted. */
function inType(value: unknown, type: AttributeType | undefined): Scalar | undefined {
  const coerced = type ? coerceValue(type, value) : undefined
  if (coerced) return coerced.ok ? coerced.value : undefined
  return castTo<Scalar>(value)
}

/** Records by their key in some columns, each list in the order of the records. */
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
