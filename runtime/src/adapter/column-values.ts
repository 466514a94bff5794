import { memberOf } from '../base/cast.js'
import type { KeyValues } from '../value/key.js'

/** The values of a record in the given columns, in their order. */
export function valuesOf(record: object, columns: readonly string[]): KeyValues {
  return columns.map((column) => memberOf(record, column))
}

/** An object of columns and their values. */
export function columnValues(
  columns: readonly string[],
  values: KeyValues,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
}

/** The given columns of a record, with their values. */
export const pickColumns = (record: object, columns: readonly string[]): Readonly<Record<string, unknown>> =>
  columnValues(columns, valuesOf(record, columns))

/** Whether two lists have the same columns. */
export const sameColumns = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((column) => other.includes(column))
