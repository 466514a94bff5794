import type { Column, Database } from '../database.js'
import type { ExpectedColumn, ExpectedIndex, ExpectedTable } from '../expected.js'
import type { Change, Dialect, OwnedKey, TypeDifference } from './change.js'
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

const presetOf = (column: ExpectedColumn, type: string): string | undefined => {
  const preset = defaultSql(column.default, column, 'CURRENT_TIMESTAMP')
  if (column.isList && column.default.kind === 'literal') return listSql(column.default.value, type)
  return preset
}

function listSql(json: string, type: string): string {
  const values: unknown = JSON.parse(json)
  const list = Array.isArray(values) ? values.map((each) => literal(String(each))) : []
  return `ARRAY[${list.join(', ')}]::${type}`
}

/** The names of tables and types as statements must write them in this database. */
interface Names {
  of(table: { readonly schema?: string | undefined; readonly name: string }): string
  type(column: ExpectedColumn, owner: Pick<ExpectedTable, 'schema'>): string
  /** Creates the enum type of a column, if the database lacks it. It may be run more than once. */
  newType(column: ExpectedColumn, owner: Pick<ExpectedTable, 'schema'>): readonly string[]
}

function namesIn({ prefix, home, types = [] }: Database): Names {
  const of: Names['of'] = ({ schema, name }) => nameOf({ schema: schema ?? prefix, name })
  const found = (name: string, own: string): { readonly schema: string } | undefined => {
    const alike = types.filter((each) => each.name === name)
    return alike.find(({ schema }) => schema === own) ?? alike[0]
  }
  const enumOf = (name: string, { schema = home }: Pick<ExpectedTable, 'schema'>): string => {
    const owner = found(name, schema)?.schema ?? schema
    return of({ name, schema: owner === home ? undefined : owner })
  }
  return {
    of,
    type: (column, owner) =>
      column.enum ? `${enumOf(column.enum.name, owner)}${column.isList ? '[]' : ''}` : typeOf(column),
    newType({ enum: own }, owner) {
      if (!own || found(own.name, owner.schema ?? home)) return []
      const create = `CREATE TYPE ${enumOf(own.name, owner)} AS ENUM (${own.values.map(literal).join(', ')})`
      return [`DO $$ BEGIN ${create}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`]
    },
  }
}

