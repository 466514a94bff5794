import { columnOf, type Datamodel, type NativeName } from '../adapter/datamodel.js'
import type { AttributeType } from '../vocabulary/type.js'

/** Types of the store whose values keep their order and equality when they are read and compared. */
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
 * The type of a column in cursors (rule 24.3). Undefined if Prisma does not read its values as the store compares them:
 * a moment finer than a JavaScript date, a float of four bytes, a text that the store pads with blanks.
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
      // PostgreSQL pads such a text with blanks, and compares it with a text that has none.
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

/**
 * A column that Prisma creates without a type of the store has three digits of a second; other columns have six on
 * PostgreSQL, and none on MySQL.
 */
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
