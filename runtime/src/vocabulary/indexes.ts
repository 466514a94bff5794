/**
 * Whether one of some indexes finds rows by all of some columns: its first columns are these, in any order. A primary key and a unique
 * constraint are indexes too.
 */
export function findsBy(columns: readonly string[], indexes: Iterable<readonly string[]>): boolean {
  for (const index of indexes) {
    const first = index.slice(0, columns.length)
    if (columns.every((column) => first.includes(column))) return true
  }
  return false
}
