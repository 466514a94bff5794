/**
 * One query that a request ran.
 *
 * ```ts
 * const entry: QueryLogEntry = {
 *   resource: 'comments',
 *   path: 'comments',
 *   operation: 'resolve',
 *   arguments: { where: { postId: { in: [1, 2] } } },
 *   rows: 12,
 *   milliseconds: 0.8,
 * };
 * ```
 */
export interface QueryLogEntry {
  /** The JSON:API type of the resource. */
  readonly resource: string
  /** The include path; empty for the primary data. */
  readonly path: string
  readonly operation: 'resolve' | 'keys' | 'stats'
  /** The adapter's description of the scope: for Prisma, the arguments of findMany. */
  readonly arguments: unknown
  /** The records that the runtime requested, from which the query is built. Undefined for keys that no viewer sees. */
  readonly read?: {
    /** Where it begins: `baseScope`, a scope of the application (`scope`), or a relationship, such as `posts.comments`. */
    readonly base: string
    /** The number of records whose related records are read. */
    readonly parents?: number
    readonly ids?: readonly string[]
    /** The number of keys that limit the read. */
    readonly keys?: number
    /** The action whose scope limits the read, in addition to `read`. */
    readonly action?: string
    readonly defaultFilters?: readonly string[]
    readonly filters?: readonly string[]
    readonly sort?: readonly string[]
    readonly page?: { readonly number: number; readonly size: number }
    readonly columns?: readonly string[]
    readonly lock?: boolean
  }
  readonly rows: number
  readonly milliseconds: number
}

/**
 * The queries of one include path, and of the paths below it. A typed query returns them if it requests the log.
 *
 * ```ts
 * const { queries } = await PostResource.all({ include: 'comments', queries: true });
 * console.log(queries?.queries.length, queries?.includes.map(({ path }) => path)); // 1 [ 'comments' ]
 * ```
 */
export interface QueryLogNode {
  readonly path: string
  readonly queries: readonly QueryLogEntry[]
  readonly includes: readonly QueryLogNode[]
}
