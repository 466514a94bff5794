import { ServiceUnavailable } from '../../error/errors.js'
import { servedRequest } from '../../resource/served/served-request.js'

/** The deadline of a transaction: the end of its time limit or of the request's, whichever comes first. */
export interface TransactionDeadline {
  /** The time until then, in milliseconds. */
  readonly time: number
  /** Rejects at the deadline. */
  readonly late: Promise<never>
  /** The error of a transaction that is late; undefined until then. */
  readonly lateError: () => object | undefined
  readonly clear: () => void
}

/** The maximum delay of a JavaScript timer. */
export const NEVER = 2_147_483_647

/**
 * Starts the timer of a transaction.
 *
 * @param timeout the maximum duration of the transaction, in milliseconds
 */
export function transactionDeadline(timeout: number): TransactionDeadline {
  const { deadline } = servedRequest()
  const { remaining } = deadline
  const time = Math.min(timeout, remaining, NEVER)
  let timer: NodeJS.Timeout | undefined
  let lateError: object | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // If the request's deadline comes first, the request is late, whichever timer fires first.
      const detail = `The transaction took longer than ${timeout} ms. Nothing was written.`
      lateError = remaining <= timeout ? deadline.error() : new ServiceUnavailable({ detail })
      reject(lateError)
    }, time)
  })
  // Nobody waits for it after the transaction has ended.
  late.catch(() => {})
  return { time, late, lateError: () => lateError, clear: () => clearTimeout(timer) }
}
