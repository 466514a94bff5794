import { keyOf, type Rows } from '../../../prove/src/rows.js'
import type { Table } from '../../../prove/src/tables.js'

/** The violated constraints in generated rows: duplicates, references to missing rows, and missing values. */
export function faultsOf(tables: readonly Table[], rows: Rows): readonly string[] {
  return tables.flatMap((table) => {
    const own = rows.get(table.model) ?? []
    const duplicates = [table.key, ...table.uniques].flatMap((columns) => {
      // In a unique constraint, nulls are not equal to each other.
      const keys = own
        .filter((row) => columns.every((name) => row[name] !== null))
        .map((row) => JSON.stringify(columns.map((name) => row[name])))
      return new Set(keys).size === keys.length ? [] : [`${table.model} ${columns.join()}`]
    })
    const missing = own.flatMap((row) =>
      table.links.flatMap(({ model, columns }) => {
        if (columns.some(([name]) => row[name] === null)) return []
        const isThere = (rows.get(model) ?? []).some((target) =>
          columns.every(([name, key]) => target[key] === row[name]),
        )
        return isThere ? [] : [`${table.model} ${keyOf(table, row)} → ${model}`]
      }),
    )
    const nulls = own.flatMap((row) =>
      table.columns.flatMap(({ name, type }) =>
        row[name] === undefined || (row[name] === null && !type.nullable) ? [`${table.model}.${name}`] : [],
      ),
    )
    return [...duplicates, ...missing, ...nulls]
  })
}
