import type { Column, Database, Index, Table } from '../database.js'
import type { ExpectedColumn, ExpectedTable } from '../expected.js'
import type { Change, Dialect } from './change.js'
import { defaultSql, doubleQuoted as quote, foreignKeySql, literal } from './sql.js'

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
  adviceOf,
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

function fixOf(change: Change, database: Database): string | undefined {
  switch (change.kind) {
    case 'create table':
      return `${createTable(change.table, change.table.name)}\n${indexesOf(change.table).join('\n')}`.trimEnd()
    case 'add column': {
      const { column, table, now } = change
      const preset = defaultSql(column.default, column, 'CURRENT_TIMESTAMP')
      const isSimple = (column.isNullable || preset !== undefined) && !/[(_]/.test(preset ?? '')
      return isSimple
        ? `ALTER TABLE ${quote(now.name)} ADD COLUMN ${definitionOf(column, table)};`
        : rebuilt(table, now, database)
    }
    case 'unique':
    case 'index': {
      const { index, now, kind } = change
      return createIndex(index, now.name, kind === 'unique')
    }
    case 'drop unique':
      // The index of a constraint cannot be dropped on its own.
      return change.name.startsWith('sqlite_autoindex_')
        ? rebuilt(change.table, change.now, database)
        : `DROP INDEX ${quote(change.name)};`
    case 'drop trigger':
      return `DROP TRIGGER ${quote(change.name)};`
    case 'optional':
      return optionalFix(change.actual, change.now)
    default:
      return rebuilt(change.table, change.now, database)
  }
}

/** A column is replaced by an optional one, if nothing else uses it. */
function optionalFix(
  { name, type }: Column,
  { name: table, key, indexes, foreignKeys }: Table,
): string | undefined {
  const users = [key, ...indexes.map(({ columns }) => columns), ...foreignKeys.map(({ columns }) => columns)]
  if (users.some((columns) => columns.includes(name))) return undefined
  const at = `ALTER TABLE ${quote(table)}`
  const fresh = `${name}_new`
  return [
    `${at} ADD COLUMN ${quote(fresh)} ${type.toUpperCase()};`,
    `UPDATE ${quote(table)} SET ${quote(fresh)} = ${quote(name)};`,
    `${at} DROP COLUMN ${quote(name)};`,
    `${at} RENAME COLUMN ${quote(fresh)} TO ${quote(name)};`,
  ].join('\n')
}

/** The parts of a table that the generated table would lack. */
function lostParts({ definition = '' }: Table): readonly string[] {
  const bare = definition.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*$/gm, '""')
  return [...(/\bCHECK\b/i.test(bare) ? ['CHECK'] : []), ...(/\bCOLLATE\b/i.test(bare) ? ['COLLATE'] : [])]
}

function adviceOf(change: Change): string | undefined {
  if (change.kind === 'create table') return undefined
  const lost = lostParts(change.now)
  return lost.length === 0
    ? undefined
    : `Write SQL that replaces the table ${change.now.name}, as SQLite requires. No SQL is printed here, because it would lose ${lost.join(' and ')}.`
}

const FIRST = 'PRAGMA foreign_keys = OFF;'

/** Whether statements replace a table. */
export const isRebuild = (sql: string): boolean => sql.startsWith(FIRST)

/** SQLite cannot change a column, so the table is replaced, as in Prisma's migrations. */
function rebuilt(table: ExpectedTable, now: Table, { tables }: Database): string | undefined {
  const expected = new Set(table.columns.map(({ name }) => name.toLowerCase()))
  const isWhole = now.columns.every(({ name }) => expected.has(name.toLowerCase()))
  if (!isWhole || now.triggers.length > 0 || lostParts(now).length > 0) return undefined
  const existing = new Map(now.columns.map((column) => [column.name.toLowerCase(), column]))
  const copied = table.columns.flatMap((column): readonly [string, string][] => {
    const actual = existing.get(column.name.toLowerCase())
    if (!actual) return []
    return [[quote(column.name), valueOf(column, actual)]]
  })
  const fresh = `new_${now.name}`
  // Otherwise, SQLite rejects the new name while a view or a trigger uses the old table.
  const isUsed = tables.some(({ isView, triggers }) => isView || triggers.length > 0)
  return [
    FIRST,
    ...(isUsed ? ['PRAGMA legacy_alter_table = ON;'] : []),
    createTable(table, fresh),
    `INSERT INTO ${quote(fresh)} (${copied.map(([name]) => name).join(', ')}) SELECT ${copied.map(([, value]) => value).join(', ')} FROM ${quote(now.name)};`,
    ...keptCount(now, fresh),
    `DROP TABLE ${quote(now.name)};`,
    `ALTER TABLE ${quote(fresh)} RENAME TO ${quote(table.name)};`,
    ...indexesOf(table),
    ...keptIndexes(table, now).map(({ definition }) => `${definition};`),
    ...(isUsed ? ['PRAGMA legacy_alter_table = OFF;'] : []),
    'PRAGMA foreign_keys = ON;',
  ].join('\n')
}

/** The new table counts on, so that the ids of deleted records are not assigned again. */
const keptCount = ({ name, definition = '' }: Table, fresh: string): readonly string[] =>
  /\bAUTOINCREMENT\b/i.test(definition)
    ? [
        `DELETE FROM sqlite_sequence WHERE name = ${literal(fresh)};`,
        `INSERT INTO sqlite_sequence (name, seq) SELECT ${literal(fresh)}, seq FROM sqlite_sequence WHERE name = ${literal(name)};`,
      ]
    : []

/** The indexes that the schema lacks, but that it permits. */
function keptIndexes({ uniques, indexes }: ExpectedTable, now: Table): readonly Index[] {
  const own = new Set([...uniques, ...indexes].map(({ name }) => name.toLowerCase()))
  return now.indexes.filter(
    ({ name, isUnique, isWhole, definition }) =>
      definition !== undefined && !(isUnique && isWhole) && !own.has(name.toLowerCase()),
  )
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
