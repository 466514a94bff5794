import { columnOf, type Column, type Datamodel, isNeverNull } from '../adapter/datamodel.js'
import { ofModel } from './of-model.js'

/** What follows from the columns of a model, by their names. */
type OfColumns<Fact> = (datamodel: Datamodel, model: string) => ReadonlyMap<string, Fact>

/** The columns of a model that can't be null. */
export const requiredColumns: (datamodel: Datamodel, model: string) => ReadonlySet<string> =
  namesWhere(isNeverNull)

/** The columns without a value of which the store takes no new row. */
export const neededColumns: (datamodel: Datamodel, model: string) => ReadonlySet<string> = namesWhere(
  (column) => isNeverNull(column) && !column.isFilled,
)

/** The columns of a model that hold a day alone (`@db.Date`). */
export const columnsOfDays: (datamodel: Datamodel, model: string) => ReadonlySet<string> = namesWhere(
  ({ type, native }) => type.kind === 'datetime' && native?.name === 'Date',
)

/** A value of a column as the store knows it: a value of an enum may have another name there (`@map`). */
export const storedValue = (datamodel: Datamodel, model: string, name: string, value: unknown): unknown =>
  columnOf(datamodel, model, name)?.storedValues.get(String(value)) ?? value

/** How many digits each column of decimals keeps behind the point. */
export const scalesOf: OfColumns<number> = factsWhere(({ type, native }) =>
  type.kind === 'decimal' ? scaleOf(native) : undefined,
)

/**
 * How many digits of a second each column of times of day keeps (`@db.Time`): where the datamodel names none, six on PostgreSQL,
 * and none on MySQL.
 */
export const timesOfDay: OfColumns<number> = factsWhere(({ type, native }, { provider }) => {
  const isTime = type.kind === 'datetime' && /^Time(?:tz)?$/.test(native?.name ?? '')
  return isTime ? (native?.sizes[0] ?? (provider === 'mysql' ? 0 : 6)) : undefined
})

/** How many digits of a second each column of moments keeps that says fewer than milliseconds (`@db.DateTime(0)`). */
export const coarseMoments: OfColumns<number> = factsWhere(({ type, native }) => {
  const isMoment = type.kind === 'datetime' && /^(?:DateTime|Timestamp|Timestamptz)$/.test(native?.name ?? '')
  const digits = isMoment ? native?.sizes[0] : undefined
  return digits !== undefined && digits < 3 ? digits : undefined
})

/** How many digits each column of decimals keeps in front of the point, where the datamodel says so. */
export const wholeDigitsOf: OfColumns<number> = factsWhere(({ type, native }) => {
  const [precision, scale = 0] = native?.name === 'Decimal' ? native.sizes : []
  return type.kind === 'decimal' && precision !== undefined ? precision - scale : undefined
})

/** Of `Decimal(10, 2)`, `Decimal(10)` and `Money`; Prisma gives a column without one 30 places. */
function scaleOf(native: Column['native']): number {
  if (native?.name === 'Money') return 2
  return native?.name === 'Decimal' && native.sizes.length > 0 ? (native.sizes[1] ?? 0) : 30
}

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
