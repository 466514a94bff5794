import { listed } from '../diagnostic/words.js'
import { ALL, READS, WRITES } from './affected.js'
import type { Comparison } from './comparison.js'
import type { Column, StoredDefault } from './database.js'
import type { ExpectedColumn } from './expected.js'
import { familyOf } from './dialect/sql.js'
import type { Finding } from './finding.js'
import { listOf } from './unknown.js'

/** The differences between a table's columns in the database and in the schema. */
export function compareColumns(pair: Comparison): readonly Finding[] {
  const { expected, actual, fold } = pair
  const existing = new Map(actual.columns.map((column) => [fold(column.name), column]))
  return [
    ...expected.columns.flatMap((column) => {
      const found = existing.get(fold(column.name))
      return found ? compareColumn(column, found, pair) : [missingColumn(column, pair)]
    }),
    ...unknownColumns(pair),
  ]
}

const finding = (
  { expected }: Comparison,
  column: ExpectedColumn,
  rest: Omit<Finding, 'at' | 'table' | 'column'>,
): Finding => ({ at: column.at, table: expected.name, column: column.name, ...rest })

function missingColumn(column: ExpectedColumn, pair: Comparison): Finding {
  const { expected, actual, affected, fix } = pair
  return finding(pair, column, {
    code: 'JG902',
    message: `The column ${expected.name}.${column.name} does not exist`,
    effect: 'return 500',
    requests: affected.requests(expected.model, ALL.slice(0, 4), column.field),
    fix: fix({ kind: 'add column', table: expected, column, now: actual }),
  })
}

function compareColumn(column: ExpectedColumn, actual: Column, pair: Comparison): readonly Finding[] {
  if (pair.expected.isView || pair.actual.isView) return viewFindings(column, actual, pair)
  const generated = generatedFinding(column, actual, pair)
  // A generated column has no default, and its nullability follows from its expression.
  if (generated || actual.isGenerated) return generated ? [generated] : []
  const type = typeFinding(column, actual, pair)
  return [
    ...(type ? [type] : valueFindings(column, actual, pair)),
    ...nullFindings(column, actual, pair),
    ...defaultFindings(column, actual, pair),
    ...renewedFindings(column, actual, pair),
  ]
}

/** A view has no constraints, and an expression in it often has a wider type. */
function viewFindings(column: ExpectedColumn, actual: Column, pair: Comparison): readonly Finding[] {
  const [wanted, found] = [familyOf(pair.dialect.typeOf(column)), familyOf(actual.type)]
  const isOther = wanted !== found && wanted !== undefined && found !== undefined && !column.enum
  const type = isOther ? typeFinding(column, actual, pair) : undefined
  return type?.code === 'JG903' ? [type] : []
}

function generatedFinding(column: ExpectedColumn, actual: Column, pair: Comparison): Finding | undefined {
  const { expected, affected, fix } = pair
  if (!actual.isGenerated || column.default.kind === 'expression') return undefined
  const isWritten = affected.isWritten(expected.model, column.field)
  if (column.isNullable && !isWritten) return undefined
  return finding(pair, column, {
    code: 'JG911',
    message: `The database calculates ${expected.name}.${column.name}, but the schema says that requests write it`,
    effect: 'return 500 when the column is set',
    requests: affected.requests(expected.model, WRITES, column.field),
    fix: fix({ kind: 'plain', table: expected, column, now: pair.actual, actual }),
  })
}

function typeFinding(column: ExpectedColumn, actual: Column, pair: Comparison): Finding | undefined {
  const { expected, affected, fix, dialect, database } = pair
  const difference = dialect.differenceOf(column, actual, database)
  if (!difference) return undefined
  const isType = difference.kind === 'type'
  const { shortest } = difference
  return finding(pair, column, {
    code: isType ? 'JG903' : 'JG904',
    message: `${expected.name}.${column.name} has the type ${difference.actual} instead of ${difference.expected}`,
    effect: isType
      ? 'return 500, or store and return different values'
      : shortest === undefined
        ? 'store values of a different length or precision than the schema permits'
        : `return 422 for values longer than ${shortest}`,
    requests: affected.requests(expected.model, isType ? ALL.slice(0, 4) : WRITES, column.field),
    fix: fix({ kind: 'type', table: expected, column, now: pair.actual, actual }),
  })
}

