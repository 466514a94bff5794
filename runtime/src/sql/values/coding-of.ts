import type { Column } from '../../datamodel/datamodel.js'
import type { Coding } from './coding.js'
import { mysqlCoding } from './mysql.js'
import { postgresCoding } from './postgres.js'
import type { Provider } from './provider.js'
import { sqliteCoding } from './sqlite.js'

const CODINGS: Readonly<Record<Provider, (column: Column) => Coding>> = {
  postgresql: postgresCoding,
  mysql: mysqlCoding,
  sqlite: sqliteCoding,
}

const known = new WeakMap<Column, Coding>()

/** The coding used to read and write a column's values. */
export function codingOf(provider: Provider, column: Column): Coding {
  const before = known.get(column)
  if (before) return before
  const plain = CODINGS[provider](column)
  const found = column.storedValues.size === 0 ? plain : renamed(column, plain)
  known.set(column, found)
  return found
}

/** An enum whose values have different names in the database. */
function renamed({ storedValues }: Column, plain: Coding): Coding {
  const names = new Map([...storedValues].map(([name, stored]) => [stored, name]))
  const stored = (value: unknown): unknown => storedValues.get(String(value)) ?? value
  const named = (value: unknown): unknown => names.get(String(value)) ?? value
  return {
    ...plain,
    read: (value) => {
      const read = plain.read(value)
      return Array.isArray(read) ? read.map(named) : named(read)
    },
    give: (value) => plain.give(Array.isArray(value) ? value.map(stored) : stored(value)),
    equals: (column, value) => plain.equals(column, stored(value)),
  }
}
