import { callMember, overriding } from './overriding.js'
import { sqliteConnection } from './sqlite-connection.js'

const MARK = Symbol.for('jsonapi-gen.literalLike')

/**
 * Amends a driver adapter for SQLite, so that `%` and `_` are literal in prefix, suffix and contains, and a lock that
 * another process holds is waited for: `new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url })) })`.
 *
 * `PrismaAdapter` does so by itself for a client that has not connected when the adapter is made; this is for one that has.
 *
 * Takes a driver adapter factory for SQLite and returns one like it.
 */
export function literalLike<Factory extends object>(factory: Factory): Factory {
  return overriding(factory, {
    [MARK]: true,
    connect: async (...parameters) => sqliteConnection(await callMember(factory, 'connect', parameters)),
  })
}

/** Whether a driver adapter factory is one of `literalLike`. */
export const hasLiteralLike = (factory: object): boolean => Reflect.get(factory, MARK) === true
