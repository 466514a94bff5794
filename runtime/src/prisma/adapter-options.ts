import type { TransactionOptions } from './client.js'

/** The options of the adapter. */
export interface PrismaAdapterOptions {
  /** The database, if the facts of the store do not name it: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** How many keys a query may have in a list. Prisma rejects more values than its driver adapter allows. */
  readonly maxKeys?: number
  /**
   * Whether one operation, such as `createManyAndReturn`, may create several records. Unless this is true, a client
   * with extensions creates each record by a separate `create`, because the adapter cannot know what an extension does
   * to `create`.
   */
  readonly batches?: boolean
  /** Options for every transaction that the adapter opens. */
  readonly transaction?: TransactionOptions
  /**
   * Whether a request, given its context, must read from the primary although it has written nothing: for example,
   * because the same client has just written. It is called for each read with replicas, so it must be fast.
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