function valueFindings(column: ExpectedColumn, actual: Column, pair: Comparison): readonly Finding[] {
  const { expected, affected, fix, others } = pair
  const { enum: wanted } = column
  if (!wanted || !actual.values) return []
  const { values } = actual
  const lacking = wanted.values.filter((value) => !values.includes(value))
  const extra = values.filter((value) => !wanted.values.includes(value))
  if (lacking.length === 0 && extra.length === 0) return []
  const parts = [
    ...(lacking.length > 0 ? [`lacks ${listed(lacking)}`] : []),
    ...(extra.length > 0 ? [`also has ${listed(extra)}`] : []),
  ]
  const holders = others.flatMap((table) =>
    table.columns.filter((each) => each.enum?.model === wanted.model).map((each) => [table, each] as const),
  )
  return [
    finding(pair, column, {
      code: 'JG907',
      message: `The enum of ${expected.name}.${column.name} ${parts.join(' and ')}`,
      effect:
        lacking.length > 0
          ? `return 500 for ${listed(lacking, 'or')}`
          : `return 500 for rows with ${listed(extra, 'or')}`,
      requests: affected.requests(
        expected.model,
        lacking.length > 0 ? ['index', ...WRITES] : READS,
        column.field,
      ),
      fix: fix({ kind: 'values', table: expected, column, now: pair.actual, actual, holders }),
    }),
  ]
}

function nullFindings(column: ExpectedColumn, actual: Column, pair: Comparison): readonly Finding[] {
  const { expected, affected, fix } = pair
  // Prisma creates lists without NOT NULL, and reads NULL as an empty list.
  if (column.isList || column.isNullable === actual.isNullable) return []
  return [
    finding(pair, column, {
      code: 'JG905',
      message: `${expected.name}.${column.name} ${actual.isNullable ? 'may be NULL, but is required' : 'is NOT NULL, but optional'} in the schema`,
      effect: actual.isNullable
        ? 'return 500 for rows with NULL'
        : 'return 422 without a value, or with null',
      requests: affected.requests(expected.model, actual.isNullable ? READS : WRITES, column.field),
      fix: fix({ kind: 'null', table: expected, column, now: pair.actual, actual }),
    }),
  ]
}

function defaultFindings(column: ExpectedColumn, actual: Column, pair: Comparison): readonly Finding[] {
  const { expected, affected, fix } = pair
  if (isSameDefault(column, actual.default, pair)) return []
  const isFilled = column.default.kind === 'autoincrement' || column.default.kind === 'expression'
  return [
    finding(pair, column, {
      code: 'JG906',
      message: `${expected.name}.${column.name} has ${spoken(actual.default, column)} instead of ${wanted(column)}`,
      effect:
        isFilled && actual.default.kind === 'none'
          ? 'return 500 or 422, because nothing fills the column'
          : "store different values when the column is omitted, on Kysely and in SQL; the Prisma Client sends the schema's default",
      requests: affected.requests(expected.model, ['create'], column.field),
      fix: fix({ kind: 'default', table: expected, column, now: pair.actual, actual }),
    }),
  ]
}

/** MariaDB itself does this to a table's first TIMESTAMP, and Prisma to a field with `@updatedAt`. */
function renewedFindings(column: ExpectedColumn, actual: Column, pair: Comparison): readonly Finding[] {
  const { expected, affected, fix } = pair
  const isUsual =
    column.default.kind === 'free' || (column.native?.[0] === 'Timestamp' && column.default.kind === 'none')
  if (actual.isRenewed !== true || isUsual) return []
  return [
    finding(pair, column, {
      code: 'JG906',
      message: `Each update sets ${expected.name}.${column.name} to the current time`,
      effect: 'also change the column',
      requests: affected.requests(expected.model, ['update']),
      fix: fix({ kind: 'default', table: expected, column, now: pair.actual, actual }),
    }),
  ]
}

