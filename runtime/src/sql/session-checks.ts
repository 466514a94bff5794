import type { Column, Datamodel } from '../adapter/datamodel.js'
import { memberOf } from '../base/cast.js'
import { printWarning } from '../error/print-fault.js'

/** A check of a store's sessions: the query, and what its row means. */
export interface SessionCheck {
  readonly sql: string
  /** The warning about a session in which values change; undefined if they do not. */
  readonly warningOf: (row: object) => string | undefined
}

/** The stores that have been checked. */
const checked = new WeakSet()

/**
 * Runs checks at the first use of a store, and prints their warnings once.
 *
 * @param root the client or the Kysely instance, regardless of the transaction
 * @param query runs the query on the current connection
 */
export async function checkSessions(
  root: object,
  checks: readonly SessionCheck[],
  query: (sql: string) => Promise<readonly object[]>,
): Promise<void> {
  if (checks.length === 0 || checked.has(root)) return
  checked.add(root)
  try {
    for (const { sql, warningOf } of checks) {
      const [row = {}] = await query(sql)
      const warning = warningOf(row)
      if (warning !== undefined) printWarning(warning)
    }
  } catch (error) {
    checked.delete(root)
    throw error
  }
}

/**
 * The checks of a store whose columns depend on settings of the session.
 *
 * @param exchange how moments are exchanged: in the time zone of the session, as Prisma's drivers do, or in UTC
 */
export function sessionChecksOf(
  datamodel: Datamodel,
  exchange: 'inSession' | 'inUtc',
): readonly SessionCheck[] {
  return [zoneCheckOf(datamodel, exchange), digitsCheckOf(datamodel)].filter((check) => check !== undefined)
}

/** PostgreSQL rounds the doubles that it sends, unless it is told not to; its versions before 12 have to be told. */
function digitsCheckOf(datamodel: Datamodel): SessionCheck | undefined {
  if (!POSTGRESQL_NAMES.has(datamodel.provider ?? '')) return undefined
  const columns = columnsOf(datamodel, ({ type }) => type.kind === 'float')
  if (columns.length === 0) return undefined
  return {
    sql: `select current_setting('extra_float_digits')::int as digits, case when current_setting('server_version_num')::int < 120000 then 3 else 1 end as needed`,
    warningOf: (row) => {
      const [digits, needed] = ['digits', 'needed'].map((name) => Number(memberOf(row, name)))
      if (digits === undefined || needed === undefined || digits >= needed) return undefined
      return `The sessions of this connection pool have extra_float_digits = ${digits}, so PostgreSQL rounds what it sends of ${columns.join(', ')}: responses show other numbers than are stored. Add options: '-c extra_float_digits=${needed}' to the options of the pool.`
    },
  }
}

const POSTGRESQL_NAMES: ReadonlySet<string> = new Set(['postgresql', 'postgres'])

/** Columns by their names, such as `Post.title`. */
const columnsOf = (datamodel: Datamodel, isOne: (column: Column) => boolean): readonly string[] =>
  [...datamodel.models.values()].flatMap(({ name, columns }) =>
    [...columns.values()].flatMap((column) => (isOne(column) ? [`${name}.${column.name}`] : [])),
  )

/**
 * The check of a store whose moments depend on the time zone of the session; undefined if no column does. It asks for the
 * offset in winter and in summer: London is on UTC for half of the year.
 */
function zoneCheckOf(datamodel: Datamodel, exchange: 'inSession' | 'inUtc'): SessionCheck | undefined {
  const store = STORES[exchange].get(datamodel.provider ?? '')
  if (!store) return undefined
  const { types, sql, warning } = store
  const columns = columnsOf(datamodel, ({ native }) => types.has(native?.name ?? ''))
  if (columns.length === 0) return undefined
  return {
    sql,
    warningOf: (row) =>
      ['winter', 'summer'].every((season) => Number(memberOf(row, season)) === 0)
        ? undefined
        : `The sessions of this connection pool are not in UTC, so ${warning(columns.join(', '))}`,
  }
}

interface ZonedStore {
  /** The types whose values depend on the session, by their names in the datamodel. */
  readonly types: ReadonlySet<string>
  readonly sql: string
  readonly warning: (columns: string) => string
}

const exchanged =
  (cure: string) =>
  (columns: string): string =>
    `moments in ${columns} are read and written with another time. ${cure}`

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
    `moments in ${columns} are another time in your own SQL, and where clocks go back, an hour of each year is stored as another one. Add to the pool: pool.on('connection', (connection) => connection.query("SET time_zone = '+00:00'"))`,
}

const STORES: Readonly<Record<'inSession' | 'inUtc', ReadonlyMap<string, ZonedStore>>> = {
  inSession: new Map([
    ['postgresql', POSTGRESQL],
    ['postgres', POSTGRESQL],
    ['mysql', MYSQL],
  ]),
  inUtc: new Map([['mysql', MYSQL_IN_UTC]]),
}
