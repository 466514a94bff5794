import type { TransactionOptions } from './client.js'

/** The options of the adapter. */
export interface PrismaAdapterOptions {
  /** The database, if the facts of the store do not say it: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** How many keys a query may have in a list. Prisma refuses more values than its driver adapter allows. */
  readonly maxKeys?: number
  /**
   * Whether one operation, such as `createManyAndReturn`, may create several records (rule 11.14). A client with
   * extensions creates each record by its own `create` unless this is true, because nobody can find out what an
   * extension does to `create`.
   */
  readonly batches?: boolean
  /** Options for every transaction that the adapter opens. */
  readonly transaction?: TransactionOptions
  /**
   * Whether a request reads from the primary although it has written nothing, by its context: for example, because the
   * same client has just written (rule 23.7). It is called for each read of a client with replicas, so it must be fast.
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
