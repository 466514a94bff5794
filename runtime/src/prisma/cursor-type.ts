import type { AttributeType } from '../vocabulary/type.js'
import { columnText, enumValuesOf } from './columns.js'
import { columnType, isEnum } from './datamodel.js'

/** Types of the store's own that are compared as they are ordered, and read as they are compared. */
const TEXTS: ReadonlySet<unknown> = new Set([
  undefined,
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
 * The type of a column as a cursor takes it (rule 24.3). Undefined for one whose values Prisma does not read as the store
 * compares them: a moment finer than a JavaScript date, a float of four bytes, a text that ends in blanks nobody wrote.
 */
export function cursorTypeOf(
  client: object,
  model: string,
  column: string,
  provider: string,
): AttributeType | undefined {
  const type = columnType(client, model, column)
  if (!type || type.list) return undefined
  if (isEnum(client, model, column)) {
    return { ...type, kind: 'enum', values: enumValuesOf(client, model, column) }
  }
  const text = columnText(client, model, column)
  const [, native, digits] = /\s@\w+\.(\w+)(?:\((\d+))?/.exec(text) ?? []
  switch (type.kind) {
    case 'datetime':
      return isOfMilliseconds(native, digits, provider) ? type : undefined
    case 'string':
      if (native === 'Uuid') return { ...type, kind: 'uuid' }
      // PostgreSQL fills such a text with blanks, and compares it with a text that has none.
      if (native === 'Char') return provider === 'mysql' ? type : undefined
      return TEXTS.has(native) ? type : undefined
    case 'float':
      return FLOATS.has(native) ? type : undefined
    case 'decimal':
      return DECIMALS.has(native) ? type : undefined
    case 'json':
    case 'bytes':
      return undefined
    default:
      return type
  }
}

/** What Prisma makes without a type of the store's has three digits; those have six on PostgreSQL, and none on MySQL. */
function isOfMilliseconds(native: string | undefined, digits: string | undefined, provider: string): boolean {
  switch (native) {
    case undefined:
    case 'Date':
      return true
    case 'DateTime':
    case 'Timestamp':
    case 'Timestamptz':
      return Number(digits ?? (provider === 'mysql' ? 0 : 6)) <= 3
    default:
      return false
  }
}
