import type { Column, Database } from '../database.js'
import type { ExpectedColumn, ExpectedEnum, ExpectedIndex, ExpectedTable } from '../expected.js'
import type { Change, Dialect, OwnedKey, TypeDifference } from './change.js'
import {
  defaultSql,
  doubleQuoted as quote,
  foreignKeySql,
  haveSameSizes,
  hexOf,
  isWideDecimal,
  literal,
  partsOf,
  timeOf,
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

function differenceOf(
  expected: ExpectedColumn,
  actual: Column,
  database: Database,
): TypeDifference | undefined {
  const different = (kind: TypeDifference['kind'], shortest?: number): TypeDifference => ({
    kind,
    expected: namesIn(database).type(expected),
    actual: actual.type,
    ...(shortest !== undefined && { shortest }),
  })
  if (expected.isList !== actual.type.endsWith('[]')) return different('type')
  if (expected.enum) return isEnum(expected.enum, actual, database) ? undefined : different('type')
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
  if (expected.native?.[1].length === 0) return undefined
  // A time without a precision has six digits.
  const sizes = found.base.startsWith('time') && length === undefined ? [6] : found.sizes
  if (haveSameSizes(wanted.sizes, sizes)) return undefined
  const isText = wanted.base.startsWith('char') || wanted.base.startsWith('bit')
  return different('length', isText && (length ?? Infinity) < (wanted.sizes[0] ?? 0) ? length : undefined)
}

/** Prisma names the type in its statements, so that another type with the same values does not do. */
const isEnum = ({ name, schema }: ExpectedEnum, { values, enumType }: Column, { home }: Database): boolean =>
  values !== undefined && enumType?.name === name && enumType.schema === (schema ?? home)

const nameOf = ({ schema, name }: { readonly schema?: string | undefined; readonly name: string }): string =>
  schema === undefined ? quote(name) : `${quote(schema)}.${quote(name)}`

const presetOf = (column: ExpectedColumn, type: string): string | undefined => {
  const { default: preset, isList } = column
  if (preset.kind === 'literal' && isList) return listSql(preset.value, column, type)
  return preset.kind === 'literal' && (column.type === 'Bytes' || column.type === 'DateTime')
    ? literal(constantOf(preset.value, column))
    : defaultSql(preset, column, 'CURRENT_TIMESTAMP')
}

const constantOf = (value: string, column: ExpectedColumn): string =>
  column.type === 'Bytes' ? `\\x${hexOf(value)}` : column.type === 'DateTime' ? timeOf(value, column) : value

function listSql(json: string, column: ExpectedColumn, type: string): string {
  const values: unknown = JSON.parse(json)
  const list = Array.isArray(values) ? values.map((each) => literal(constantOf(String(each), column))) : []
  return `ARRAY[${list.join(', ')}]::${type}`
}

/** The names of tables and types as statements must write them in this database. */
interface Names {
  of(table: { readonly schema?: string | undefined; readonly name: string }): string
  enumOf(type: ExpectedEnum): string
  type(column: ExpectedColumn): string
  /** Creates a schema, if the database lacks it. */
  newSchema(schema: string | undefined): readonly string[]
  /** Creates the enum type or the extension of a column, if the database lacks it. It may be run more than once. */
  newType(column: ExpectedColumn): readonly string[]
}

function namesIn({ prefix, home, types = [], schemas }: Database): Names {
  const of: Names['of'] = ({ schema, name }) => nameOf({ schema: schema ?? prefix, name })
  const enumOf = ({ name, schema }: ExpectedEnum): string =>
    of({ name, schema: schema === home ? undefined : schema })
  const newSchema = (schema = prefix): readonly string[] =>
    schema !== undefined && schemas?.includes(schema) === false
      ? [`CREATE SCHEMA IF NOT EXISTS ${quote(schema)};`]
      : []
  return {
    of,
    enumOf,
    type: (column) => (column.enum ? `${enumOf(column.enum)}${column.isList ? '[]' : ''}` : typeOf(column)),
    newSchema,
    newType({ enum: own, native }) {
      if (native?.[0] === 'Citext') return ['CREATE EXTENSION IF NOT EXISTS citext;']
      const schema = own?.schema ?? home
      if (!own || types.some((each) => each.name === own.name && each.schema === schema)) return []
      const create = `CREATE TYPE ${enumOf(own)} AS ENUM (${own.values.map(literal).join(', ')})`
      return [
        ...newSchema(own.schema),
        `DO $$ BEGIN ${create}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`,
      ]
    },
  }
}

function fixOf(change: Change, database: Database): string | undefined {
  const names = namesIn(database)
  const { table: owner } = change
  if (change.kind === 'create table') return createTable(change, names)
  const table = names.of({ name: change.now.name, schema: owner.schema })
  switch (change.kind) {
    case 'add column':
      return [
        ...names.newType(change.column),
        `ALTER TABLE ${table} ADD COLUMN ${definitionOf(change.column, names)};`,
      ].join('\n')
    case 'type': {
      const { column, actual } = change
      const at = `ALTER TABLE ${table} ALTER COLUMN ${quote(actual.name)}`
      const type = names.type(column)
      const preset = presetOf(column, type)
      // A sequence fits every type of integers.
      const isKept = column.default.kind === 'autoincrement' && actual.default.kind === 'autoincrement'
      return [
        ...names.newType(column),
        ...(actual.default.kind === 'none' || isKept ? [] : [`${at} ${dropDefault(actual)};`]),
        `${at} TYPE ${type} USING ${quote(actual.name)}::${column.enum ? 'text::' : ''}${type};`,
        ...(preset === undefined ? [] : [`${at} SET DEFAULT ${preset};`]),
      ].join('\n')
    }
    case 'null':
      return `ALTER TABLE ${table} ALTER COLUMN ${quote(change.actual.name)} ${change.column.isNullable ? 'DROP' : 'SET'} NOT NULL;`
    case 'optional':
      return `ALTER TABLE ${table} ALTER COLUMN ${quote(change.actual.name)} DROP NOT NULL;`
    case 'default': {
      const { column, actual } = change
      const name = quote(actual.name)
      const at = `ALTER TABLE ${table} ALTER COLUMN ${name}`
      if (column.default.kind === 'autoincrement') {
        return [
          ...(actual.default.kind === 'none' ? [] : [`${at} DROP DEFAULT;`]),
          `${at} ADD GENERATED BY DEFAULT AS IDENTITY;`,
          `SELECT setval(pg_get_serial_sequence(${literal(table)}, ${literal(actual.name)}), coalesce((SELECT max(${name}) FROM ${table}), 0) + 1, false);`,
        ].join('\n')
      }
      const preset = presetOf(column, names.type(column))
      if (preset === undefined) {
        return column.default.kind === 'none' ? `${at} ${dropDefault(actual)};` : undefined
      }
      return `${actual.isIdentity === true ? `${at} ${dropDefault(actual)};\n` : ''}${at} SET DEFAULT ${preset};`
    }
    case 'values':
      return valuesFix(change.column, change.actual, change.holders ?? [], names)
    case 'plain': {
      const { column, actual } = change
      const at = `ALTER TABLE ${table} ALTER COLUMN ${quote(actual.name)}`
      const preset = presetOf(column, names.type(column))
      const isNeeded = !column.isNullable && actual.isNullable
      return [
        `${at} DROP EXPRESSION;`,
        ...(differenceOf(column, actual, database)
          ? [fixOf({ ...change, kind: 'type' }, database)]
          : preset === undefined
            ? []
            : [`${at} SET DEFAULT ${preset};`]),
        ...(isNeeded ? [`${at} SET NOT NULL;`] : []),
      ].join('\n')
    }
    case 'key': {
      const { keyName = `${change.now.name}_pkey`, key } = change.now
      const drop = key.length > 0 ? `ALTER TABLE ${table} DROP CONSTRAINT ${quote(keyName)};\n` : ''
      return `${drop}ALTER TABLE ${table} ADD PRIMARY KEY (${owner.key.map(quote).join(', ')});`
    }
    case 'unique':
    case 'index': {
      const { replaces, index, kind } = change
      const drop = replaces ? `DROP INDEX ${names.of({ schema: owner.schema, name: replaces.name })};\n` : ''
      return `${drop}${createIndex(index, table, kind === 'unique')}`
    }
    case 'drop unique': {
      const index = names.of({ schema: owner.schema, name: change.name })
      return `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${quote(change.name)};\nDROP INDEX IF EXISTS ${index};`
    }
    case 'foreign key': {
      const { key, replaces } = change
      const drop = replaces === undefined ? '' : `ALTER TABLE ${table} DROP CONSTRAINT ${quote(replaces)};\n`
      return `${drop}${addKey({ table: owner, key: { ...key, name: replaces ?? key.name } }, names, table)}`
    }
    case 'drop foreign key':
      return `ALTER TABLE ${table} DROP CONSTRAINT ${quote(change.name ?? '')};`
    case 'drop trigger':
      return `DROP TRIGGER ${quote(change.name)} ON ${table};`
  }
}

const addKey = ({ table, key }: OwnedKey, names: Names, name = names.of(table)): string =>
  `ALTER TABLE ${name} ADD CONSTRAINT ${quote(key.name)} ${foreignKeySql(key, names.of({ schema: key.schema, name: key.table }), quote)};`

const dropDefault = ({ isIdentity }: Column): string =>
  isIdentity === true ? 'DROP IDENTITY IF EXISTS' : 'DROP DEFAULT'

/** Adds missing values to an enum. If values must be removed, the type is replaced. */
function valuesFix(
  { enum: own }: ExpectedColumn,
  { values = [] }: Column,
  holders: readonly (readonly [ExpectedTable, ExpectedColumn])[],
  { enumOf, of }: Names,
): string {
  if (!own) return ''
  const typeName = enumOf(own)
  if (values.every((value) => own.values.includes(value))) {
    return own.values
      .filter((value) => !values.includes(value))
      .map((value) => `ALTER TYPE ${typeName} ADD VALUE IF NOT EXISTS ${literal(value)};`)
      .join('\n')
  }
  const fresh = enumOf({ ...own, name: `${own.name}_new` })
  return [
    'BEGIN;',
    `CREATE TYPE ${fresh} AS ENUM (${own.values.map(literal).join(', ')});`,
    ...holders.flatMap(([table, column]) => {
      const at = `ALTER TABLE ${of(table)} ALTER COLUMN ${quote(column.name)}`
      const end = column.isList ? '[]' : ''
      return [
        `${at} DROP DEFAULT;`,
        `${at} TYPE ${fresh}${end} USING ${quote(column.name)}::text${end}::${fresh}${end};`,
      ]
    }),
    `DROP TYPE ${typeName};`,
    `ALTER TYPE ${fresh} RENAME TO ${quote(own.name)};`,
    ...holders.flatMap(([table, column]) => {
      const preset = presetOf(column, `${typeName}${column.isList ? '[]' : ''}`)
      return preset === undefined
        ? []
        : [`ALTER TABLE ${of(table)} ALTER COLUMN ${quote(column.name)} SET DEFAULT ${preset};`]
    }),
    'COMMIT;',
  ].join('\n')
}

function createIndex(
  { name, columns, method, operators = [] }: ExpectedIndex,
  table: string,
  isUnique: boolean,
): string {
  const parts = columns.map(
    (column, index) => `${quote(column)}${operators[index] === undefined ? '' : ` ${operators[index]}`}`,
  )
  const using = method === undefined ? '' : ` USING ${method}`
  return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${table}${using} (${parts.join(', ')});`
}

function createTable(
  { table, keys }: Extract<Change, { readonly kind: 'create table' }>,
  names: Names,
): string {
  const { columns, key, uniques, indexes, schema, model } = table
  const name = names.of(table)
  // Since version 6, Prisma gives the table of a many-to-many relation a primary key.
  const [links, others] = model === undefined ? [uniques, []] : [[], uniques]
  const parts = [
    ...columns.map((column) => definitionOf(column, names)),
    ...(key.length > 0 ? [`PRIMARY KEY (${key.map(quote).join(', ')})`] : []),
    ...links.map(
      (each) => `CONSTRAINT ${quote(each.name)} PRIMARY KEY (${each.columns.map(quote).join(', ')})`,
    ),
  ]
  return [
    ...names.newSchema(schema),
    ...new Set(columns.flatMap((column) => names.newType(column))),
    `CREATE TABLE ${name} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n);`,
    ...others.map((index) => createIndex(index, name, true)),
    ...indexes.map((index) => createIndex(index, name, false)),
    ...keys.map((each) => addKey(each, names)),
  ].join('\n')
}

function definitionOf(column: ExpectedColumn, names: Names): string {
  const own = names.type(column)
  const preset = presetOf(column, own)
  const type =
    column.default.kind === 'autoincrement' ? (column.type === 'BigInt' ? 'bigserial' : 'serial') : own
  const needed = column.isNullable || column.isList ? '' : ' NOT NULL'
  return `${quote(column.name)} ${type}${needed}${preset === undefined ? '' : ` DEFAULT ${preset}`}`
}
