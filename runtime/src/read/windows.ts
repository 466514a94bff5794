import type { CompiledResource } from '../resource/compile.js'

/** Options for reading a scope in parts. */
export interface Windows {
  readonly resource: CompiledResource
  readonly scope: unknown
  /** How many records to read at a time. */
  readonly size: number
  /** How many records to read in total, at most. */
  readonly limit: number
  readonly read: (scope: unknown) => Promise<readonly object[]>
  /** Counts the records; returns false if there are too many. */
  readonly count: (found: readonly object[]) => boolean
}

/**
 * Reads a scope, in windows of `size`. A many-to-many returns a row for each pair, and the pairs of a few children with
 * many parents may not fit into memory. If all fit into one window, it is one query (rule 9.4).
 *
 * @returns undefined if there are too many
 */
export async function readWindows({
  resource,
  scope,
  size,
  limit,
  read,
  count,
}: Windows): Promise<readonly object[] | undefined> {
  if (size >= limit) {
    const found = await read(scope)
    return count(found) ? found : undefined
  }
  const rows: object[] = []
  for (let number = 1; rows.length < limit; number++) {
    const found = await read(resource.adapter().arrange(scope, { kind: 'page', number, size }, resource))
    if (!count(found)) return undefined
    for (const row of found) rows.push(row)
    if (found.length < size) break
  }
  return rows
}
