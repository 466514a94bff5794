import { currentRequest } from '../resource/frame.js'
import type { PrismaAdapterOptions } from './adapter-options.js'
import type { TransactionOptions } from './client.js'

/** A whole graph is written in one transaction: Prisma's own five seconds are for less than that. */
const DEFAULTS = { maxWait: 5000, timeout: 20_000 }

/** How long a transaction waits and takes: no longer than the request has time. */
export function transactionOptions(given: PrismaAdapterOptions['transaction']): TransactionOptions {
  const options = { ...DEFAULTS, ...given }
  const { remaining } = currentRequest().budget.deadline
  return {
    ...options,
    maxWait: Math.min(options.maxWait, remaining),
    timeout: Math.min(options.timeout, remaining),
  }
}
