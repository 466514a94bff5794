import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { StatRequest } from '../../adapter/stat-request.js'
import { memberOf, castTo } from '../../base/cast.js'
import { aggregate } from './aggregate.js'
import type { PrismaDelegate } from '../client.js'
import type { PrismaScope } from '../scope/prisma-scope.js'
import { inRowsAtATime } from '../../sql/rows-at-a-time.js'

/**
 * Computes built-in stats in one `aggregate`, and one more `groupBy` for each column whose distinct values are counted
 * (rules 6.1, 6.3). The results are in the order of the requests.
 */
export async function aggregateStats(
  delegate: PrismaDelegate,
  scope: PrismaScope,
  requests: readonly StatRequest[],
  resource: AdapterResource,
  inexactDecimals: boolean,
): Promise<unknown[]> {
  const { where = {}, skip, take } = scope.arguments
  const selection: Record<string, Record<string, true>> = {}
  for (const request of requests) {
    if (isDistinctCount(request)) continue
    for (const [operation, field] of aggregatesOf(request)) (selection[operation] ??= {})[field] = true
  }
  const bounds = { ...(skip !== undefined && { skip }), ...(take !== undefined && { take }) }
  const asked = Object.keys(selection).length > 0
  const result = asked ? await aggregate(delegate, selection, { where, ...bounds }, resource.primaryKey) : {}
  const values: unknown[] = []
  for (const request of requests) {
    values.push(
      isDistinctCount(request)
        ? await distinctCount(delegate, where, request.column)
        : calculatedStat(result, request, resource, inexactDecimals),
    )
  }
  return values
}

/**
 * The aggregates of Prisma's for a calculation. An average is a sum and a count, because the averages of stores differ:
 * MariaDB's has four decimal places. A sum needs a count too, because SQLite's sum is null for no rows and beyond the
 * doubles.
 */
function aggregatesOf({ column, calculation }: StatRequest): readonly (readonly [string, string])[] {
  switch (calculation) {
    case 'count':
      return [['_count', '_all']]
    case 'sum':
    case 'average':
      return [
        ['_sum', column],
        ['_count', column],
      ]
    case 'maximum':
      return [['_max', column]]
    case 'minimum':
      return [['_min', column]]
  }
}

const isDistinctCount = (request: StatRequest): boolean =>
  request.calculation === 'count' && (request.column !== 'total' || request.distinct === true)

/** Null is not counted, as in SQL's COUNT(DISTINCT). */
async function distinctCount(delegate: PrismaDelegate, where: object, column: string): Promise<number> {
  let count = 0
  await inRowsAtATime(
    (skip, take) => delegate.groupBy({ by: [column], where, orderBy: { [column]: 'asc' }, skip, take }),
    (groups) => {
      count += groups.filter((group) => memberOf(group, column) !== null).length
    },
  )
  return count
}

function calculatedStat(
  result: object,
  request: StatRequest,
  resource: AdapterResource,
  inexactDecimals: boolean,
): unknown {
  const [first, second] = aggregatesOf(request).map(([operation, field]) => {
    const values = memberOf(result, operation)
    return typeof values === 'object' && values !== null ? memberOf(values, field) : null
  })
  const { column, calculation } = request
  if (first !== null && first !== undefined) {
    const value = inexactDecimals && isPrismaDecimal(first) ? rounded(first) : first
    return finite(calculation === 'average' ? quotient(value, Number(second)) : value)
  }
  if (calculation === 'maximum' || calculation === 'minimum' || Number(second ?? 0) > 0) return null
  return resource.exact.has(column) && calculation !== 'count' ? '0' : 0
}

/** A sum beyond the doubles has no value: stores report it by an error, by infinity or by null. */
const finite = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? null : value

function quotient(sum: unknown, count: number): unknown {
  if (!isPrismaDecimal(sum) || !Number.isFinite(Number(sum))) return Number(sum) / count
  // The default of a Decimal is 20 digits. Halving needs the most digits of all divisions that end, one for each time.
  const precision = Math.max(20, sum.precision(true) + Math.ceil(Math.log2(count)))
  const Precise = castTo<DecimalClass>(sum.constructor).clone({ precision })
  return new Precise(sum).div(count)
}

/** The part of Prisma's Decimal that stats need. */
interface PrismaDecimal {
  div(by: number): PrismaDecimal
  precision(withZeros: boolean): number
  toSignificantDigits(digits: number): PrismaDecimal
}

interface DecimalClass {
  new (value: PrismaDecimal): PrismaDecimal
  clone(options: { readonly precision: number }): DecimalClass
}

const isPrismaDecimal = (value: unknown): value is PrismaDecimal =>
  typeof value === 'object' && value !== null && 'toSignificantDigits' in value

/** SQLite stores a decimal as a double with 15 exact digits: with those, 0.1 and 0.2 are 0.3. */
const rounded = (value: PrismaDecimal): PrismaDecimal => value.toSignificantDigits(15)
