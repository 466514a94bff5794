import type { Column, Table } from '../database.js'
import type { ExpectedColumn, ExpectedTable } from '../expected.js'
import type { Change, Dialect } from './change.js'
import { defaultSql, doubleQuoted as quote, foreignKeySql } from './sql.js'

/** SQLite stores values by the affinity of a column, so types with the same affinity are equal. */
export const sqlite: Dialect = {
  typeOf,
  differenceOf(expected, actual) {
    const accepted = AFFINITIES[expected.type] ?? []
    return accepted.length === 0 || accepted.includes(affinityOf(actual.type))
      ? undefined
      : { kind: 'type', expected: typeOf(expected), actual: actual.type.toUpperCase() || 'no type' }
  },
  fixOf,
}

const TYPES: Readonly<Record<string, string>> = {
  String: 'TEXT',
  Enum: 'TEXT',
  Int: 'INTEGER',
  BigInt: 'BIGINT',
  Float: 'REAL',
  Decimal: 'DECIMAL',
  Boolean: 'BOOLEAN',
  DateTime: 'DATETIME',
  Json: 'JSONB',
  Bytes: 'BLOB',
}

function typeOf({ type }: ExpectedColumn): string {
  return TYPES[type] ?? 'TEXT'
}

type Affinity = 'integer' | 'text' | 'blob' | 'real' | 'numeric'

/** The affinities that store the values of a type as Prisma reads them. */
const AFFINITIES: Readonly<Record<string, readonly Affinity[]>> = {
  String: ['text'],
  Enum: ['text'],
  Int: ['integer', 'numeric'],
  BigInt: ['integer', 'numeric'],
  Float: ['real', 'numeric'],
  Decimal: ['numeric', 'real'],
  Boolean: ['numeric', 'integer'],
  DateTime: ['numeric', 'text', 'integer'],
  Json: ['numeric', 'text', 'blob'],
  Bytes: ['blob'],
}

/** The rules of https://www.sqlite.org/datatype3.html#determination_of_column_affinity. */
function affinityOf(type: string): Affinity {
  if (type.includes('int')) return 'integer'
  if (/char|clob|text/.test(type)) return 'text'
  if (type === '' || type.includes('blob')) return 'blob'
  return /real|floa|doub/.test(type) ? 'real' : 'numeric'
}

function fixOf(change: Change): string | undefined {
  switch (change.kind) {
    case 'create table':
      return `${createTable(change.table, change.table.name)}\n${indexesOf(change.table).join('\n')}`.trimEnd()
    case 'add column': {
      const { column, table, now } = change
      const preset = defaultSql(column.default, column, 'CURRENT_TIMESTAMP')
      const isSimple = (column.isNullable || preset !== undefined) && !/[(_]/.test(preset ?? '')
      return isSimple
        ? `ALTER TABLE ${quote(now.name)} ADD COLUMN ${definitionOf(column, table)};`
        : rebuilt(table, now)
    }
    case 'unique':
    case 'index': {
      const { index, now, kind } = change
      return createIndex(index, now.name, kind === 'unique')
    }
    case 'drop unique':
      // The index of a constraint cannot be dropped on its own.
      return change.name.startsWith('sqlite_autoindex_')
        ? rebuilt(change.table, change.now)
        : `DROP INDEX ${quote(change.name)};`
    case 'drop trigger':
      return `DROP TRIGGER ${quote(change.name)};`
    case 'optional':
      return undefined
    default:
      return rebuilt(change.table, change.now)
  }
}

const FIRST = 'PRAGMA foreign_keys = OFF;'

/** Whether statements replace a table. */
export const isRebuild = (sql: string): boolean => sql.startsWith(FIRST)

/** SQLite cannot change a column, so the table is replaced, as in Prisma's migrations. */
function rebuilt(table: ExpectedTable, now: Table): string | undefined {
  const expected = new Set(table.columns.map(({ name }) => name.toLowerCase()))
  const isWhole = now.columns.every(({ name }) => expected.has(name.toLowerCase()))
  if (!isWhole || now.triggers.length > 0) return undefined
  const existing = new Map(now.columns.map((column) => [column.name.toLowerCase(), column]))
  const copied = table.columns.flatMap((column): readonly [string, string][] => {
    const actual = existing.get(column.name.toLowerCase())
    if (!actual) return []
    return [[quote(column.name), valueOf(column, actual)]]
  })
  const fresh = `new_${now.name}`
  return [
    FIRST,
    createTable(table, fresh),
    `INSERT INTO ${quote(fresh)} (${copied.map(([name]) => name).join(', ')}) SELECT ${copied.map(([, value]) => value).join(', ')} FROM ${quote(now.name)};`,
    `DROP TABLE ${quote(now.name)};`,
    `ALTER TABLE ${quote(fresh)} RENAME TO ${quote(table.name)};`,
    ...indexesOf(table),
    'PRAGMA foreign_keys = ON;',
  ].join('\n')
}

/** A column's value for the new table. A missing value becomes the default. */
function valueOf(column: ExpectedColumn, actual: Column): string {
  const preset = defaultSql(column.default, column, 'CURRENT_TIMESTAMP')
  return !column.isNullable && actual.isNullable && preset !== undefined
    ? `coalesce(${quote(actual.name)}, ${preset})`
    : quote(actual.name)
}

const createIndex = (
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  table: string,
  isUnique: boolean,
): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${quote(table)} (${columns.map(quote).join(', ')});`

const indexesOf = ({ uniques, indexes, name }: ExpectedTable): readonly string[] => [
  ...uniques.map((index) => createIndex(index, name, true)),
  ...indexes.map((index) => createIndex(index, name, false)),
]

function createTable(table: ExpectedTable, name: string): string {
  const { columns, key, foreignKeys } = table
  const parts = [
    ...columns.map((column) => definitionOf(column, table)),
    ...(key.length > 1 || (key.length === 1 && !isAlone(table))
      ? [`PRIMARY KEY (${key.map(quote).join(', ')})`]
      : []),
    ...foreignKeys.map((each) => foreignKeySql(each, quote(each.table), quote)),
  ]
  return `CREATE TABLE ${quote(name)} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n);`
}

/** Whether the key is a column that SQLite increments by itself. */
const isAlone = ({ key, columns }: ExpectedTable): boolean =>
  key.length === 1 && columns.find(({ name }) => name === key[0])?.type === 'Int'

function definitionOf(column: ExpectedColumn, table: ExpectedTable): string {
  const preset = defaultSql(column.default, column, 'CURRENT_TIMESTAMP')
  const counts = isAlone(table) && table.key[0] === column.name
  const key = counts ? ` PRIMARY KEY${column.default.kind === 'autoincrement' ? ' AUTOINCREMENT' : ''}` : ''
  return `${quote(column.name)} ${typeOf(column)}${column.isNullable ? '' : ' NOT NULL'}${key}${preset === undefined ? '' : ` DEFAULT ${preset}`}`
}
