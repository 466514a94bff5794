import type { Provider } from '@jsonapi-gen/runtime/sql'
import { type Kysely, MysqlAdapter, PostgresAdapter, SqliteAdapter } from 'kysely'

/** The database of a Kysely instance. Throws a TypeError for an unknown dialect. */
export function providerOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Provider {
  const { adapter } = db.getExecutor()
  if (adapter instanceof PostgresAdapter) return 'postgresql'
  if (adapter instanceof SqliteAdapter) return 'sqlite'
  if (adapter instanceof MysqlAdapter) return 'mysql'
  throw new TypeError(
    `KyselyAdapter does not support the dialect ${adapter.constructor.name}. It supports PostgresDialect, MysqlDialect and SqliteDialect from kysely.`,
  )
}
