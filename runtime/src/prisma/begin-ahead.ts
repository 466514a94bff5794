import { callWith, memberOf } from '../cast.js'
import { callMember, type Method } from './overriding.js'

/**
 * Begins the transactions of a driver adapter's connection ahead of their first statement, which waits until the store has begun
 * (rule 23.10). Meanwhile Prisma makes that statement. It is done only where the pool has a connection at hand: who has to wait
 * for one waits as long as `maxWait` says. Rejects with what the driver rejects with; what it finds out later, the first
 * statement rejects with.
 */
export function beginAhead(connection: object): (...parameters: readonly unknown[]) => Promise<object> {
  // Prisma asks a transaction for its members before it is there: it has those of an earlier one.
  let form: object | undefined
  return async (...parameters) => {
    const isAtHand = form !== undefined && hasIdle(connection)
    const beginning = callMember(connection, 'startTransaction', parameters)
    if (form && isAtHand) return transactionAhead(beginning, form)
    form = await beginning
    return form
  }
}

function transactionAhead(beginning: Promise<object>, form: object): object {
  // Nobody may ever ask it for a statement.
  beginning.catch(() => {})
  return new Proxy(form, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name)
      if (typeof member !== 'function') return member
      const later: Method = async (...parameters) => callMember(await beginning, String(name), parameters)
      return later
    },
  })
}

/** Whether the pool of `pg` or `mariadb` has more idle connections than others already wait for. */
function hasIdle(connection: object): boolean {
  const pool = Object(memberOf(connection, 'client'))
  const idle = numberOf(pool, 'idleCount') ?? numberOf(pool, 'idleConnections')
  const waiting = numberOf(pool, 'waitingCount') ?? numberOf(pool, 'taskQueueSize')
  return idle !== undefined && waiting !== undefined && idle > waiting
}

/** What a pool counts: `pg` has members for it, and `mariadb` methods. */
function numberOf(pool: object, name: string): number | undefined {
  const member = memberOf(pool, name)
  const count = typeof member === 'function' ? callWith(member, pool, []) : member
  return typeof count === 'number' ? count : undefined
}
