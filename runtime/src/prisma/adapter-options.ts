import type { TransactionOptions } from './client.js'

/** What an application may set of the adapter. */
export interface PrismaAdapterOptions {
  /** The database, where the facts of the store do not say it: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** How many keys one query takes in a list; Prisma refuses more values than its driver adapter says. */
  readonly maxKeys?: number
  /**
   * Whether several new records may be created in one operation (rule 11.14), such as `createManyAndReturn`. A client with
   * extensions creates each by its own `create` unless this says so, because nobody can ask what an extension does to `create`.
   */
  readonly batches?: boolean
  /** Options of every transaction that the adapter opens. */
  readonly transaction?: TransactionOptions
  /**
   * Whether a request reads at the primary though it has written nothing, by its context: for instance because its client
   * has written a moment ago (rule 23.7). It is asked at each read of a client with replicas, and has to be quick.
   *
   * ```ts
   * new PrismaAdapter(prisma, {
   *   readsAtPrimary: (context) =>
   *     context instanceof Controller && context.request.headers.get('cookie')?.includes('wrote=1') === true,
   * })
   * ```
   */
  readonly readsAtPrimary?: (context: object | undefined) => boolean
}
