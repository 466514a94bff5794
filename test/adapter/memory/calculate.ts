import type { AdapterResource, StatRequest } from '@jsonapi-gen/runtime/adapter'
import type { MemoryRow } from './store.js'
import { comparable, compareValues } from './values.js'

/** A built-in calculation over rows (rule 6.1). Nulls are ignored. Without any values, sums and averages are 0. */
export function calculate(
  rows: readonly MemoryRow[],
  { column, calculation, distinct }: StatRequest,
  { exact }: AdapterResource,
): unknown {
  if (column === 'total' && calculation === 'count' && distinct !== true) return rows.length
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined)
  const ordered = values.toSorted(compareValues)
  switch (calculation) {
    case 'count':
      return new Set(values.map(comparable)).size
    case 'maximum':
      return ordered.at(-1) ?? null
    case 'minimum':
      return ordered[0] ?? null
    case 'sum':
      return values.length === 0 && exact.has(column) ? '0' : sum(values)
    case 'average':
      return values.length === 0 ? 0 : quotient(sum(values), values.length)
  }
}

/** The part of a decimal that calculations use. */
interface Decimal {
  plus(other: unknown): Decimal
  div(by: number): Decimal
}

function sum(values: readonly unknown[]): unknown {
  const [first, ...others] = values
  if (isDecimal(first)) return others.reduce<Decimal>((total, value) => total.plus(value), first)
  if (typeof first === 'bigint') {
    return values.reduce<bigint>((total, value) => total + BigInt(String(value)), 0n)
  }
  return values.reduce<number>((total, value) => total + Number(value), 0)
}

const quotient = (total: unknown, count: number): unknown =>
  isDecimal(total) ? total.div(count) : Number(total) / count

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'plus' in value
