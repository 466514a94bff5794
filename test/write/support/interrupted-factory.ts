import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'

/** A Prisma driver adapter that awaits a function before each statement, including BEGIN and COMMIT. */
export function interruptedFactory(
  factory: SqlDriverAdapterFactory,
  between: () => Promise<void>,
): SqlDriverAdapterFactory {
  const statements = <On extends SqlDriverAdapter | Transaction>(on: On, others: object): On =>
    new Proxy(on, {
      get(target, name) {
        if (name === 'queryRaw' || name === 'executeRaw') {
          return async (query: SqlQuery) => {
            await between()
            return target[name](query)
          }
        }
        const own: unknown = Reflect.get(others, name) ?? Reflect.get(target, name)
        return typeof own === 'function' ? own.bind(target) : own
      },
    })
  const inTransaction = (transaction: Transaction): Transaction =>
    statements(transaction, {
      commit: async () => {
        await between()
        return transaction.commit()
      },
    })
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      const adapter = await factory.connect()
      return statements(adapter, {
        startTransaction: async (level?: never) => inTransaction(await adapter.startTransaction(level)),
      })
    },
  }
}
