import { type RawBuilder, sql } from 'kysely'
import type { Provider } from './provider.js'

/** How the values of a column are read from a database and written to it, except null. */
export interface Coding {
  /** The expression to select: a driver would guess the type of some columns, so these are converted to text. */
  readonly select: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Whether that expression is expensive, in which case it is computed after the page is selected. */
  readonly isCostly: boolean
  /** Converts a driver's value to the attribute's type. */
  readonly read: (value: unknown) => unknown
  /** Converts a value of the attribute's type to a parameter. */
  readonly give: (value: unknown) => RawBuilder<unknown>
  /** The condition that the column has a value: usually `column = value`. */
  readonly equals: (column: RawBuilder<unknown>, value: unknown) => RawBuilder<unknown>
  /** Whether `IN` compares as `equals` does. */
  readonly hasIn: boolean
}

/** A coding with the default members, some of which are overridden. */
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
export function readable(provider: Provider, expression: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (provider) {
    case 'postgresql':
      return sql`${expression}::text`
    case 'mysql':
      return sql`cast(${expression} as char)`
    case 'sqlite':
      return expression
  }
}
