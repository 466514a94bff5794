import { memberOf } from '../../base/cast.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { type Column, type Datamodel, isNeverNull } from '../../datamodel/datamodel.js'
import { compareDecimals, decimalParts } from '../../vocabulary/values/decimal.js'
import { digitsOfDecimal } from '../../vocabulary/values/decimal-digits.js'
import { isSingleFloat } from '../columns.js'
import { shortestSingle } from '../single-float.js'
import { ofModel } from '../../datamodel/cache-by-model.js'
import { type NativeType, storedTypeOf } from '../../datamodel/stored-types.js'
import { RefusedValues } from './refused-values.js'

/**
 * Rejects values that Prisma would reject with a less helpful error, or would not read back as written, because they do
 * not fit their column. The error names all columns that are at fault for the same reason.
 *
 * Throws RefusedValues.
 */
export function refuseUnfit(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: Pick<AdapterResource, 'model'>,
): void {
  for (const { kind, columns } of limitsOf(datamodel, String(model))) {
    const refused = columns.filter(([name, isRefused]) => {
      const value = memberOf(parameters, name)
      return Array.isArray(value) ? value.some(isRefused) : value !== undefined && isRefused(value)
    })
    if (refused.length > 0) {
      throw new RefusedValues(
        kind,
        refused.map(([name]) => name),
      )
    }
  }
}

type Kind = ConstructorParameters<typeof RefusedValues>[0]

type IsRefused = (value: unknown) => boolean

/** The columns that do not keep all values of their type, with the first reason first. */
const limitsOf = ofModel(({ name, columns }, datamodel) =>
  LIMITS.flatMap(({ kind, of }) => {
    const limited = [...columns.values()].flatMap((column) => {
      const isRefused = of(column, datamodel.provider ?? '', storedTypeOf(datamodel, name, column.name))
      return isRefused ? [[column.name, isRefused] as const] : []
    })
    return limited.length === 0 ? [] : [{ kind, columns: limited }]
  }),
)

/** A reason to refuse values: which of them, in the columns that it concerns. */
interface Limit {
  readonly kind: Kind
  readonly of: (column: Column, provider: string, stored: NativeType | undefined) => IsRefused | undefined
}

const LIMITS: readonly Limit[] = [
  {
    // Prisma's own error may name a different column, because if one foreign key is null, it does not accept any.
    kind: 'notNull',
    of: (column) => (isNeverNull(column) ? (value) => value === null : undefined),
  },
  {
    // MySQL keeps the years 1 to 99, but Prisma's driver adapter reads `0050-01-01 00:00:00` as a moment of 1950.
    kind: 'outOfRange',
    of: ({ type: { kind }, native }, provider) =>
      provider === 'mysql' && (kind === 'date' || (kind === 'datetime' && native?.name !== 'Date'))
        ? (value) => value instanceof Date && value.getTime() < FIRST_READ
        : undefined,
  },
  {
    // A decimal with more places than the column has. SQLite stores doubles.
    kind: 'tooPrecise',
    of: ({ type, native }, provider) => {
      if (type.kind !== 'decimal') return undefined
      const { places } = digitsOfDecimal(native)
      return ofDecimal((text) => (provider === 'sqlite' ? !isDouble(text) : placesOf(text) > places))
    },
  },
  {
    // Prisma silently drops any day except 1 January 1970 from a time of day.
    kind: 'outOfRange',
    of: (column) => (isTimeOfDay(column) ? ofMoment((moment) => moment < 0 || moment >= A_DAY) : undefined),
  },
  {
    kind: 'tooPrecise',
    of: (column, provider) =>
      isTimeOfDay(column)
        ? ofMoment(hasMoreDigits(column.native?.sizes[0] ?? (provider === 'mysql' ? 0 : 6)))
        : undefined,
  },
  { kind: 'misfit', of: (_column, _provider, stored) => misfits(stored, 'misfit') },
  { kind: 'outOfRange', of: (_column, _provider, stored) => misfits(stored, 'outOfRange') },
  {
    // `@db.DateTime(0)`, and `@db.DateTime` on MySQL: the store would truncate or round a finer moment.
    kind: 'tooPrecise',
    of: ({ type, native }, provider) => {
      const isMoment =
        type.kind === 'datetime' && /^(?:DateTime|Timestamp|Timestamptz)$/.test(native?.name ?? '')
      const digits = isMoment ? (native?.sizes[0] ?? (provider === 'mysql' ? 0 : undefined)) : undefined
      return digits === undefined ? undefined : ofMoment(hasMoreDigits(digits))
    },
  },
  {
    kind: 'tooPrecise',
    of: (column) =>
      isSingleFloat(column)
        ? (value) => (value ?? null) !== null && shortestSingle(Number(value)) !== Number(value)
        : undefined,
  },
  {
    // PostgreSQL does not name the column of a string that is too long, and the stores silently drop trailing spaces.
    kind: 'tooLong',
    of: (column, provider) => {
      const length = lengthOf(column, provider)
      if (length === undefined) return undefined
      // A character beyond U+FFFF has two code units.
      return (value) => typeof value === 'string' && value.length > length && [...value].length > length
    },
  },
  {
    // PostgreSQL does not name the column of a decimal with too many digits before the point.
    kind: 'outOfRange',
    of: ({ type, native }, provider) => {
      const digits = type.kind === 'decimal' ? digitsOfDecimal(native).whole : undefined
      if (digits === undefined || provider === 'sqlite') return undefined
      return ofDecimal((text) => (compareDecimals(text.replace('-', ''), `1e${digits}`) ?? 0) >= 0)
    },
  },
]

