import type { BlogClient } from '../../support/databases.js'

/** A blog's client in which one call fails. */
export interface FailingClient {
  readonly prisma: BlogClient
  /** The number of calls since the counter was set. */
  readonly calls: number
  /**
   * Sets the counter. At the n-th call after this, the function runs, either instead of the call or after it.
   * If n is 0, no call fails.
   */
  failAt(n: number, fail: () => void | Promise<void>, moment?: 'instead' | 'afterwards'): void
}

/** Wraps a client, its transactions and its models. Every call except one reaches the store unchanged. */
export function failingClient(client: BlogClient): FailingClient {
  let count = 0
  let order: { n: number; fail: () => void | Promise<void>; moment: 'instead' | 'afterwards' } | undefined
  const call =
    (operation: Function, self: object) =>
    async (...parameters: unknown[]): Promise<unknown> => {
      const fatal = ++count === order?.n ? order : undefined
      if (fatal?.moment === 'instead') await fatal.fail()
      const result: unknown = await Reflect.apply(operation, self, parameters)
      if (fatal?.moment === 'afterwards') await fatal.fail()
      return result
    }
  const model = (delegate: object): object =>
    new Proxy(delegate, {
      get(target, name) {
        const operation: unknown = Reflect.get(target, name)
        return typeof operation === 'function' ? call(operation, target) : operation
      },
    })
  const wrap = (of: object): object =>
    new Proxy(of, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (name === '$transaction' && typeof member === 'function') {
          return (run: (inner: object) => unknown, options: object) =>
            Reflect.apply(member, target, [(inner: object) => run(wrap(inner)), options])
        }
        if (name === '$extends' && typeof member === 'function') {
          return (extension: object) => wrap(Reflect.apply(member, target, [extension]) as object)
        }
        const isModel =
          typeof name === 'string' && /^[a-z]/.test(name) && typeof member === 'object' && member !== null
        return isModel ? model(member) : member
      },
    })
  return {
    prisma: wrap(client) as BlogClient,
    get calls() {
      return count
    },
    failAt(n, fail, moment = 'instead') {
      count = 0
      order = { n, fail, moment }
    },
  }
}

/** Throws an unexpected failure instead of a rejection by the store. */
export function failure(): never {
  throw new Error('the store has failed')
}

/** Throws the error that Prisma throws if the store cannot be reached. */
export function unreachable(): never {
  throw Object.assign(new Error('no route'), { code: 'P1001', name: 'PrismaClientKnownRequestError' })
}

/** Throws the error that Prisma throws after a serialization failure or a deadlock. */
export function conflict(): never {
  throw Object.assign(new Error('write conflict'), { code: 'P2034', name: 'PrismaClientKnownRequestError' })
}
