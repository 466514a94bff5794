import { castTo, memberOf, methodOf } from './cast.js'

/** The number of statements that a client sends to its database, as far as the client can be observed. */
export interface StatementCount {
  /** The current number. */
  readonly count: number
}

/**
 * Watches the engine of a Prisma Client, where each operation counts once, or the connections of a Kysely instance. For
 * any other client or version, the number stays 0.
 */
export function countStatements(client: object): StatementCount {
  const counted = { count: 0 }
  const engine = memberOf(client, '_engine')
  for (const name of ['request', 'requestBatch']) watch(engine, name, counted)
  const executor = methodOf(client, 'getExecutor')?.()
  const provide = methodOf(executor, 'provideConnection')
  if (provide && typeof executor === 'object' && executor !== null) {
    const watched = new WeakSet<object>()
    Reflect.set(executor, 'provideConnection', (consumer: (connection: object) => unknown) =>
      provide((connection: unknown) => {
        const own = castTo<object>(connection)
        if (!watched.has(own)) watch(own, 'executeQuery', counted)
        watched.add(own)
        return consumer(own)
      }),
    )
  }
  return counted
}

/** Replaces a method with one that counts its calls. */
function watch(owner: unknown, name: string, counted: { count: number }): void {
  const method = methodOf(owner, name)
  if (!method || typeof owner !== 'object' || owner === null) return
  Reflect.set(owner, name, (...parameters: unknown[]) => {
    counted.count++
    return method(...parameters)
  })
}
