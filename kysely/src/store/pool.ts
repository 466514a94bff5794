import { printWarning } from '@jsonapi-gen/runtime/adapter'
import type { Provider } from '@jsonapi-gen/runtime/sql'
import { changedTexts, type ParsingConnection } from './text-parsers.js'

/** A connection of a pool. */
export interface PooledConnection extends ParsingConnection {
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of a pool from `pg` or `mysql2` that the adapter uses. */
export interface ConnectionPool {
  on(event: 'acquire', listener: (connection: PooledConnection) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/**
 * Keeps the process alive when the server ends a connection, and warns once about parsers that change values. Node ends
 * a process if a connection or pool emits an `error` event without a listener. Nothing is lost: the connection's next
 * statement fails with the same error, and the pool replaces the connection.
 */
export function watchPool(pool: ConnectionPool): void {
  if (watchedPools.has(pool)) return
  watchedPools.add(pool)
  let isWarned = false
  const watched = new WeakSet<PooledConnection>()
  // Every connection, new or not, is acquired before a transaction or statement uses it.
  pool.on('acquire', (connection) => {
    if (watched.has(connection)) return
    watched.add(connection)
    connection.on('error', ignore)
    const warning = isWarned ? undefined : changedTexts(connection)
    if (warning === undefined) return
    isWarned = true
    printWarning(warning)
  })
  // Only pg's pool emits this event, for idle connections.
  pool.on('error', ignore)
}

/** Several adapters may share a pool, but only one listener is added to it. */
const watchedPools = new WeakSet<ConnectionPool>()

const ignore = (): void => {}

/** The driver objects that were passed to the adapter. */
export interface GivenOfDriver {
  readonly pool?: unknown
  readonly database?: unknown
}

/** The warning at start-up if the adapter lacks an option for its driver. */
export function missingOption(provider: Provider, given: GivenOfDriver): string | undefined {
  const needed = NEEDED[provider]
  return needed && given[needed.option] === undefined ? needed.warning : undefined
}

const NEEDED: Readonly<
  Partial<Record<Provider, { readonly option: keyof GivenOfDriver; readonly warning: string }>>
> = {
  sqlite: {
    option: 'database',
    warning:
      'KyselyAdapter has no database, so this process is blocked while another process locks the file. Write: new KyselyAdapter(db, { database }), with the database that SqliteDialect uses. If no other process writes to the file, or db has a different driver, write: { database: null }.',
  },
  postgresql: {
    option: 'pool',
    warning:
      'KyselyAdapter has no pool, so this process ends when PostgreSQL ends a connection in the middle of a transaction. Write: new KyselyAdapter(db, { pool }), with the pool that PostgresDialect uses. If db has a different driver, write: { pool: null }.',
  },
}
