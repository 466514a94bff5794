import type { TransactionOptions } from './client.js'

/** The adapter's options. */
export interface PrismaAdapterOptions {
  /** The database, if the store's facts do not name it: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** The maximum number of keys in one list in a query. Prisma rejects more values than its driver adapter allows. */
  readonly maxKeys?: number
  /**
   * Whether one operation, such as `createManyAndReturn`, may create several records. Unless this is true, a client
   * with extensions creates each record with a separate `create`, because the adapter cannot know how an extension
   * changes `create`.
   */
  readonly batches?: boolean
  /** The options for every transaction that the adapter opens. */
  readonly transaction?: TransactionOptions
  /**
   * Whether the request with this context must read from the primary although it has not written anything, for example
   * because the same client has just written. With replicas, this function is called for each read, so it must be fast.
   *
   * ```ts
   * new PrismaAdapter(prisma, {
   *   readsAtPrimary: (context) =>
   *     context instanceof Controller && context.request.headers.get('cookie')?.includes('wrote=1') === true,
   * });
   * ```
   */
  readonly readsAtPrimary?: (context: object | undefined) => boolean
}
