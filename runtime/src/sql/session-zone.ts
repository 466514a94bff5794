import type { Datamodel } from '../adapter/datamodel.js'
import { memberOf } from '../base/cast.js'

/** A check of the time zone of a store's sessions: the query, and what its row means. */
export interface ZoneCheck {
  readonly sql: string
  /** The warning about a session that is not in UTC; undefined for one that is. */
  readonly warningOf: (row: object) => string | undefined
}

/**
 * The check of a store whose driver exchanges moments in the time zone of the session (rule 23.14); undefined if no column
 * depends on it. It asks for the offset in winter and in summer: London is on UTC for half of the year.
 */
export function zoneCheckOf(datamodel: Datamodel): ZoneCheck | undefined {
  const store = STORES.get(datamodel.provider ?? '')
  if (!store) return undefined
  const { types, sql, cure } = store
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
        : `The sessions of this connection pool are not in UTC, so moments in ${columns.join(', ')} are read and written with another time. ${cure}`,
  }
}

interface ZonedStore {
  /** The types whose values depend on the session, by their names in the datamodel. */
  readonly types: ReadonlySet<string>
  readonly sql: string
  readonly cure: string
}

const POSTGRESQL: ZonedStore = {
  types: new Set(['Timestamptz', 'Timetz']),
  sql: `select extract(timezone from timestamptz '2024-01-01 00:00:00+00')::int as winter, extract(timezone from timestamptz '2024-07-01 00:00:00+00')::int as summer`,
  cure: "Add options: '-c timezone=UTC' to the options of the pool.",
}

const MYSQL: ZonedStore = {
  types: new Set(['Timestamp']),
  sql: `select unix_timestamp('2024-01-01 00:00:00') - 1704067200 as winter, unix_timestamp('2024-07-01 00:00:00') - 1719792000 as summer`,
  cure: "Add sessionVariables: { time_zone: '+00:00' } to the options of the pool.",
}

const STORES: ReadonlyMap<string, ZonedStore> = new Map([
  ['postgresql', POSTGRESQL],
  ['postgres', POSTGRESQL],
  ['mysql', MYSQL],
])
