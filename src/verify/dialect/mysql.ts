import type { Column, Table } from '../database.js'
import type { ExpectedColumn, ExpectedIndex } from '../expected.js'
import type { Change, Dialect, OwnedKey, TypeDifference } from './change.js'
import { defaultSql, foreignKeySql, haveSameSizes, isWideDecimal, partsOf, timeOf } from './sql.js'

/** MariaDB and MySQL: types are compared as `column_type` writes them. The display width of integers is ignored. */
export const mysql: Dialect = { typeOf, differenceOf, fixOf }

const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The statement that gives a table an engine with transactions. */
export const engineSql = ({ name }: Table): string => `ALTER TABLE ${quote(name)} ENGINE = InnoDB;`

/** The statement that makes a column store every character. */
export const charsetSql = (table: Table, column: ExpectedColumn, actual: Column): string =>
  `ALTER TABLE ${quote(table.name)} MODIFY COLUMN ${definitionOf(column, table, actual)};`

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
  if (isFixed(found)) return different('length')
  if (sizes.length === 0 || INTEGER.test(wanted.base.replace(' unsigned', ''))) return undefined
  // The server omits the 0 of DATETIME(0).
  if (haveSameSizes(wanted.sizes, found.sizes.length === 0 ? [0] : found.sizes)) return undefined
  const [length = 0] = found.sizes
  return different(
    'length',
    /char|binary/.test(wanted.base) && length < (wanted.sizes[0] ?? 0) ? length : undefined,
  )
}

/** Whether a number is rounded to a fixed number of decimals, which Prisma's types do not have. */
const isFixed = ({ base, sizes }: ReturnType<typeof partsOf>): boolean =>
  /^(?:double|float)/.test(base) && sizes.length > 0

/** The maximum number of characters in Prisma's default type for text. */
const USUAL = 191

/**
 * Without a native type, any type that stores at least the same values as Prisma's default type is accepted.
 */
function defaultDifference(
  type: string,
  found: ReturnType<typeof partsOf>,
  different: (kind: TypeDifference['kind'], shortest?: number) => TypeDifference,
): TypeDifference | undefined {
  const { base, sizes } = found
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
      if (base !== 'double') return different('type')
      return isFixed(found) ? different('length') : undefined
    case 'Decimal':
      if (base !== 'decimal') return different('type')
      return isWideDecimal([length, ...(scale === undefined ? [] : [scale])])
        ? undefined
        : different('length')
    case 'Boolean':
      return base === 'tinyint' || base === 'bit' ? undefined : different('type')
    case 'DateTime':
      // A TIMESTAMP has a narrower range: 1970 to 2038.
      if (base !== 'datetime') return different('type')
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
  if (preset?.startsWith("'") !== true || column.default.kind !== 'literal') return preset
  return literal(column.type === 'DateTime' ? timeOf(column.default.value, column) : column.default.value)
}

function fixOf(change: Change): string | undefined {
  const table = quote(change.kind === 'create table' ? change.table.name : change.now.name)
  switch (change.kind) {
    case 'create table':
      return createTable(change)
    case 'add column':
      return `ALTER TABLE ${table} ADD COLUMN ${definitionOf(change.column, change.now)};`
    case 'type':
    case 'null':
    case 'default':
    case 'values':
      return `ALTER TABLE ${table} MODIFY COLUMN ${definitionOf(change.column, change.now, change.actual)};`
    case 'optional':
      return `ALTER TABLE ${table} MODIFY COLUMN ${quote(change.actual.name)} ${change.actual.type} NULL;`
    case 'plain': {
      const { column, actual } = change
      const fresh = { ...column, name: `${column.name}_new`, isNullable: true }
      return [
        `ALTER TABLE ${table} ADD COLUMN ${definitionOf(fresh, change.now)};`,
        `UPDATE ${table} SET ${quote(fresh.name)} = ${quote(actual.name)};`,
        `ALTER TABLE ${table} DROP COLUMN ${quote(actual.name)};`,
        `ALTER TABLE ${table} CHANGE COLUMN ${quote(fresh.name)} ${definitionOf(column, change.now)};`,
      ].join('\n')
    }
    case 'key': {
      const drop = change.now.key.length > 0 ? 'DROP PRIMARY KEY, ' : ''
      return `ALTER TABLE ${table} ${drop}ADD PRIMARY KEY (${change.table.key.map(quote).join(', ')});`
    }
    case 'unique':
    case 'index':
      return createIndex(change.index, table, change.kind === 'unique')
    case 'drop unique': {
      // MariaDB requires an index for each foreign key.
      const kept = keyIndex(change.name, change.now)
      const create =
        kept === undefined
          ? ''
          : `CREATE INDEX ${quote(kept.name)} ON ${table} (${kept.columns.map(quote).join(', ')});\n`
      return `${create}DROP INDEX ${quote(change.name)} ON ${table};`
    }
    case 'foreign key': {
      const { key, replaces } = change
      const drop = replaces === undefined ? '' : `ALTER TABLE ${table} DROP FOREIGN KEY ${quote(replaces)};\n`
      const retype = retypedColumns(change).map((each) => `ALTER TABLE ${table} MODIFY COLUMN ${each};\n`)
      return `${drop}${engines(change)}${retype.join('')}ALTER TABLE ${table} ADD CONSTRAINT ${quote(replaces ?? key.name)} ${foreignKeySql(key, quote(key.table), quote)};`
    }
    case 'drop foreign key':
      return `ALTER TABLE ${table} DROP FOREIGN KEY ${quote(change.name ?? '')};`
    case 'drop trigger':
      return `DROP TRIGGER ${quote(change.name)};`
  }
}

