/**
 * Whether one of the indexes finds rows by all of the columns, which must be the first columns of the index, in any
 * order. Primary keys and unique constraints count as indexes.
 */
export function findsBy(columns: readonly string[], indexes: Iterable<readonly string[]>): boolean {
  for (const index of indexes) {
    const first = index.slice(0, columns.length)
    if (columns.every((column) => first.includes(column))) return true
  }
  return false
}
