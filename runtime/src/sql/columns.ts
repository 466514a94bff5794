import { columnOf, type Column, type Datamodel, isNeverNull } from '../datamodel/datamodel.js'
import { digitsOfDecimal } from '../vocabulary/values/decimal-digits.js'
import { ofModel } from '../datamodel/cache-by-model.js'

/** A fact about each column of a model, by name. */
type OfColumns<Fact> = (datamodel: Datamodel, model: string) => ReadonlyMap<string, Fact>

/** The columns of a model that are never null. */
export const requiredColumns: (datamodel: Datamodel, model: string) => ReadonlySet<string> =
  namesWhere(isNeverNull)

/** The columns that a new row must set. */
export const neededColumns: (datamodel: Datamodel, model: string) => ReadonlySet<string> = namesWhere(
  (column) => isNeverNull(column) && !column.isFilled,
)

/** The columns of a model that store only a day (`@db.Date`). */
export const columnsOfDays: (datamodel: Datamodel, model: string) => ReadonlySet<string> = namesWhere(
  ({ type, native }) => type.kind === 'datetime' && native?.name === 'Date',
)

/** The stored value of a column. An enum value may have a different name in the store (`@map`). */
export const storedValue = (datamodel: Datamodel, model: string, name: string, value: unknown): unknown =>
  columnOf(datamodel, model, name)?.storedValues.get(String(value)) ?? value

/** The number of decimal places in each decimal column. */
export const scalesOf: OfColumns<number> = factsWhere(({ type, native }) =>
  type.kind === 'decimal' ? digitsOfDecimal(native).places : undefined,
)

/**
 * How many digits of a second each column with a time of day has (`@db.Time`): six on PostgreSQL and none on MySQL, if
 * the datamodel does not say.
 */
export const timesOfDay: OfColumns<number> = factsWhere(({ type, native }, { provider }) => {
  const isTime = type.kind === 'datetime' && /^Time(?:tz)?$/.test(native?.name ?? '')
  return isTime ? (native?.sizes[0] ?? (provider === 'mysql' ? 0 : 6)) : undefined
})

/**
 * How many digits of a second the columns of moments have that are coarser than milliseconds: `@db.DateTime(0)`, and
 * `@db.DateTime` on MySQL.
 */
export const coarseMoments: OfColumns<number> = factsWhere(({ type, native }, { provider }) => {
  const isMoment = type.kind === 'datetime' && /^(?:DateTime|Timestamp|Timestamptz)$/.test(native?.name ?? '')
  const digits = isMoment ? (native?.sizes[0] ?? (provider === 'mysql' ? 0 : undefined)) : undefined
  return digits !== undefined && digits < 3 ? digits : undefined
})

/** The number of digits before the point in each decimal column, if the datamodel specifies it. */
export const wholeDigitsOf: OfColumns<number> = factsWhere(({ type, native }) =>
  type.kind === 'decimal' ? digitsOfDecimal(native).whole : undefined,
)

/**
 * The maximum number of characters in text columns: PostgreSQL does not name the column of a string that is too long,
 * and both PostgreSQL and MySQL silently drop its trailing spaces.
 */
export const lengthsOf: OfColumns<number> = factsWhere(({ type, native }, { provider = '' }) => {
  if (type.kind !== 'string') return undefined
  if (native === undefined) return provider === 'mysql' ? 191 : undefined
  return /^(?:Var)?Char$/.test(native.name) ? (native.sizes[0] ?? LENGTHS[native.name]) : undefined
})

const LENGTHS: Readonly<Record<string, number>> = { Char: 1 }

/** The columns of four-byte floats. */
export const singleFloats: (datamodel: Datamodel, model: string) => ReadonlySet<string> = namesWhere(
  ({ type, native }) => type.kind === 'float' && /^(?:Real|Float4|Float)$/.test(native?.name ?? ''),
)

function namesWhere(
  isMeant: (column: Column) => boolean,
): (datamodel: Datamodel, model: string) => ReadonlySet<string> {
  return ofModel(
    ({ columns }) =>
      new Set([...columns.values()].flatMap((column) => (isMeant(column) ? [column.name] : []))),
  )
}

function factsWhere(factOf: (column: Column, datamodel: Datamodel) => number | undefined): OfColumns<number> {
  return ofModel(
    ({ columns }, datamodel) =>
      new Map(
        [...columns.values()].flatMap((column) => {
          const fact = factOf(column, datamodel)
          return fact === undefined ? [] : [[column.name, fact] as const]
        }),
      ),
  )
}
