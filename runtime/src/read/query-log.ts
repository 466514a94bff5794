/** One query that a request ran (issue: the query log). */
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

/** The log as a tree: the primary data, its includes below it. */
export function queryLogTree(entries: readonly QueryLogEntry[], path = ''): QueryLogNode {
  const depth = path === '' ? 0 : path.split('.').length
  const children = new Set<string>()
  for (const entry of entries) {
    const isBelow = entry.path !== path && (path === '' || entry.path.startsWith(`${path}.`))
    if (isBelow) {
      children.add(
        entry.path
          .split('.')
          .slice(0, depth + 1)
          .join('.'),
      )
    }
  }
  return {
    path,
    queries: entries.filter((entry) => entry.path === path),
    // Siblings run at the same time: by their names, so that the same request gives the same tree.
    includes: [...children].toSorted().map((child) => queryLogTree(entries, child)),
  }
}
