import type { Database, Table } from './database.js'

/** Whether a name is for an index or for a foreign key. */
export type NameKind = 'index' | 'foreign key'

/** The names of indexes and constraints in a database. */
export interface Names {
  /** The name, or if something else already has it, the name with a number. */
  free(name: string, kind: NameKind, table: Pick<Table, 'name' | 'schema'>): string
}

/**
 * Names that statements may use. On PostgreSQL and SQLite, an index and a table of one schema must have different names.
 * On MariaDB, the names of indexes are unique in a table, and those of foreign keys in the database.
 */
export function namesOf({ provider, tables }: Database): Names {
  const fold = (name: string): string => (provider === 'postgresql' ? name : name.toLowerCase())
  const takenBy = (kind: NameKind, { name, schema }: Pick<Table, 'name' | 'schema'>): ReadonlySet<string> => {
    const isOwn = (other: Table): boolean => other.schema === schema && other.name === name
    const near = tables.filter((other) => other.schema === schema)
    const taken =
      provider === 'mysql'
        ? kind === 'index'
          ? near.filter(isOwn).flatMap(indexNames)
          : near.flatMap(keyNames)
        : kind === 'index'
          ? near.flatMap((table) => [table.name, ...indexNames(table)])
          : near.filter(isOwn).flatMap((table) => [...keyNames(table), ...indexNames(table)])
    return new Set(taken.map(fold))
  }
  return {
    free(name, kind, table) {
      const taken = takenBy(kind, table)
      if (!taken.has(fold(name))) return name
      // The number replaces the end, because the name may have the greatest length.
      for (let number = 2; ; number++) {
        const suffix = `_${number}`
        const other = `${name.slice(0, 60 - suffix.length)}${suffix}`
        if (!taken.has(fold(other))) return other
      }
    },
  }
}

const indexNames = ({ indexes, keyName }: Table): readonly string[] => [
  ...indexes.map(({ name }) => name),
  ...(keyName === undefined ? [] : [keyName]),
]

const keyNames = ({ foreignKeys }: Table): readonly string[] => foreignKeys.map(({ name }) => name ?? '')
