/** One query that a request ran. */
export interface QueryLogEntry {
  /** The JSON:API type of the resource. */
  readonly resource: string
  /** The include path; empty for the primary data. */
  readonly path: string
  readonly operation: 'resolve' | 'keys' | 'stats'
  /** What the adapter says of the scope: for Prisma, the arguments of findMany. */
  readonly arguments: unknown
  readonly rows: number
  readonly milliseconds: number
}

/** The queries of one include path, and of the paths below it. */
export interface QueryLogNode {
  readonly path: string
  readonly queries: readonly QueryLogEntry[]
  readonly includes: readonly QueryLogNode[]
}
