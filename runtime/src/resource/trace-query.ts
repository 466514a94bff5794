/**
 * A query that reads for an answer.
 *
 * ```ts
 * const query: TracedQuery = { resource: 'comments', path: 'comments', operation: 'resolve' }
 * ```
 */
export interface TracedQuery {
  /** The JSON:API type of its records. */
  readonly resource: string
  /** The include path; empty for the primary records. */
  readonly path: string
  /** What it does: `resolve`, or what else the log of queries calls it. */
  readonly operation: string
}

/**
 * Runs a query, and returns what it returns.
 *
 * ```ts
 * const traceQuery: TraceQuery = async ({ resource, path }, run) => {
 *   const began = performance.now()
 *   const result = await run()
 *   console.log(path || resource, performance.now() - began)
 *   return result
 * }
 * ```
 */
export type TraceQuery = <Result>(query: TracedQuery, run: () => Promise<Result>) => Promise<Result>
