import type { Column } from '../database.js'
import type { ExpectedColumn, ExpectedIndex, ExpectedTable } from '../expected.js'
import type { Change, Dialect, TypeDifference } from './change.js'
import {
  defaultSql,
  doubleQuoted as quote,
  foreignKeySql,
  haveSameSizes,
  isWideDecimal,
  literal,
  partsOf,
} from './sql.js'

/** PostgreSQL: types are compared as `format_type` writes them. */
export const postgres: Dialect = { typeOf, differenceOf, fixOf }

const TYPES: Readonly<Record<string, string>> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Decimal: 'numeric(65,30)',
  Boolean: 'boolean',
  DateTime: 'timestamp(3) without time zone',
  Json: 'jsonb',
  Bytes: 'bytea',
}

/** The native types of Prisma, with `*` where their sizes are. */
const NATIVES: Readonly<Record<string, string>> = {
  VarChar: 'character varying*',
  Char: 'character*',
  Text: 'text',
  Citext: 'citext',
  Uuid: 'uuid',
  Xml: 'xml',
  Inet: 'inet',
  Bit: 'bit*',
  VarBit: 'bit varying*',
  SmallInt: 'smallint',
  Integer: 'integer',
  BigInt: 'bigint',
  Oid: 'oid',
  Real: 'real',
  DoublePrecision: 'double precision',
  Decimal: 'numeric*',
  Money: 'money',
  Timestamp: 'timestamp* without time zone',
  Timestamptz: 'timestamp* with time zone',
  Date: 'date',
  Time: 'time* without time zone',
  Timetz: 'time* with time zone',
  Boolean: 'boolean',
  Json: 'json',
  JsonB: 'jsonb',
  ByteA: 'bytea',
}

function typeOf(column: ExpectedColumn): string {
  const { type, native, isList, enum: values } = column
  const end = isList ? '[]' : ''
  if (values) return `${quote(values.name)}${end}`
  const [name = '', sizes = []] = native ?? []
  const known = NATIVES[name]
  if (known === undefined) return `${TYPES[type] ?? 'text'}${end}`
  return `${known.replace('*', sizes.length === 0 ? '' : `(${sizes.join(',')})`)}${end}`
}

function differenceOf(expected: ExpectedColumn, actual: Column): TypeDifference | undefined {
  const different = (kind: TypeDifference['kind'], shortest?: number): TypeDifference => ({
    kind,
    expected: typeOf(expected),
    actual: actual.type,
    ...(shortest !== undefined && { shortest }),
  })
  if (expected.isList !== actual.type.endsWith('[]')) return different('type')
  if (expected.enum) return actual.values ? undefined : different('type')
  const wanted = partsOf(typeOf(expected))
  const found = partsOf(actual.type)
  const [length] = found.sizes
  if (expected.native && NATIVES[expected.native[0]] === undefined) return undefined
  // A VARCHAR without a length is equivalent to TEXT.
  if (
    wanted.base === 'text' &&
    (found.base === 'character varying' || (found.base === 'citext' && !expected.native))
  ) {
    return length === undefined ? undefined : different('length', length)
  }
  if (!expected.native) {
    if (expected.type === 'DateTime' && /^timestamp with(?:out)? time zone$/.test(found.base)) {
      return length === undefined || length >= 3 ? undefined : different('length')
    }
    if (expected.type === 'Decimal' && found.base === 'numeric') {
      return isWideDecimal(found.sizes) ? undefined : different('length')
    }
  }
  if (wanted.base !== found.base) return different('type')
  if (expected.native?.[1].length === 0 || haveSameSizes(wanted.sizes, found.sizes)) return undefined
  const isText = wanted.base.startsWith('char') || wanted.base.startsWith('bit')
  return different('length', isText && (length ?? Infinity) < (wanted.sizes[0] ?? 0) ? length : undefined)
}

const nameOf = ({ schema, name }: { readonly schema?: string | undefined; readonly name: string }): string =>
  schema === undefined ? quote(name) : `${quote(schema)}.${quote(name)}`

