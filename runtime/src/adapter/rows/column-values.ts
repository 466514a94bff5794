import { memberOf } from '../../base/cast.js'
import type { KeyValues } from '../../value/key.js'

/** The record's values in the given columns, in column order. */
export function valuesOf(record: object, columns: readonly string[]): KeyValues {
  return columns.map((column) => memberOf(record, column))
}

/** Combines columns and values into an object. */
export function columnValues(
  columns: readonly string[],
  values: KeyValues,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
}

/** Returns an object with only the given columns of a record. */
export const pickColumns = (record: object, columns: readonly string[]): Readonly<Record<string, unknown>> =>
  columnValues(columns, valuesOf(record, columns))

/** Whether two lists have the same columns. */
export const sameColumns = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((column) => other.includes(column))
