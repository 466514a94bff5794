import type { TransactionOptions } from './client.js'

/** What an application may set of the adapter. */
export interface PrismaAdapterOptions {
  /** The store, where the client does not tell: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** How many keys one query takes in a list; Prisma refuses more values than its driver adapter says. */
  readonly maxKeys?: number
  /** Options of every transaction that the adapter opens. */
  readonly transaction?: TransactionOptions
}