function isSameDefault(
  column: ExpectedColumn,
  actual: StoredDefault,
  { database: { provider } }: Comparison,
): boolean {
  const { default: preset, type, isList } = column
  switch (preset.kind) {
    case 'free':
      return true
    case 'none':
      // SQLite increments every integer key by itself, and MariaDB fills in a table's first TIMESTAMP.
      return (
        actual.kind === 'none' ||
        (provider === 'sqlite' && actual.kind === 'autoincrement') ||
        (provider === 'mysql' && column.native?.[0] === 'Timestamp' && actual.kind === 'now')
      )
    case 'now':
      return actual.kind === 'now'
    case 'autoincrement':
      // On SQLite, Prisma creates a BIGINT, which SQLite does not increment by itself.
      return actual.kind === 'autoincrement' || (provider === 'sqlite' && type === 'BigInt')
    case 'expression':
      // For dbgenerated() without SQL, Prisma creates a column without a default.
      return actual.kind !== 'none' || (preset.sql === undefined && column.isNullable)
    case 'literal':
      if (actual.kind === 'none') return false
      if (!preset.isPlain || actual.kind === 'expression') return actual.kind !== 'autoincrement'
      return (
        actual.kind === 'literal' &&
        (isList
          ? isSameList(preset.value, actual.value, type)
          : isSameValue(provider === 'mysql' ? narrow(preset.value) : preset.value, actual.value, type))
      )
  }
}

/** A text as MariaDB's catalog contains it, whose character set is narrow. */
const narrow = (text: string): string => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')

function isSameValue(one: string, other: string, type: string): boolean {
  switch (type) {
    case 'Boolean':
      return isYes(one) === isYes(other)
    case 'Float':
      return Number(one) === Number(other)
    case 'Json':
      return plainJson(one) === plainJson(other)
    case 'Int':
    case 'BigInt':
    case 'Decimal':
      return digits(one) === digits(other)
    default:
      return one === other
  }
}

function isSameList(one: string, other: string, type: string): boolean {
  const [wanted, found] = [listOf(one), listOf(other)]
  return (
    wanted.length === found.length &&
    wanted.every((value, index) => isSameValue(value, found[index] ?? '', type))
  )
}

/** JSON with sorted names and without whitespace. */
function plainJson(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text)))
  } catch {
    return text
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(names.map(([name, each]) => [name, sorted(each)]))
}

const isYes = (text: string): boolean => /^(?:true|t|1)$/i.test(text)

/** A number without a plus sign and without superfluous zeros. */
function digits(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim()) ?? []
  return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`
}

function spoken(preset: StoredDefault, { isList }: ExpectedColumn): string {
  switch (preset.kind) {
    case 'none':
      return 'no default'
    case 'literal':
      return `the default ${isList ? preset.value : JSON.stringify(preset.value)}`
    case 'expression':
      return `the default ${preset.text}`
    case 'now':
    case 'autoincrement':
      return `the default ${preset.kind}()`
  }
}

function wanted({ default: preset, isList }: ExpectedColumn): string {
  switch (preset.kind) {
    case 'none':
    case 'free':
      return 'none'
    case 'literal':
      return isList ? preset.value : JSON.stringify(preset.value)
    case 'expression':
      return preset.sql ?? 'dbgenerated()'
    case 'now':
    case 'autoincrement':
      return `${preset.kind}()`
  }
}

/** Columns that the database requires although the schema lacks them. */
function unknownColumns({ expected, actual, fold, affected, fix }: Comparison): readonly Finding[] {
  if (expected.isView || actual.isView) return []
  const known = new Set([...expected.columns.map(({ name }) => name), ...expected.unreadable].map(fold))
  const existing = new Set(actual.columns.map(({ name }) => fold(name)))
  // A column that Prisma cannot read may have another name in the database.
  if (expected.unreadable.some((name) => !existing.has(fold(name)))) return []
  return actual.columns
    .filter(
      (column) =>
        !known.has(fold(column.name)) &&
        !column.isNullable &&
        column.default.kind === 'none' &&
        !column.isGenerated,
    )
    .map((column) => ({
      code: 'JG918',
      at: expected.at,
      table: expected.name,
      column: column.name,
      message: `${expected.name}.${column.name} is NOT NULL without a default, but is not in the schema`,
      effect: 'return 500, because nothing fills the column',
      requests:
        expected.model === undefined
          ? affected.links(expected.relations)
          : affected.requests(expected.model, ['create']),
      fix: fix({ kind: 'optional', table: expected, now: actual, actual: column }),
    }))
}
