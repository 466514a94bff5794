import type { Kind } from './values/type.js'

/** A type of the store, as the datamodel names it: `Decimal(10, 2)`. */
interface Native {
  readonly name: string
  readonly sizes: readonly number[]
}

/** Types of the store whose values keep their order and equality when they are read and compared. */
const TEXTS: ReadonlySet<unknown> = new Set([
  undefined,
  'Uuid',
  'Text',
  'VarChar',
  'NVarChar',
  'TinyText',
  'MediumText',
  'LongText',
])
const FLOATS: ReadonlySet<unknown> = new Set([undefined, 'DoublePrecision', 'Double'])
const DECIMALS: ReadonlySet<unknown> = new Set([undefined, 'Decimal'])

/**
 * Whether the values of a column may be part of a cursor. False if the value that an engine reads differs from the one
 * that the store compares, as for times more precise than a JavaScript Date, four-byte floats and padded text.
 */
export function hasCursorValues(kind: Kind, native: Native | undefined, provider: string): boolean {
  switch (kind) {
    case 'datetime':
      return isOfMilliseconds(native, provider)
    case 'string':
      // PostgreSQL pads such values with spaces, but compares them as if they had none.
      return native?.name === 'Char' ? provider === 'mysql' : TEXTS.has(native?.name)
    case 'float':
      return FLOATS.has(native?.name)
    case 'decimal':
      return DECIMALS.has(native?.name)
    case 'json':
    case 'bytes':
      return false
    case 'uuid':
    case 'integer':
    case 'bigint':
    case 'boolean':
    case 'date':
    case 'enum':
      return true
  }
}

/**
 * A column that Prisma creates without a type of the store has three digits of a second; other columns have six on
 * PostgreSQL, and none on MySQL.
 */
function isOfMilliseconds(native: Native | undefined, provider: string): boolean {
  switch (native?.name) {
    case undefined:
    case 'Date':
      return true
    case 'DateTime':
    case 'Timestamp':
    case 'Timestamptz':
      return (native?.sizes[0] ?? (provider === 'mysql' ? 0 : 6)) <= 3
    default:
      return false
  }
}
