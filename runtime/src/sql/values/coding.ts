import { type Sql, sql } from '../statement/sql.js'
import type { Provider } from './provider.js'

/** How the values of a column are read from a database and written to it, except null. */
export interface Coding {
  /** The expression to select: some columns have a type that a driver would guess, so these are converted to text. */
  readonly select: (column: Sql) => Sql
  /** Whether that expression is expensive, in which case it is computed after the page is selected. */
  readonly isCostly: boolean
  /** Converts a driver's value to the attribute's type. */
  readonly read: (value: unknown) => unknown
  /** Converts a value of the attribute's type to a parameter. */
  readonly give: (value: unknown) => Sql
  /** The condition that the column has a value: usually `column = value`. */
  readonly equals: (column: Sql, value: unknown) => Sql
  /** Whether `IN` compares as `equals` does. */
  readonly hasIn: boolean
}

/** A coding with the default members, except those that are given. */
export const coding = (own: Partial<Coding> = {}): Coding => {
  const give = own.give ?? ((value: unknown) => sql.val(value))
  return {
    select: (column) => column,
    isCostly: own.select !== undefined,
    read: (value) => value,
    give,
    equals: (column, value) => sql`${column} = ${give(value)}`,
    hasIn: true,
    ...own,
  }
}

/**
 * An expression in the form in which it is selected: text on servers, because an application may configure a parser for
 * any other type. SQLite's drivers have no parsers.
 */
export function readable(provider: Provider, expression: Sql): Sql {
  switch (provider) {
    case 'postgresql':
      return sql`${expression}::text`
    case 'mysql':
      return sql`cast(${expression} as char)`
    case 'sqlite':
      return expression
  }
}
