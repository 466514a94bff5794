import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { StatRequest } from '../../adapter/stat-request.js'
import { scopeSql } from './condition.js'
import type { SqlScope } from './scope.js'
import { pageSql } from './select.js'
import { type Sql, sql } from '../statement/sql.js'
import { knownColumn } from '../statement/known-column.js'
import { type Run, type Store, columnAt, rootPlace, tableAt } from '../statement/store.js'
import { readable } from '../values/coding.js'
import { codingOf } from '../values/coding-of.js'
import { decimalOf, decimalQuotient, toSignificant } from '../values/decimals.js'
import { membersOf } from '../values/members.js'

/** A value to compute, and its conversion to a result. */
interface Calculated {
  readonly selects: readonly Sql[]
  readonly value: (values: readonly unknown[]) => unknown
}

/** Computes built-in stats in one query. The results are in the order of the requests. */
export async function statsOf(
  store: Store,
  run: Run,
  scope: SqlScope,
  requests: readonly StatRequest[],
  resource: AdapterResource,
): Promise<unknown[]> {
  const calculated = requests.map((request) => calculationOf(store, scope, request, resource))
  const read = async (some: readonly Calculated[]): Promise<unknown[]> => {
    const names = some.flatMap(({ selects }, at) =>
      selects.map((select, index) => ({ select, name: `s${at}_${index}` })),
    )
    const list = sql.join(names.map(({ select, name }) => sql`${select} as ${sql.id(name)}`))
    const { rows } = await run(sql`select ${list} from ${rowsOf(store, scope)}`)
    const row = membersOf(rows[0] ?? {})
    return some.map(({ selects, value }, at) => value(selects.map((_, index) => row[`s${at}_${index}`])))
  }
  try {
    return await read(calculated)
  } catch (error) {
    if (!isOverflow(error)) throw error
    // If one of the sums exceeds the range of doubles, that sum has no value.
    const values: unknown[] = []
    for (const each of calculated) values.push(...(await read([each]).catch(infinite)))
    return values
  }
}

const isOverflow = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '22003'

function infinite(error: unknown): unknown[] {
  if (!isOverflow(error)) throw error
  return [null]
}

/** A scope's rows, limited to the scope's page, if any. */
function rowsOf(store: Store, scope: SqlScope): Sql {
  const place = rootPlace(store, scope.model)
  const { skip, take } = scope.parts
  const condition = scopeSql(store, scope, place)
  if (skip === undefined && take === undefined) return sql`${tableAt(store, place)} where ${condition}`
  const page = sql`select * from ${tableAt(store, place)} where ${condition}${pageSql(store, scope)}`
  return sql`(${page}) as ${sql.id(place.alias)}`
}

function calculationOf(
  store: Store,
  { model }: SqlScope,
  { column, calculation, distinct }: StatRequest,
  resource: AdapterResource,
): Calculated {
  if (calculation === 'count' && column === 'total' && distinct !== true) {
    return { selects: [readable(store.provider, sql`count(*)`)], value: ([count]) => Number(count) }
  }
  const known = knownColumn(store.datamodel, model, column)
  const coding = codingOf(store.provider, known)
  const ref = columnAt(store, rootPlace(store, model), column)
  switch (calculation) {
    case 'count':
      return {
        selects: [readable(store.provider, sql`count(distinct ${ref})`)],
        value: ([count]) => Number(count),
      }
    case 'minimum':
    case 'maximum': {
      const extreme = calculation === 'minimum' ? sql`min(${ref})` : sql`max(${ref})`
      const isInexact = store.provider === 'sqlite' && known.type.kind === 'decimal'
      const of = (value: unknown): unknown =>
        isInexact ? toSignificant(decimalOf(value), 15) : coding.read(value)
      return { selects: [coding.select(extreme)], value: ([value]) => read(of, value) }
    }
    case 'sum':
    case 'average': {
      const sums = summed(store, ref, known.type.kind)
      return {
        selects: [...sums.selects, readable(store.provider, sql`count(${ref})`)],
        value: (values) => {
          const count = Number(values.at(-1))
          if (count === 0) return resource.exact.has(column) ? '0' : 0
          const sum = sums.value(values)
          // A sum that exceeds the range of doubles, or that includes NaN or an infinity, has no value.
          if (!Number.isFinite(Number(sum))) return null
          if (calculation === 'sum') return sum
          return typeof sum === 'string' ? decimalQuotient(sum, count) : Number(sum) / count
        },
      }
    }
  }
}

const read = (of: (value: unknown) => unknown, value: unknown): unknown =>
  value === null || value === undefined ? null : of(value)

/** A sum, exact for whole numbers and decimals: a number, a bigint, or a decimal as text. */
function summed({ provider }: Store, ref: Sql, kind: string): Calculated {
  if (kind === 'float') {
    // MariaDB prints a sum that exceeds the range of doubles as 0.
    const sum =
      provider === 'mysql'
        ? sql`case when abs(sum(${ref})) <= 1.7976931348623157e308 then sum(${ref}) end`
        : sql`sum(${ref})`
    return {
      selects: [readable(provider, sum)],
      value: ([value]) => (value === null ? Number.POSITIVE_INFINITY : Number(value)),
    }
  }
  if (kind === 'decimal') {
    if (provider !== 'sqlite') {
      return { selects: [readable(provider, sql`sum(${ref})`)], value: ([sum]) => decimalOf(sum) }
    }
    // A decimal in SQLite is a double with 15 exact digits: rounded to these, 0.1 + 0.2 is 0.3.
    return {
      selects: [sql`sum(cast(${ref} as real))`],
      value: ([sum]) =>
        Number.isFinite(Number(sum ?? Number.NaN))
          ? toSignificant(decimalOf(sum), 15)
          : Number.POSITIVE_INFINITY,
    }
  }
  const whole = (text: bigint): number | bigint => (kind === 'bigint' ? text : Number(text))
  if (provider !== 'sqlite') {
    return {
      selects: [readable(provider, sql`sum(${ref})`)],
      value: ([sum]) => whole(BigInt(String(sum).split('.')[0] ?? '0')),
    }
  }
  // SQLite fails if a sum exceeds 64 bits, so the upper and the lower halves are summed separately.
  return {
    selects: [sql`sum(${ref} >> 32)`, sql`sum(${ref} & 4294967295)`],
    value: ([high, low]) => whole((BigInt(String(high)) << 32n) + BigInt(String(low))),
  }
}
