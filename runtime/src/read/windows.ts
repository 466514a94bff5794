import type { CompiledResource } from '../resource/compile.js'

/** How a scope is read that may be more than is read at once. */
export interface Windows {
  readonly resource: CompiledResource
  readonly scope: unknown
  /** How many records are read at a time. */
  readonly size: number
  /** How many are read in all, at most. */
  readonly most: number
  readonly read: (scope: unknown) => Promise<readonly object[]>
  /** Counts what was read; false where it is too much. */
  readonly count: (found: readonly object[]) => boolean
}

/**
 * Reads a scope, in windows if `size` says so. A many-to-many returns a row for each pair, and the pairs of a few
 * children with many parents may not fit into memory. What fits into one window is one query (rule 9.4).
 *
 * @returns undefined where it is too much
 */
export async function readWindows({
  resource,
  scope,
  size,
  most,
  read,
  count,
}: Windows): Promise<readonly object[] | undefined> {
  if (size >= most) {
    const found = await read(scope)
    return count(found) ? found : undefined
  }
  const rows: object[] = []
  for (let number = 1; rows.length < most; number++) {
    const found = await read(resource.adapter().arrange(scope, { kind: 'page', number, size }, resource))
    if (!count(found)) return undefined
    for (const row of found) rows.push(row)
    if (found.length < size) break
  }
  return rows
}
