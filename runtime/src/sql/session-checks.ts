import type { Column, Datamodel } from '../datamodel/datamodel.js'
import { memberOf } from '../base/cast.js'
import { printWarning } from '../error/print-fault.js'
import { rootState } from './root-state.js'

/** A check of a store: a query, and a function that interprets its rows. */
export interface SessionCheck {
  readonly sql: string
  /**
   * Whether requests continue if the query fails, for example because an application's parser throws. A lock does not
   * count as such a failure.
   */
  readonly mayFail?: boolean
  /** Returns the warning if the store changes values, and undefined otherwise. */
  readonly warningOf: (rows: readonly object[]) => string | undefined
}

/**
 * Runs checks when a store is first used, and prints their warnings once.
 *
 * @param root the client or Kysely instance itself, even inside a transaction
 * @param query runs the query on the current connection
 * @param isLock whether an error says that another process keeps the store locked; a request that has waited for that
 * lock does not wait again
 */
export async function checkSessions(
  root: object,
  checks: readonly SessionCheck[],
  query: (sql: string) => Promise<readonly object[]>,
  isLock: (error: unknown) => boolean,
): Promise<void> {
  const state = rootState(root)
  if (checks.length === 0 || state.isChecked) return
  state.isChecked = true
  try {
    for (const { sql, warningOf, mayFail } of checks) {
      const rows = await query(sql).catch((error: unknown) => {
        if (mayFail !== true || isLock(error)) throw error
        return []
      })
      const warning = warningOf(rows)
      if (warning !== undefined) printWarning(warning)
    }
  } catch (error) {
    state.isChecked = false
    throw error
  }
}

/**
 * Returns the checks for a store whose columns depend on session settings.
 *
 * @param exchange how the driver exchanges timestamps: in the session's time zone, as Prisma's drivers do, or in UTC
 */
export function sessionChecksOf(
  datamodel: Datamodel,
  exchange: 'inSession' | 'inUtc',
): readonly SessionCheck[] {
  return [zoneCheckOf(datamodel, exchange), digitsCheckOf(datamodel)].filter((check) => check !== undefined)
}

/** PostgreSQL before version 12 rounds the doubles that it sends unless it is told not to. */
function digitsCheckOf(datamodel: Datamodel): SessionCheck | undefined {
  if (datamodel.provider !== 'postgresql') return undefined
  const columns = columnsOf(datamodel, ({ type }) => type.kind === 'float')
  if (columns.length === 0) return undefined
  return {
    sql: `select current_setting('extra_float_digits')::int as digits, case when current_setting('server_version_num')::int < 120000 then 3 else 1 end as needed`,
    warningOf: ([row = {}]) => {
      const [digits, needed] = ['digits', 'needed'].map((name) => Number(memberOf(row, name)))
      if (digits === undefined || needed === undefined || digits >= needed) return undefined
      return `The sessions of this connection pool have extra_float_digits = ${digits}, so PostgreSQL rounds the values of ${columns.join(', ')}: responses show numbers that differ from the stored ones. Add options: '-c extra_float_digits=${needed}' to the options of the pool.`
    },
  }
}

/** The names of columns, such as `Post.title`. */
const columnsOf = (datamodel: Datamodel, isOne: (column: Column) => boolean): readonly string[] =>
  [...datamodel.models.values()].flatMap(({ name, columns }) =>
    [...columns.values()].flatMap((column) => (isOne(column) ? [`${name}.${column.name}`] : [])),
  )

/**
 * The check of a store whose moments depend on the time zone of the session; undefined if no column does. It queries
 * the offset in winter and in summer, because London is on UTC for half of the year.
 */
function zoneCheckOf(datamodel: Datamodel, exchange: 'inSession' | 'inUtc'): SessionCheck | undefined {
  const store = STORES[exchange].get(datamodel.provider ?? '')
  if (!store) return undefined
  const { types, sql, warning } = store
  const columns = columnsOf(datamodel, ({ native }) => types.has(native?.name ?? ''))
  if (columns.length === 0) return undefined
  return {
    sql,
    warningOf: ([row = {}]) =>
      ['winter', 'summer'].every((season) => Number(memberOf(row, season)) === 0)
        ? undefined
        : `The sessions of this connection pool are not in UTC, so ${warning(columns.join(', '))}`,
  }
}

interface ZonedStore {
  /** The types whose values depend on the session, by name in the datamodel. */
  readonly types: ReadonlySet<string>
  readonly sql: string
  readonly warning: (columns: string) => string
}

const exchanged =
  (cure: string) =>
  (columns: string): string =>
    `times in ${columns} are read and written with an offset. ${cure}`

const POSTGRESQL: ZonedStore = {
  types: new Set(['Timestamptz', 'Timetz']),
  sql: `select extract(timezone from timestamptz '2024-01-01 00:00:00+00')::int as winter, extract(timezone from timestamptz '2024-07-01 00:00:00+00')::int as summer`,
  warning: exchanged("Add options: '-c timezone=UTC' to the options of the pool."),
}

const MYSQL: ZonedStore = {
  types: new Set(['Timestamp']),
  sql: `select unix_timestamp('2024-01-01 00:00:00') - 1704067200 as winter, unix_timestamp('2024-07-01 00:00:00') - 1719792000 as summer`,
  warning: exchanged("Add sessionVariables: { time_zone: '+00:00' } to the options of the pool."),
}

/** The server itself turns moments in UTC into the local time of the session, and back. */
const MYSQL_IN_UTC: ZonedStore = {
  ...MYSQL,
  warning: (columns) =>
    `times in ${columns} are different in your own SQL, and when clocks are set back, the times of one hour each year are stored as the times of a different hour. Add to the pool: pool.on('connection', (connection) => connection.query("SET time_zone = '+00:00'"))`,
}

const STORES: Readonly<Record<'inSession' | 'inUtc', ReadonlyMap<string, ZonedStore>>> = {
  inSession: new Map([
    ['postgresql', POSTGRESQL],
    ['mysql', MYSQL],
  ]),
  inUtc: new Map([['mysql', MYSQL_IN_UTC]]),
}
