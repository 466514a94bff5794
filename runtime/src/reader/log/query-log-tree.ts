import type { QueryLogEntry, QueryLogNode } from '../../shape/query-log.js'

/** Makes the log a tree: the primary data, with its includes below it. */
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
    // Siblings run at the same time. They are sorted by name, so that the same request gives the same tree.
    includes: [...children].toSorted().map((child) => queryLogTree(entries, child)),
  }
}
