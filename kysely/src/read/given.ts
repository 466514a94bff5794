import { type Column, type Datamodel, type Model, modelOf, ScopeFault } from '@jsonapi-gen/runtime/adapter'
import {
  bufferOf,
  codingOf,
  comparedDecimal,
  offsetText,
  type Provider,
  spacedText,
  type Sql,
  sql,
} from '@jsonapi-gen/runtime/sql'
import type { ScopeValue } from '../scope/scope-values.js'

const byStoredName = new WeakMap<Model, ReadonlyMap<string, Column>>()

/** A model's column, found by its name in the database, if the facts have it. */
export function storedColumn(datamodel: Datamodel, model: string, stored: string): Column | undefined {
  const of = modelOf(datamodel, model)
  const known =
    byStoredName.get(of) ?? new Map([...of.columns.values()].map((column) => [column.stored, column]))
  byStoredName.set(of, known)
  return known.get(stored)
}

/**
 * A value that an application's scope compares with a column, as a parameter. Dates and booleans get the form that the
 * column stores, independent of the driver, the session and the process. Other values are passed unchanged.
 *
 * Throws ScopeFault if MySQL would compare text with a number: there `'1 or more' = 1`.
 *
 * @param column undefined if the value is not compared with a column
 */
export function givenSql(provider: Provider, column: Column | undefined, value: ScopeValue): Sql {
  const kind = column?.type.list === false ? column.type.kind : undefined
  const isText = kind === 'string' || kind === 'uuid' || kind === 'enum'
  if (value instanceof Date) {
    return column && (kind === 'date' || kind === 'datetime')
      ? codingOf(provider, column).give(value)
      : sql.val(MOMENTS[provider](value))
  }
  if (typeof value === 'boolean') {
    return column && kind === 'boolean'
      ? codingOf(provider, column).give(value)
      : sql.val(isText ? String(value) : BOOLEANS[provider](value))
  }
  if (value instanceof Uint8Array) return sql.val(bufferOf(value))
  // MySQL would compare the strings as numbers, and 0 equals every word.
  if (isText) return sql.val(String(value))
  switch (kind) {
    case 'integer':
    case 'bigint':
    case 'decimal':
    case 'float':
    case 'boolean':
      return numberSql(provider, column, value)
    default:
      return boundedSql(provider, value)
  }
}

/** A Date that is not compared with a column, in UTC and in the form that the database's columns use. */
const MOMENTS: Readonly<Record<Provider, (moment: Date) => string>> = {
  postgresql: (moment) => moment.toISOString(),
  mysql: spacedText,
  sqlite: offsetText,
}

const BOOLEANS: Readonly<Record<Provider, (value: boolean) => unknown>> = {
  postgresql: (value) => value,
  mysql: Number,
  sqlite: BigInt,
}

/** A number or its text, with all digits. */
function numberSql(provider: Provider, column: Column | undefined, value: string | number | bigint): Sql {
  if (provider === 'postgresql') return sql.val(value)
  const kind = column?.type.kind
  if (typeof value === 'string' && !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) {
    if (provider === 'sqlite') return sql.val(value)
    throw new ScopeFault(`A scope compares "${column?.stored}" with text that is not a number.`)
  }
  if (kind === 'float') return sql.val(Number(value))
  if (kind === 'decimal') return provider === 'mysql' ? comparedDecimal(value) : sql.val(Number(value))
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : /^[+-]?\d+$/.test(String(value))
  if (isWhole) return boundedSql(provider, BigInt(value))
  return provider === 'mysql' ? comparedDecimal(value) : sql.val(Number(value))
}

/** SQLite's drivers throw for a bigint beyond 64 bits, which no column can hold. */
const boundedSql = (provider: Provider, value: string | number | bigint): Sql =>
  sql.val(
    provider === 'sqlite' && typeof value === 'bigint' && BigInt.asIntN(64, value) !== value
      ? Number(value)
      : value,
  )
