import { castTo } from '../base/cast.js'
import type { DriverConnection } from './driver-adapter.js'

/** What makes connections, as Prisma's interface of driver adapters has it. */
interface DriverFactory {
  readonly provider: string
  readonly adapterName: string
  connect(): Promise<object>
  connectToShadowDb?(): Promise<object>
}

/** What `literalLike` returns: the public interface of the factory that it was given, and nothing else of it. */
export type LiteralLike<Factory> = Pick<Factory, Extract<keyof Factory, keyof DriverFactory>>

/**
 * Wraps a driver adapter for SQLite, so that it does what a server does (rules 23.3, 23.4, 23.9):
 *
 * - `%` and `_` in a value are literal in prefix, suffix and contains: Prisma's LIKE gets an escape character.
 * - A lock that another process has is waited for, and one that can't be had leaves no lock behind.
 * - Transactions use one connection, one after the other. libSQL would open the file for each.
 *
 * ```ts
 * const adapter = literalLike(new PrismaLibSql({ url: 'file:dev.db', intMode: 'bigint' }))
 * const prisma = new PrismaClient({ adapter })
 * ```
 *
 * The result is a new object, which asks the factory for its connections and delegates to them. Nothing of the factory is changed.
 * `intMode: 'bigint'` is libSQL's own: without it, its driver fails on an integer beyond 2^53.
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