function fixOf(change: Change, database: Database): string | undefined {
  const names = namesIn(database)
  const { table: owner } = change
  if (change.kind === 'create table') return createTable(change, names, database)
  const table = names.of({ name: change.now.name, schema: owner.schema })
  switch (change.kind) {
    case 'add column':
      return [
        ...names.newType(change.column, owner),
        `ALTER TABLE ${table} ADD COLUMN ${definitionOf(change.column, owner, names)};`,
      ].join('\n')
    case 'type': {
      const { column, actual } = change
      const at = `ALTER TABLE ${table} ALTER COLUMN ${quote(actual.name)}`
      const type = names.type(column, owner)
      const preset = presetOf(column, type)
      // A sequence fits every type of integers.
      const isKept = column.default.kind === 'autoincrement' && actual.default.kind === 'autoincrement'
      return [
        ...names.newType(column, owner),
        ...(actual.default.kind === 'none' || isKept ? [] : [`${at} DROP DEFAULT;`]),
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
      if (column.default.kind === 'autoincrement') {
        const drop =
          actual.default.kind === 'none' ? [] : [`ALTER TABLE ${table} ALTER COLUMN ${name} DROP DEFAULT;`]
        return [
          ...drop,
          `ALTER TABLE ${table} ALTER COLUMN ${name} ADD GENERATED BY DEFAULT AS IDENTITY;`,
          `SELECT setval(pg_get_serial_sequence(${literal(table)}, ${literal(actual.name)}), coalesce((SELECT max(${name}) FROM ${table}), 0) + 1, false);`,
        ].join('\n')
      }
      const preset = presetOf(column, names.type(column, owner))
      return preset === undefined && column.default.kind !== 'none'
        ? undefined
        : `ALTER TABLE ${table} ALTER COLUMN ${name} ${preset === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${preset}`};`
    }
    case 'values':
      return valuesFix(change.column, change.actual, change.holders ?? [], names)
    case 'plain': {
      const at = `ALTER TABLE ${table} ALTER COLUMN ${quote(change.actual.name)}`
      const isNeeded = !change.column.isNullable && change.actual.isNullable
      return `${at} DROP EXPRESSION;${isNeeded ? `\n${at} SET NOT NULL;` : ''}`
    }
    case 'key': {
      const { keyName = `${change.now.name}_pkey`, key } = change.now
      const drop = key.length > 0 ? `ALTER TABLE ${table} DROP CONSTRAINT ${quote(keyName)};\n` : ''
      return `${drop}ALTER TABLE ${table} ADD PRIMARY KEY (${owner.key.map(quote).join(', ')});`
    }
    case 'unique':
    case 'index': {
      const { broken, index, kind } = change
      const drop = broken ? `DROP INDEX ${names.of({ schema: owner.schema, name: broken.name })};\n` : ''
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

/** Adds missing values to an enum. If values must be removed, the type is replaced. */
function valuesFix(
  { enum: expected }: ExpectedColumn,
  { values = [], typeName = '' }: Column,
  holders: readonly (readonly [ExpectedTable, ExpectedColumn])[],
  names: Names,
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
      const at = `ALTER TABLE ${names.of(table)} ALTER COLUMN ${quote(column.name)}`
      const end = column.isList ? '[]' : ''
      return [
        `${at} DROP DEFAULT;`,
        `${at} TYPE ${fresh}${end} USING ${quote(column.name)}::text${end}::${fresh}${end};`,
      ]
    }),
    `DROP TYPE ${typeName};`,
    `ALTER TYPE ${fresh} RENAME TO ${quote(bare)};`,
    ...holders.flatMap(([table, column]) => {
      const preset = presetOf(column, `${typeName}${column.isList ? '[]' : ''}`)
      return preset === undefined
        ? []
        : [`ALTER TABLE ${names.of(table)} ALTER COLUMN ${quote(column.name)} SET DEFAULT ${preset};`]
    }),
    'COMMIT;',
  ].join('\n')
}

const createIndex = ({ name, columns }: ExpectedIndex, table: string, isUnique: boolean): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quote(name)} ON ${table} (${columns.map(quote).join(', ')});`

function createTable(
  { table, keys }: Extract<Change, { readonly kind: 'create table' }>,
  names: Names,
  { schemas }: Database,
): string {
  const { columns, key, uniques, indexes, schema, model } = table
  const name = names.of(table)
  // Since version 6, Prisma gives the table of a many-to-many relation a primary key.
  const [links, others] = model === undefined ? [uniques, []] : [[], uniques]
  const parts = [
    ...columns.map((column) => definitionOf(column, table, names)),
    ...(key.length > 0 ? [`PRIMARY KEY (${key.map(quote).join(', ')})`] : []),
    ...links.map(
      (each) => `CONSTRAINT ${quote(each.name)} PRIMARY KEY (${each.columns.map(quote).join(', ')})`,
    ),
  ]
  const isLacking = schema !== undefined && schemas?.includes(schema) === false
  return [
    ...(isLacking ? [`CREATE SCHEMA IF NOT EXISTS ${quote(schema)};`] : []),
    ...new Set(columns.flatMap((column) => names.newType(column, table))),
    `CREATE TABLE ${name} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n);`,
    ...others.map((index) => createIndex(index, name, true)),
    ...indexes.map((index) => createIndex(index, name, false)),
    ...keys.map((each) => addKey(each, names)),
  ].join('\n')
}

function definitionOf(column: ExpectedColumn, table: ExpectedTable, names: Names): string {
  const own = names.type(column, table)
  const preset = presetOf(column, own)
  const type =
    column.default.kind === 'autoincrement' ? (column.type === 'BigInt' ? 'bigserial' : 'serial') : own
  const needed = column.isNullable || column.isList ? '' : ' NOT NULL'
  return `${quote(column.name)} ${type}${needed}${preset === undefined ? '' : ` DEFAULT ${preset}`}`
}
