import type { StoreFault } from '../../adapter/fault.js'
import { memberOf } from '../../base/cast.js'
import { isLostConnection, kindOfState } from '../../sql/refusals/states.js'

/**
 * Whether an error is about SQLite's lock. Its driver adapters have a code for it, which those of servers use for a
 * time-out. A COMMIT throws the driver's own error.
 */
export function isBusy(error: object): boolean {
  const causes = [error, Object(memberOf(error, 'cause'))]
  return causes.some((cause: object) =>
    ['code', 'originalCode', 'originalMessage', 'message'].some((name) =>
      String(memberOf(cause, name)).startsWith('SQLITE_BUSY'),
    ),
  )
}

/**
 * The driver's own error: the cause of a known error, an error from before Prisma could know it, or the error itself.
 */
export function causeOf(error: object): object {
  const adapterError = memberOf(Object(memberOf(error, 'meta')), 'driverAdapterError')
  const cause = memberOf(Object(adapterError ?? error), 'cause')
  return typeof cause === 'object' && cause !== null ? cause : error
}

/** The state of an error and what the database says; both are empty if Prisma does not tell. */
export function wordsOf(error: unknown): { readonly state: string; readonly words: string } {
  const cause = typeof error === 'object' && error !== null ? causeOf(error) : {}
  return {
    state: String(memberOf(cause, 'originalCode') ?? ''),
    words: String(memberOf(cause, 'originalMessage') ?? ''),
  }
}

/** The meaning of a driver's own error if Prisma has no code for it: by its SQL state, its number, or its words. */
export function stateOf(cause: object): StoreFault['kind'] | undefined {
  const code = String(memberOf(cause, 'originalCode') ?? '')
  const words = String(memberOf(cause, 'originalMessage') ?? memberOf(cause, 'message') ?? '')
  if (words.startsWith('SQLITE_LOCKED')) return 'conflict'
  // A COMMIT throws this.
  if (memberOf(cause, 'code') === 'SQLITE_CONSTRAINT_FOREIGNKEY') return 'foreignKey'
  if (words.startsWith('ConnectionFailed') || isLostConnection(words, memberOf(cause, 'code'))) {
    return 'unavailable'
  }
  return kindOfState(code)
}
