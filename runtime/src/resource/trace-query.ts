/** A query that reads for an answer. */
export interface TracedQuery {
  /** The JSON:API type of its records. */
  readonly resource: string
  /** The include path; empty for the primary records. */
  readonly path: string
  /** What it does: `resolve`, or what else the log of queries calls it. */
  readonly operation: string
}

/** Runs a query, and returns what it returns. */
export type TraceQuery = <Result>(query: TracedQuery, run: () => Promise<Result>) => Promise<Result>
