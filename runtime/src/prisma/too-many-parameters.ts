import { memberOf } from '../base/cast.js'
import { InvalidParameter } from '../error/errors.js'

/** Prisma's code for a query with more parameters than the store accepts. */
const TOO_MANY_PARAMETERS = 'P2029'

/** SQLite's error for an OR with more than a thousand members; nulls among them are not parameters. */
const TOO_DEEP = 'Expression tree is too large'

/**
 * The error of a failed read. If its filters have more values than the store accepts, the request is at fault. Even
 * within the limits of an API, ten lists exceed SQLite's 999.
 */
export function tooManyOr(error: unknown): unknown {
  if (!isTooMany(error)) return error
  const detail = 'The filters contain more values than the store accepts in one query.'
  return new InvalidParameter({ detail, source: { parameter: 'filter' } })
}

/** Whether the store, or Prisma for it, has refused a query because it has too many values. */
export function isTooMany(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return (
    memberOf(error, 'code') === TOO_MANY_PARAMETERS || String(memberOf(error, 'message')).includes(TOO_DEEP)
  )
}
