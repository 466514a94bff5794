import type { Datamodel } from '../adapter/datamodel.js'
import { memberOf } from '../base/cast.js'
import { printWarning } from '../error/print-fault.js'

/** A check of the time zone of a store's sessions: the query, and what its row means. */
export interface ZoneCheck {
  readonly sql: string
  /** The warning about a session that is not in UTC; undefined for one that is. */
  readonly warningOf: (row: object) => string | undefined
}

/** The stores that have been checked. */
const checked = new WeakSet()

/**
 * Runs a check at the first use of a store, and prints its warning once (rule 23.14).
 *
 * @param root the client or the Kysely, whatever the transaction
 * @param query runs the query on the connection to use now
 */
export async function checkZone(
  root: object,
  check: ZoneCheck | undefined,
  query: (sql: string) => Promise<readonly object[]>,
): Promise<void> {
  if (!check || checked.has(root)) return
  checked.add(root)
  try {
    const [row = {}] = await query(check.sql)
    const warning = check.warningOf(row)
    if (warning !== undefined) printWarning(warning)
  } catch (error) {
    checked.delete(root)
    throw error
  }
}

/**
 * The check of a store whose moments depend on the time zone of the session (rule 23.14); undefined if no column does. It asks
 * for the offset in winter and in summer: London is on UTC for half of the year.
 *
 * @param exchange how moments are exchanged: in the time zone of the session, as Prisma's drivers do, or in UTC
 */
export function zoneCheckOf(datamodel: Datamodel, exchange: 'inSession' | 'inUtc'): ZoneCheck | undefined {
  const store = STORES[exchange].get(datamodel.provider ?? '')
  if (!store) return undefined
  const { types, sql, warning } = store
  const columns = [...datamodel.models.values()].flatMap(({ name, columns: all }) =>
    [...all.values()].flatMap((column) =>
      types.has(column.native?.name ?? '') ? [`${name}.${column.name}`] : [],
    ),
  )
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
