import type { Column, Table } from '../database.js'
import type { ExpectedColumn, ExpectedIndex, ExpectedTable } from '../expected.js'
import type { Change, Dialect, TypeDifference } from './change.js'
import { defaultSql, foreignKeySql, haveSameSizes, isWideDecimal, partsOf } from './sql.js'

/** MariaDB and MySQL: types are compared as `column_type` writes them. The display width of integers is ignored. */
export const mysql: Dialect = { typeOf, differenceOf, fixOf }

const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The statement that makes a column store every character. */
export function charsetSql(table: Table, { name, type, isNullable, default: preset }: Column): string {
  const needed = isNullable ? 'NULL' : 'NOT NULL'
  const kept = preset.kind === 'literal' ? ` DEFAULT ${literal(preset.value)}` : ''
  return `ALTER TABLE ${quote(table.name)} MODIFY COLUMN ${quote(name)} ${type} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci ${needed}${kept};`
}

const TYPES: Readonly<Record<string, string>> = {
  String: 'varchar(191)',
  Int: 'int',
  BigInt: 'bigint',
  Float: 'double',
  Decimal: 'decimal(65,30)',
  Boolean: 'tinyint(1)',
  DateTime: 'datetime(3)',
  Json: 'json',
  Bytes: 'longblob',
}

/** Prisma's native types have the same names as the database types, apart from case. */
function typeOf({ type, native, enum: values }: ExpectedColumn): string {
  if (values) return `enum(${values.values.map(literal).join(',')})`
  if (!native) return TYPES[type] ?? 'varchar(191)'
  const [name, sizes] = native
  const size = sizes.length === 0 ? '' : `(${sizes.join(',')})`
  const [, unsigned] = /^Unsigned(.+)$/.exec(name) ?? []
  return unsigned === undefined ? `${name.toLowerCase()}${size}` : `${unsigned.toLowerCase()}${size} unsigned`
}

const TEXT = /^(?:var)?char$|^(?:tiny|medium|long)?text$/
const CHAR = /^(?:var)?char$/
const INTEGER = /^(?:tiny|small|medium|big)?int$/

function differenceOf(expected: ExpectedColumn, actual: Column): TypeDifference | undefined {
  const different = (kind: TypeDifference['kind'], shortest?: number): TypeDifference => ({
    kind,
    expected: expected.enum ? 'enum' : typeOf(expected),
    actual: actual.values ? 'enum' : actual.type,
    ...(shortest !== undefined && { shortest }),
  })
  if (expected.enum) return actual.values ? undefined : different('type')
  const wanted = partsOf(typeOf(expected))
  const found = partsOf(actual.type)
  if (!expected.native) return defaultDifference(expected.type, found, different)
  const [name, sizes] = expected.native
  // MariaDB stores JSON as LONGTEXT.
  if (name === 'Json') return /^(?:json|longtext)$/.test(found.base) ? undefined : different('type')
  if (wanted.base !== found.base) {
    const isText = TEXT.test(wanted.base) && TEXT.test(found.base)
    return different(isText ? 'length' : 'type', isText && CHAR.test(found.base) ? found.sizes[0] : undefined)
  }
  if (sizes.length === 0 || INTEGER.test(wanted.base.replace(' unsigned', ''))) return undefined
  if (haveSameSizes(wanted.sizes, found.sizes)) return undefined
  const [length = 0] = found.sizes
  return different(
    'length',
    /char|binary/.test(wanted.base) && length < (wanted.sizes[0] ?? 0) ? length : undefined,
  )
}

/** The maximum number of characters in Prisma's default type for text. */
const USUAL = 191

/**
 * Without a native type, any type that stores at least the same values as Prisma's default type is accepted.
 */
function defaultDifference(
  type: string,
  { base, sizes }: ReturnType<typeof partsOf>,
  different: (kind: TypeDifference['kind'], shortest?: number) => TypeDifference,
): TypeDifference | undefined {
  const [length = 0, scale] = sizes
  switch (type) {
    case 'String':
      if (/^(?:tiny|medium|long)?text$/.test(base)) return undefined
      if (!CHAR.test(base)) return different('type')
      return length >= USUAL ? undefined : different('length', length)
    case 'Int':
      return base === 'int' || base === 'bigint' ? undefined : different('type')
    case 'BigInt':
      return base === 'bigint' ? undefined : different('type')
    case 'Float':
      return base === 'double' ? undefined : different('type')
    case 'Decimal':
      if (base !== 'decimal') return different('type')
      return isWideDecimal([length, ...(scale === undefined ? [] : [scale])])
        ? undefined
        : different('length')
    case 'Boolean':
      return base === 'tinyint' || base === 'bit' ? undefined : different('type')
    case 'DateTime':
      if (base !== 'datetime' && base !== 'timestamp') return different('type')
      return length >= 3 ? undefined : different('length')
    case 'Json':
      if (base === 'json' || base === 'longtext') return undefined
      return base.endsWith('text') ? different('length') : different('type')
    case 'Bytes':
      if (base === 'longblob') return undefined
      return /blob$|binary$/.test(base) ? different('length') : different('type')
    default:
      return undefined
  }
}