const FIRST_READ = Date.parse('0100-01-01T00:00:00.000Z')

const A_DAY = 24 * 60 * 60 * 1000

const isTimeOfDay = ({ type, native }: Column): boolean =>
  type.kind === 'datetime' && /^Time(?:tz)?$/.test(native?.name ?? '')

const ofMoment =
  (isRefused: (milliseconds: number) => boolean): IsRefused =>
  (value) =>
    value instanceof Date && isRefused(value.getTime())

/** Whether a moment has more digits of a second than a column. */
const hasMoreDigits =
  (digits: number) =>
  (milliseconds: number): boolean =>
    milliseconds % 10 ** Math.max(0, 3 - digits) !== 0

/** The values that the store's type does not accept, such as an invalid address: PostgreSQL does not name the column. */
const misfits = (stored: NativeType | undefined, fault: NativeType['fault']): IsRefused | undefined =>
  stored?.fault === fault ? (value) => isValue(value) && !stored.takes(value) : undefined

/** Whether this is a value instead of a Prisma operation. A decimal is an object with a string form. */
const isValue = (value: unknown): boolean => {
  if (value === null || value === undefined) return false
  return typeof value !== 'object' || value instanceof Uint8Array || decimalParts(String(value)) !== undefined
}

/** A string, a number, or a Decimal of any library. Prisma refuses anything else, such as an operation. */
const ofDecimal =
  (isRefused: (text: string) => boolean): IsRefused =>
  (value) => {
    const text = String(value)
    return decimalParts(text) !== undefined && isRefused(text)
  }

const isDouble = (text: string): boolean => compareDecimals(text, String(Number(text))) === 0

function placesOf(text: string): number {
  const { digits, scale } = decimalParts(text) ?? { digits: 0n, scale: 0 }
  const zeros = digits === 0n ? 0 : (/0*$/.exec(String(digits))?.[0].length ?? 0)
  return digits === 0n ? 0 : scale - zeros
}

/** The maximum number of characters in a text column. */
function lengthOf({ type, native }: Column, provider: string): number | undefined {
  if (type.kind !== 'string') return undefined
  if (native === undefined) return provider === 'mysql' ? 191 : undefined
  const unsized = native.name === 'Char' ? 1 : undefined
  return /^(?:Var)?Char$/.test(native.name) ? (native.sizes[0] ?? unsized) : undefined
}
