import { columnOf, type Datamodel, type NativeName } from '../adapter/datamodel.js'
import type { AttributeType } from '../vocabulary/type.js'

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
  datamodel: Datamodel,
  model: string,
  name: string,
  provider: string,
): AttributeType | undefined {
  const column = columnOf(datamodel, model, name)
  if (!column || column.type.list) return undefined
  const { type } = column
  const native = column.native?.name
  switch (type.kind) {
    case 'datetime':
      return isOfMilliseconds(column.native, provider) ? type : undefined
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
function isOfMilliseconds(native: NativeName | undefined, provider: string): boolean {
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
