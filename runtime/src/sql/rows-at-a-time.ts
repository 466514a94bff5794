import { servedRequest } from '../resource/served/served-request.js'

/** The number of rows to keep in memory for calculations that the store does not support. */
const ROWS = 20_000

/**
 * Reads rows, or groups of rows, in batches until there are no more. This way, memory use does not grow with the size
 * of the table, and the request's deadline is checked between batches.
 *
 * @param read reads at most `count` rows, beginning at the given position
 */
export async function inRowsAtATime(
  read: (from: number, count: number) => Promise<readonly object[]>,
  take: (rows: readonly object[]) => void,
): Promise<void> {
  for (let from = 0; ; from += ROWS) {
    servedRequest().deadline.check()
    const rows = await read(from, ROWS)
    take(rows)
    if (rows.length < ROWS) return
  }
}