function presetOf(column: ExpectedColumn): string | undefined {
  const digits = column.native
    ? /^(?:DateTime|Timestamp)$/.test(column.native[0])
      ? column.native[1][0]
      : undefined
    : '3'
  const now = digits === undefined ? 'CURRENT_TIMESTAMP' : `CURRENT_TIMESTAMP(${digits})`
  const preset = defaultSql(column.default, column, now)
  return preset?.startsWith("'") === true && column.default.kind === 'literal'
    ? literal(column.default.value)
    : preset
}

function fixOf(change: Change): string | undefined {
  const table = quote(change.kind === 'create table' ? change.table.name : change.now.name)
  switch (change.kind) {
    case 'create table':
      return createTable(change.table)
    case 'add column':
      return `ALTER TABLE ${table} ADD COLUMN ${definitionOf(change.column)};`
    case 'type':
    case 'null':
    case 'default':
    case 'values':
      return `ALTER TABLE ${table} MODIFY COLUMN ${definitionOf(change.column)};`
    case 'optional':
      return `ALTER TABLE ${table} MODIFY COLUMN ${quote(change.actual.name)} ${change.actual.type} NULL;`
    case 'plain': {
      const { column, actual } = change
      const fresh = { ...column, name: `${column.name}_new`, isNullable: true }
      return [
        `ALTER TABLE ${table} ADD COLUMN ${definitionOf(fresh)};`,
        `UPDATE ${table} SET ${quote(fresh.name)} = ${quote(actual.name)};`,
        `ALTER TABLE ${table} DROP COLUMN ${quote(actual.name)};`,
        `ALTER TABLE ${table} CHANGE COLUMN ${quote(fresh.name)} ${definitionOf(column)};`,
      ].join('\n')
    }
    case 'key': {
      const drop = change.now.key.length > 0 ? 'DROP PRIMARY KEY, ' : ''
      return `ALTER TABLE ${table} ${drop}ADD PRIMARY KEY (${change.table.key.map(quote).join(', ')});`
    }
    case 'unique':
    case 'index':
      return createIndex(change.index, table, change.kind === 'unique')
    case 'drop unique':
      return `DROP INDEX ${quote(change.name)} ON ${table};`
    case 'foreign key': {
      const { key, replaces } = change
      const drop = replaces === undefined ? '' : `ALTER TABLE ${table} DROP FOREIGN KEY ${quote(replaces)};\n`
      return `${drop}ALTER TABLE ${table} ADD CONSTRAINT ${quote(replaces ?? key.name)} ${foreignKeySql(key, quote(key.table), quote)};`
    }
    case 'drop foreign key':
      return `ALTER TABLE ${table} DROP FOREIGN KEY ${quote(change.name ?? '')};`
    case 'drop trigger':
      return `DROP TRIGGER ${quote(change.name)};`
  }
}

const createIndex = ({ name, columns }: ExpectedIndex, table: string, isUnique: boolean): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${table} (${columns.map(quote).join(', ')});`

function createTable({ name, columns, key, uniques, indexes, foreignKeys }: ExpectedTable): string {
  const list = (names: readonly string[]): string => names.map(quote).join(', ')
  const parts = [
    ...columns.map(definitionOf),
    ...(key.length > 0 ? [`PRIMARY KEY (${list(key)})`] : []),
    ...uniques.map((each) => `UNIQUE INDEX ${quote(each.name)} (${list(each.columns)})`),
    ...indexes.map((each) => `INDEX ${quote(each.name)} (${list(each.columns)})`),
    ...foreignKeys.map(
      (each) => `CONSTRAINT ${quote(each.name)} ${foreignKeySql(each, quote(each.table), quote)}`,
    ),
  ]
  return `CREATE TABLE ${quote(name)} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;`
}

function definitionOf(column: ExpectedColumn): string {
  const preset = presetOf(column)
  const counts = column.default.kind === 'autoincrement' ? ' AUTO_INCREMENT' : ''
  return `${quote(column.name)} ${typeOf(column)}${column.isNullable ? ' NULL' : ' NOT NULL'}${counts}${preset === undefined ? '' : ` DEFAULT ${preset}`}`
}
