import { coerceValue } from '../value/coerce.js'
import type { AttributeType } from '../value/type.js'
import { memberOf } from '../cast.js'

/** A key as something to compare by value, whether the store gives it as a string, a number or a bigint (rule 9.3). */
export function keyOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}

/** The unique non-null values of one attribute, in the order of the records. */
export function uniqueKeys(records: readonly object[], attribute: string): unknown[] {
  const keys = new Map<string, unknown>()
  for (const record of records) {
    const value = memberOf(record, attribute)
    const key = keyOf(value)
    if (key !== undefined && !keys.has(key)) keys.set(key, value)
  }
  return [...keys.values()]
}

/** The first record of each non-null value of one attribute. */
export function distinctByKey(records: readonly object[], attribute: string): readonly object[] {
  const firsts = new Map<string, object>()
  for (const record of records) {
    const key = keyOf(memberOf(record, attribute))
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

/** Keys in the type of the attribute that they are compared with, where that is declared; a key that has no such value names no record. */
export function keysOfType(keys: readonly unknown[], type: AttributeType | undefined): unknown[] {
  if (!type) return [...keys]
  return keys.flatMap((key) => {
    const coerced = coerceValue(type, key)
    return coerced.ok ? [coerced.value] : []
  })
}

/** Records by the value of one attribute, each list in the order of the records. */
export function groupByKey(records: readonly object[], attribute: string): Map<string, object[]> {
  const groups = new Map<string, object[]>()
  for (const record of records) {
    const key = keyOf(memberOf(record, attribute))
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(record)
    else groups.set(key, [record])
  }
  return groups
}