const presetOf = (column: ExpectedColumn): string | undefined => {
  const preset = defaultSql(column.default, column, 'CURRENT_TIMESTAMP')
  if (column.isList && column.default.kind === 'literal') return listSql(column.default.value, column)
  return preset
}

function listSql(json: string, column: ExpectedColumn): string {
  const values: unknown = JSON.parse(json)
  const list = Array.isArray(values) ? values.map((each) => literal(String(each))) : []
  return `ARRAY[${list.join(', ')}]::${typeOf(column)}`
}

function fixOf(change: Change): string | undefined {
  const table =
    change.kind === 'create table'
      ? nameOf(change.table)
      : nameOf({ ...change.now, schema: change.table.schema })
  switch (change.kind) {
    case 'create table':
      return createTable(change.table)
    case 'add column':
      return `ALTER TABLE ${table} ADD COLUMN ${definitionOf(change.column)};`
    case 'type': {
      const { column, actual } = change
      const name = quote(actual.name)
      const preset = presetOf(column)
      return [
        `ALTER TABLE ${table} ALTER COLUMN ${name} DROP DEFAULT;`,
        `ALTER TABLE ${table} ALTER COLUMN ${name} TYPE ${typeOf(column)} USING ${name}::${column.enum ? 'text::' : ''}${typeOf(column)};`,
        ...(preset === undefined ? [] : [`ALTER TABLE ${table} ALTER COLUMN ${name} SET DEFAULT ${preset};`]),
      ]
        .slice(actual.default.kind === 'none' ? 1 : 0)
        .join('\n')
    }
    case 'null':
      return `ALTER TABLE ${table} ALTER COLUMN ${quote(change.actual.name)} ${change.column.isNullable ? 'DROP' : 'SET'} NOT NULL;`
    case 'optional':
      return `ALTER TABLE ${table} ALTER COLUMN ${quote(change.actual.name)} DROP NOT NULL;`
    case 'default': {
      const { column, actual, now } = change
      const name = quote(actual.name)
      if (column.default.kind === 'autoincrement') {
        const drop =
          actual.default.kind === 'none' ? [] : [`ALTER TABLE ${table} ALTER COLUMN ${name} DROP DEFAULT;`]
        return [
          ...drop,
          `ALTER TABLE ${table} ALTER COLUMN ${name} ADD GENERATED BY DEFAULT AS IDENTITY;`,
          `SELECT setval(pg_get_serial_sequence(${literal(table)}, ${literal(actual.name)}), coalesce((SELECT max(${name}) FROM ${nameOf({ ...now, schema: change.table.schema })}), 0) + 1, false);`,
        ].join('\n')
      }
      const preset = presetOf(column)
      return preset === undefined && column.default.kind !== 'none'
        ? undefined
        : `ALTER TABLE ${table} ALTER COLUMN ${name} ${preset === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${preset}`};`
    }
    case 'values':
      return valuesFix(change.column, change.actual, change.holders ?? [])
    case 'plain': {
      const at = `ALTER TABLE ${table} ALTER COLUMN ${quote(change.actual.name)}`
      const isNeeded = !change.column.isNullable && change.actual.isNullable
      return `${at} DROP EXPRESSION;${isNeeded ? `\n${at} SET NOT NULL;` : ''}`
    }
    case 'key': {
      const drop =
        change.now.key.length > 0
          ? `ALTER TABLE ${table} DROP CONSTRAINT ${quote(`${change.now.name}_pkey`)};\n`
          : ''
      return `${drop}ALTER TABLE ${table} ADD PRIMARY KEY (${change.table.key.map(quote).join(', ')});`
    }
    case 'unique':
    case 'index':
      return createIndex(change.index, table, change.kind === 'unique')
    case 'drop unique': {
      const index = nameOf({ schema: change.table.schema, name: change.name })
      return `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${quote(change.name)};\nDROP INDEX IF EXISTS ${index};`
    }
    case 'foreign key': {
      const { key, replaces } = change
      const drop = replaces === undefined ? '' : `ALTER TABLE ${table} DROP CONSTRAINT ${quote(replaces)};\n`
      return `${drop}ALTER TABLE ${table} ADD CONSTRAINT ${quote(replaces ?? key.name)} ${foreignKeySql(key, nameOf({ schema: key.schema, name: key.table }), quote)};`
    }
    case 'drop foreign key':
      return `ALTER TABLE ${table} DROP CONSTRAINT ${quote(change.name ?? '')};`
    case 'drop trigger':
      return `DROP TRIGGER ${quote(change.name)} ON ${table};`
  }
}

/** Adds missing values to an enum. If values must be removed, the type is replaced. */
function valuesFix(
  { enum: expected }: ExpectedColumn,
  { values = [], typeName = '' }: Column,
  holders: readonly (readonly [ExpectedTable, ExpectedColumn])[],
): string {
  const wanted = expected?.values ?? []
  if (values.every((value) => wanted.includes(value))) {
    return wanted
      .filter((value) => !values.includes(value))
      .map((value) => `ALTER TYPE ${typeName} ADD VALUE ${literal(value)};`)
      .join('\n')
  }
  const bare = (typeName.split('.').at(-1) ?? '').replaceAll('"', '')
  const fresh = typeName.includes('.')
    ? `${typeName.replace(/\.[^.]*$/, '')}.${quote(`${bare}_new`)}`
    : quote(`${bare}_new`)
  return [
    'BEGIN;',
    `CREATE TYPE ${fresh} AS ENUM (${wanted.map(literal).join(', ')});`,
    ...holders.flatMap(([table, column]) => {
      const at = `ALTER TABLE ${nameOf(table)} ALTER COLUMN ${quote(column.name)}`
      const end = column.isList ? '[]' : ''
      const preset = presetOf(column)
      return [
        ...(preset === undefined ? [] : [`${at} DROP DEFAULT;`]),
        `${at} TYPE ${fresh}${end} USING ${quote(column.name)}::text${end}::${fresh}${end};`,
      ]
    }),
    `DROP TYPE ${typeName};`,
    `ALTER TYPE ${fresh} RENAME TO ${quote(bare)};`,
    ...holders.flatMap(([table, column]) => {
      const preset = presetOf(column)
      return preset === undefined
        ? []
        : [`ALTER TABLE ${nameOf(table)} ALTER COLUMN ${quote(column.name)} SET DEFAULT ${preset};`]
    }),
    'COMMIT;',
  ].join('\n')
}

const createIndex = ({ name, columns }: ExpectedIndex, table: string, isUnique: boolean): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${table} (${columns.map(quote).join(', ')});`

function createTable(table: ExpectedTable): string {
  const { columns, key, uniques, indexes, foreignKeys } = table
  const name = nameOf(table)
  const parts = [
    ...columns.map(definitionOf),
    ...(key.length > 0 ? [`PRIMARY KEY (${key.map(quote).join(', ')})`] : []),
  ]
  return [
    `CREATE TABLE ${name} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n);`,
    ...uniques.map((index) => createIndex(index, name, true)),
    ...indexes.map((index) => createIndex(index, name, false)),
    ...foreignKeys.map(
      (each) =>
        `ALTER TABLE ${name} ADD CONSTRAINT ${quote(each.name)} ${foreignKeySql(each, nameOf({ schema: each.schema, name: each.table }), quote)};`,
    ),
  ].join('\n')
}

function definitionOf(column: ExpectedColumn): string {
  const preset = presetOf(column)
  const type =
    column.default.kind === 'autoincrement'
      ? column.type === 'BigInt'
        ? 'bigserial'
        : 'serial'
      : typeOf(column)
  const needed = column.isNullable || column.isList ? '' : ' NOT NULL'
  return `${quote(column.name)} ${type}${needed}${preset === undefined ? '' : ` DEFAULT ${preset}`}`
}
