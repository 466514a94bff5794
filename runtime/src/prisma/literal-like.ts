import { castTo } from '../base/cast.js'
import type { DriverConnection } from './driver-adapter.js'

/** The factory of connections in Prisma's driver adapter interface. */
interface DriverFactory {
  readonly provider: string
  readonly adapterName: string
  connect(): Promise<object>
  connectToShadowDb?(): Promise<object>
}

/** The result of `literalLike`: only the public interface of the given factory. */
export type LiteralLike<Factory> = Pick<Factory, Extract<keyof Factory, keyof DriverFactory>>

/**
 * Wraps a driver adapter for SQLite, so that it behaves like a server:
 *
 * - `%` and `_` in a value are literal in prefix, suffix and contains, because Prisma's LIKE gets an escape character.
 * - It waits for locks of other processes, and a failed attempt leaves no lock behind.
 * - Transactions share one connection and run one at a time. libSQL would open the file again for each.
 *
 * ```ts
 * const adapter = literalLike(new PrismaLibSql({ url: 'file:dev.db', intMode: 'bigint' }));
 * const prisma = new PrismaClient({ adapter });
 * ```
 *
 * The result is a new object; the factory is not changed. Without libSQL's `intMode: 'bigint'`, the driver fails on an
 * integer beyond 2^53.
 *
 * @param factory a driver adapter for SQLite: `PrismaLibSql`, `PrismaBetterSqlite3`
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
