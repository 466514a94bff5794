import { memberOf } from '../base/cast.js'
import { InvalidParameter } from '../error/errors.js'

/** Prisma's code for a query that needs more parameters than the store takes. */
const TOO_MANY_PARAMETERS = 'P2029'

/** What SQLite says of an OR of more than a thousand members: those that are null are no parameters. */
const TOO_DEEP = 'Expression tree is too large'

/**
 * The error of a read that failed. A read whose filters hold more values than the store takes is refused as a request
 * that asks too much. Within the limits of an API, ten lists are more than SQLite's 999.
 */
export function tooManyOr(error: unknown): unknown {
  if (!isTooMany(error)) return error
  const detail = 'The filters hold more values than the store takes in one query.'
  return new InvalidParameter({ detail, source: { parameter: 'filter' } })
}

/** Whether a store, or Prisma for it, has refused a query because of the number of its values. */
export function isTooMany(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return (
    memberOf(error, 'code') === TOO_MANY_PARAMETERS || String(memberOf(error, 'message')).includes(TOO_DEEP)
  )
}
