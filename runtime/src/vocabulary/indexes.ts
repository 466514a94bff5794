/**
 * Whether one of the indexes finds rows by all of the columns: these must be its first columns, in any order. Primary
 * keys and unique constraints are indexes too.
 */
export function findsBy(columns: readonly string[], indexes: Iterable<readonly string[]>): boolean {
  for (const index of indexes) {
    const first = index.slice(0, columns.length)
    if (columns.every((column) => first.includes(column))) return true
  }
  return false
}
