import { memberOf } from '../../base/cast.js'
import { inRowsAtATime } from '../../sql/rows-at-a-time.js'
import type { PrismaDelegate } from '../client.js'
import { kindOfRefusal } from '../prisma-errors.js'

/** The aggregates to request: the fields of each operation of Prisma's. */
export type Selection = Readonly<Record<string, Readonly<Record<string, true>>>>

/** The rows to aggregate: the condition, and the page if there is one. */
export interface Bounds {
  readonly where: object
  readonly skip?: number
  readonly take?: number
}

/**
 * Runs an aggregate. SQLite fails if a sum exceeds 64 bits, and its driver fails if it exceeds 2^53; other stores do
 * not. Then only the summed columns are read, in parts. PostgreSQL fails if a sum exceeds the doubles: then each sum is
 * requested separately, and that one is infinite. SQLite fails on columns called `true` and `false`: Prisma aggregates over
 * a subquery, where SQLite does not find such columns. Then the selected columns are read.
 */
export async function aggregate(
  delegate: PrismaDelegate,
  selection: Selection,
  bounds: Bounds,
  primaryKey: readonly string[],
): Promise<object> {
  try {
    return await delegate.aggregate({ ...selection, ...bounds })
  } catch (error) {
    if (isOfWord(error)) return aggregateOfRows(delegate, selection, bounds, primaryKey)
    const { _sum: summed, ...others } = selection
    if (!summed || !(isIntegerOverflow(error) || isOutOfRange(error))) throw error
    const sums = isOutOfRange(error)
      ? await eachSum(delegate, Object.keys(summed), bounds)
      : memberOf(await aggregateOfRows(delegate, { _sum: summed }, bounds, primaryKey), '_sum')
    const rest = Object.keys(others).length > 0 ? await delegate.aggregate({ ...others, ...bounds }) : {}
    return { ...rest, _sum: sums }
  }
}

async function eachSum(
  delegate: PrismaDelegate,
  fields: readonly string[],
  bounds: object,
): Promise<Readonly<Record<string, unknown>>> {
  const sums: (readonly [string, unknown])[] = []
  for (const field of fields) {
    const sum = await delegate.aggregate({ _sum: { [field]: true }, ...bounds }).then(
      ({ _sum }) => memberOf(Object(_sum), field),
      (error: unknown) => {
        if (!isOutOfRange(error)) throw error
        return Number.POSITIVE_INFINITY
      },
    )
    sums.push([field, sum])
  }
  return Object.fromEntries(sums)
}

/** The aggregates of the rows themselves. */
async function aggregateOfRows(
  delegate: PrismaDelegate,
  selection: Selection,
  { skip = 0, take = Number.POSITIVE_INFINITY, where }: Bounds,
  primaryKey: readonly string[],
): Promise<object> {
  const fields = new Set(Object.values(selection).flatMap((of) => Object.keys(of)))
  fields.delete('_all')
  const names = [...primaryKey, ...fields]
  const select = Object.fromEntries(names.map((field) => [field, true] as const))
  const orderBy = primaryKey.map((column) => ({ [column]: 'asc' }))
  const found = Object.fromEntries(
    Object.entries(selection).map(([operation, of]) => [
      operation,
      Object.fromEntries(
        Object.keys(of).map((field): [string, unknown] => [field, operation === '_count' ? 0 : null]),
      ),
    ]),
  )
  await inRowsAtATime(
    (from, count) =>
      delegate.findMany({ where, select, orderBy, skip: skip + from, take: Math.min(count, take - from) }),
    (rows) => {
      for (const [operation, values] of Object.entries(found)) {
        for (const [field, value] of Object.entries(values)) {
          values[field] = rows.reduce(
            (so, row) => combined(operation, so, field === '_all' ? row : memberOf(row, field)),
            value,
          )
        }
      }
    },
  )
  return found
}

/** An aggregate, with one more value. Null counts for none. */
function combined(operation: string, so: unknown, value: unknown): unknown {
  if (value === null || value === undefined) return so
  if (operation === '_count') return Number(so) + 1
  if (so === null) return value
  if (operation === '_sum') return added(so, value)
  return isGreater(value, so) === (operation === '_max') ? value : so
}

/** Prisma's decimals would be compared as strings. */
function isGreater(value: unknown, other: unknown): boolean {
  const [one, two] = [value, other].map((each) => (isAddable(each) ? Number(each) : each)) as [number, number]
  return one > two
}

function added(one: unknown, other: unknown): unknown {
  if (typeof one === 'bigint' && typeof other === 'bigint') return one + other
  return isAddable(one) ? one.plus(other) : Number(one) + Number(other)
}

/** The part of Prisma's Decimal that sums need. */
interface Addable {
  plus(other: unknown): Addable
}

const isAddable = (value: unknown): value is Addable =>
  typeof value === 'object' && value !== null && 'plus' in value && typeof value.plus === 'function'

const isOfWord = (error: unknown): boolean =>
  error instanceof Error && /no such column: (?:true|false)\b/i.test(error.message)

const isOutOfRange = (error: unknown): boolean => kindOfRefusal(Object(error)) === 'outOfRange'

/**
 * Whether SQLite itself has overflowed, or its driver, which reads integers as numbers if the datamodel has no BigInt.
 */
function isIntegerOverflow(error: unknown): boolean {
  return (
    error instanceof Error &&
    /integer overflow|cannot be safely represented as a JavaScript number/.test(error.message)
  )
}
