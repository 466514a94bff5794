import { castTo } from '../../base/cast.js'
import type { DriverConnection } from './driver-adapter.js'

/** The connection factory of Prisma's driver adapter interface. */
interface DriverFactory {
  readonly provider: string
  readonly adapterName: string
  connect(): Promise<object>
  connectToShadowDb?(): Promise<object>
}

/** The result of `literalLike`: only the public interface of the given factory. */
export type LiteralLike<Factory> = Pick<Factory, Extract<keyof Factory, keyof DriverFactory>>

/**
 * Wraps an SQLite driver adapter so that it behaves like a database server:
 *
 * - `%` and `_` in a value are literal in prefix, suffix and contains, because an escape character is added to Prisma's
 * LIKE.
 * - It waits for locks that other processes hold, and a failed attempt does not leave a lock behind.
 * - Transactions share one connection and run one at a time. libSQL would open the file again for each transaction.
 *
 * ```ts
 * const adapter = literalLike(new PrismaLibSql({ url: 'file:dev.db', intMode: 'bigint' }));
 * const prisma = new PrismaClient({ adapter });
 * ```
 *
 * The result is a new object. The factory does not change. Without libSQL's `intMode: 'bigint'`, the driver fails on
 * integers beyond 2^53.
 *
 * @param factory an SQLite driver adapter: `PrismaLibSql`, `PrismaBetterSqlite3`
 */
export function literalLike<Factory extends DriverFactory>(factory: Factory): LiteralLike<Factory> {
  const wrapped: DriverFactory = {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const { SqliteConnection } = await import('./sqlite-connection.js')
      return SqliteConnection.open(async () => castTo<DriverConnection>(await factory.connect()))
    },
    ...(factory.connectToShadowDb && {
      connectToShadowDb: () => castTo<Required<DriverFactory>>(factory).connectToShadowDb(),
    }),
  }
  return castTo<LiteralLike<Factory>>(wrapped)
}
