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
 * Wraps a driver adapter for SQLite, so that it behaves like a server (rules 23.3, 23.4, 23.9):
 *
 * - `%` and `_` in a value are literal in prefix, suffix and contains: Prisma's LIKE gets an escape character.
 * - It waits for a lock of another process, and a lock that it cannot get leaves no lock behind.
 * - Transactions use one connection, one after the other. libSQL would open the file again for each.
 *
 * ```ts
 * const adapter = literalLike(new PrismaLibSql({ url: 'file:dev.db', intMode: 'bigint' }));
 * const prisma = new PrismaClient({ adapter });
 * ```
 *
 * The result is a new object; the factory stays as it is. Without libSQL's `intMode: 'bigint'`, the driver fails on an
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