/** A foreign key has no effect in a table whose engine is not InnoDB. */
const engines = ({ now, target }: Extract<Change, { readonly kind: 'foreign key' }>): string =>
  [now, ...(target ? [target] : [])]
    .filter(({ engine = '' }) => engine !== '' && engine !== 'InnoDB')
    .map((each) => `${engineSql(each)}\n`)
    .join('')

/** The columns of a foreign key whose type differs from the type that they refer to, which MariaDB rejects. */
function retypedColumns({
  key,
  now,
  table,
  target,
}: Extract<Change, { readonly kind: 'foreign key' }>): readonly string[] {
  return key.columns.flatMap((name, index) => {
    const own = columnIn(now, name)
    const other = target && columnIn(target, key.references[index])
    const column = table.columns.find((each) => each.name === name)
    if (!own || !other || !column || partsOf(own.type).base === partsOf(other.type).base) return []
    return [definitionOf(column, now, { ...own, type: other.type })]
  })
}

const columnIn = ({ columns }: Table, name = ''): Column | undefined =>
  columns.find((column) => column.name.toLowerCase() === name.toLowerCase())

/** The index that a foreign key needs after an index is dropped; undefined if another index serves it. */
function keyIndex(
  dropped: string,
  { indexes, key, foreignKeys }: Table,
): Pick<ExpectedIndex, 'name' | 'columns'> | undefined {
  const others = [key, ...indexes.flatMap(({ name, columns }) => (name === dropped ? [] : [columns]))]
  const used = indexes.find(({ name }) => name === dropped)?.columns ?? []
  const needed = foreignKeys.find(
    ({ columns }) => begins(used, columns) && !others.some((each) => begins(each, columns)),
  )
  if (!needed) return undefined
  const isFree = (name: string): boolean => indexes.every((each) => each.name !== name)
  const name = [needed.name ?? '', `${dropped}_idx`].find((each) => each !== '' && isFree(each))
  return { name: name ?? `${dropped}_idx_2`, columns: needed.columns }
}

const begins = (columns: readonly string[], start: readonly string[]): boolean =>
  start.every((name, index) => columns[index] === name)

/** The columns of an index, with the lengths of text columns, without which MariaDB cannot index them. */
const partsOfIndex = ({ columns, lengths = [] }: ExpectedIndex): string =>
  columns
    .map((name, index) => `${quote(name)}${lengths[index] === undefined ? '' : `(${lengths[index]})`}`)
    .join(', ')

const createIndex = (index: ExpectedIndex, table: string, isUnique: boolean): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quote(index.name)} ON ${table} (${partsOfIndex(index)});`

function createTable({
  table: { name, columns, key, uniques, indexes },
  keys,
}: Extract<Change, { readonly kind: 'create table' }>): string {
  const [own, others] = [
    keys.filter(({ table }) => table.name === name),
    keys.filter(({ table }) => table.name !== name),
  ]
  const list = (names: readonly string[]): string => names.map(quote).join(', ')
  const parts = [
    ...columns.map((column) => definitionOf(column)),
    ...(key.length > 0 ? [`PRIMARY KEY (${list(key)})`] : []),
    ...uniques.map((each) => `UNIQUE INDEX ${quote(each.name)} (${partsOfIndex(each)})`),
    ...indexes.map((each) => `INDEX ${quote(each.name)} (${partsOfIndex(each)})`),
    ...own.map(constraintOf),
  ]
  const create = `CREATE TABLE ${quote(name)} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;`
  return [
    create,
    ...others.map((each) => `ALTER TABLE ${quote(each.table.name)} ADD ${constraintOf(each)};`),
  ].join('\n')
}

const constraintOf = ({ key }: OwnedKey): string =>
  `CONSTRAINT ${quote(key.name)} ${foreignKeySql(key, quote(key.table), quote)}`

/** The definition of a column. Of an existing one, it keeps what the schema does not say. */
function definitionOf(column: ExpectedColumn, table?: Table, actual?: Column): string {
  const preset = presetOf(column) ?? (actual && keptDefault(column, actual))
  const counts = column.default.kind === 'autoincrement' ? ' AUTO_INCREMENT' : ''
  return `${quote(column.name)} ${keptType(column, actual)}${charsetOf(column, table, actual)}${column.isNullable ? ' NULL' : ' NOT NULL'}${counts}${preset === undefined ? '' : ` DEFAULT ${preset}`}`
}

/** A column keeps a type that stores more than the schema requires. */
const keptType = (column: ExpectedColumn, actual: Column | undefined): string =>
  actual === undefined || column.enum || column.type === 'Json' || differenceOf(column, actual)
    ? typeOf(column)
    : actual.type

/** A column keeps a default that the schema does not describe. */
function keptDefault({ default: { kind } }: ExpectedColumn, { default: preset }: Column): string | undefined {
  if (kind !== 'free' && kind !== 'expression') return undefined
  if (preset.kind === 'literal') return literal(preset.value)
  return preset.kind === 'expression' ? preset.text : undefined
}

/** The character set of a text column, if that of its table cannot store every character, or the column has another. */
function charsetOf(column: ExpectedColumn, table: Table | undefined, actual: Column | undefined): string {
  const isText = column.enum !== undefined || TEXT.test(partsOf(typeOf(column)).base)
  if (!isText || table?.collation === undefined) return ''
  const isKept = actual?.charset === 'utf8mb4'
  const collation = isKept ? (actual.collation ?? '') : 'utf8mb4_unicode_ci'
  const isGiven = isKept
    ? collation === table.collation
    : table.collation.startsWith('utf8mb4') && !actual?.charset
  return isGiven ? '' : ` CHARACTER SET utf8mb4 COLLATE ${collation}`
}
