/**
 * A query that reads data for a response.
 *
 * ```ts
 * const query: TracedQuery = { resource: 'comments', path: 'comments', operation: 'resolve' };
 * ```
 */
export interface TracedQuery {
  /** The JSON:API type of the records. */
  readonly resource: string
  /** The include path; empty for primary records. */
  readonly path: string
  /** The operation: `resolve`, or the operation's name in the query log. */
  readonly operation: string
}

/**
 * Runs a query and returns its result.
 *
 * ```ts
 * const traceQuery: TraceQuery = async ({ resource, path }, run) => {
 *   const began = performance.now();
 *   const result = await run();
 *   console.log(path || resource, performance.now() - began);
 *   return result;
 * };
 * ```
 */
export type TraceQuery = <Result>(query: TracedQuery, run: () => Promise<Result>) => Promise<Result>
