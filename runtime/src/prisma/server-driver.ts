import { callWith, castTo, memberOf } from '../cast.js'
import { AbortedTransaction, isLost } from './aborted-transaction.js'
import { beginAhead } from './begin-ahead.js'
import { callMember, type Method, overriding } from './overriding.js'

const amended = new WeakSet()

/**
 * Amends the driver adapter of a client for PostgreSQL, MariaDB or MySQL in place, once. Then a transaction that the
 * store has aborted does not end with a silent COMMIT (rule 23.8), and begins while Prisma makes its first statement (rule
 * 23.10). One that can't be amended stays as it is.
 */
export function amendServer(client: object): void {
  const factory = memberOf(Object(memberOf(client, '_engineConfig')), 'adapter')
  if (typeof factory !== 'object' || factory === null || !Object.isExtensible(factory)) return
  const connect = memberOf(factory, 'connect')
  if (typeof connect !== 'function' || amended.has(factory)) return
  amended.add(factory)
  Object.assign(factory, {
    connect: async (...parameters: readonly unknown[]) =>
      connectionOf(castTo<object>(await callWith(connect, factory, parameters))),
  })
}

function connectionOf(connection: object): object {
  const begin = beginAhead(connection)
  return overriding(connection, {
    startTransaction: async (...parameters) => serverTransaction(await begin(...parameters)),
  })
}

/** Remembers what the store has refused first, in case that an application catches it and goes on. */
function serverTransaction(transaction: object): object {
  let refused: { readonly error: unknown } | undefined
  const noting =
    (name: string): Method =>
    async (query, ...others) => {
      const run = (): Promise<object> => callMember(transaction, name, [query, ...others])
      if (refused) await checkGoesOn(transaction, query, refused.error)
      try {
        return await run()
      } catch (error) {
        refused ??= { error }
        throw error
      }
    }
  return overriding(transaction, {
    queryRaw: noting('queryRaw'),
    executeRaw: noting('executeRaw'),
    commit: async () => {
      if (!refused || !isLost(refused.error)) return callMember(transaction, 'commit', [])
      await callMember(transaction, 'rollback', [])
      throw new AbortedTransaction(refused.error)
    },
  })
}

/**
 * After a deadlock, MariaDB has begun anew without a word, and would write each statement for itself. PostgreSQL refuses
 * every statement by itself, but for a COMMIT, which it takes for a ROLLBACK unless a savepoint has undone the refused one.
 */
async function checkGoesOn(transaction: object, query: unknown, refused: unknown): Promise<void> {
  const sql = String(memberOf(Object(query), 'sql'))
  if (sql === 'ROLLBACK') return
  if (isLost(refused)) throw new AbortedTransaction(refused)
  if (sql !== 'COMMIT') return
  try {
    await callMember(transaction, 'executeRaw', [{ sql: 'SELECT 1', args: [], argTypes: [] }])
  } catch {
    await callMember(transaction, 'executeRaw', [{ sql: 'ROLLBACK', args: [], argTypes: [] }]).catch(() => {})
    throw new AbortedTransaction(refused)
  }
}
